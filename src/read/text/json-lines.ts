/**
 * JSON lines (one object a line) and a JSON array of objects. A column is text where any of its cells is text; a key that
 * is absent is a missing cell. Columns and kinds are taken from the first records; where later ones show that they were
 * not all, the rest is still looked through for more of it, and the file is then read a second time.
 */

import type { Precision, RowCollector } from '../../cells/numeric-block.js';
import { UserError } from '../../errors.js';
import { createTurns } from '../../turns.js';
import type { Table } from '../../types.js';
import { heldLimit, type ReadAllOptions, tooLarge } from '../source/read-all.js';
import { type ByteSource, fractionRead, type ReadProgress, readStart } from '../source/source.js';
import { TableBuilder } from '../table-builder.js';
import { readListItems } from './json-list.js';
import { readLines } from './lines.js';

export interface JsonOptions extends ReadAllOptions {
  readonly apart?: readonly string[];
  readonly precision?: Precision;
  readonly collector?: RowCollector;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ReadProgress) => void;
}

/** Enough to see past blank lines. */
const startBytes = 4096;

interface JsonRecord {
  readonly cells: Record<string, unknown>;
  readonly place: string;
}

export async function readJsonLines(source: ByteSource, options: JsonOptions = {}): Promise<Table> {
  const columns = new JsonColumns(options.apart ?? []);
  let builder = await readPass(source, options, columns);
  while (builder === undefined) builder = await readPass(source, options, columns);
  return builder.toTable();
}

/** Undefined where the columns turned out to be others than at the start of the pass: they are known now. */
async function readPass(
  source: ByteSource,
  options: JsonOptions,
  columns: JsonColumns,
): Promise<TableBuilder | undefined> {
  let builder: TableBuilder | undefined;
  let version = -1;
  const turn = createTurns(options.signal);
  const limit = heldLimit(source.size, options.maxBytes);
  let recordCount = 0;
  for await (const records of readRecords(source, options)) {
    recordCount += records.length;
    columns.recordCount = Math.max(columns.recordCount, recordCount);
    for (const record of records) columns.note(record);
    if (records.length === 0) continue;
    if (version < 0) {
      version = columns.version;
      if (options.collector === undefined) refuseEmptyTable(source, columns, limit);
      builder = new TableBuilder(columns.names, columns.isText, source.name, options.precision, options.collector);
    }
    if (version !== columns.version || !builder) continue;
    for (const { cells } of records) {
      const row = columns.rowOf(cells);
      builder.appendRow((column) => row[column], fractionRead(source));
      if (builder.heldBytes > limit) throw tooLarge(source.name, limit);
      if (turn.isDue(columns.names.length)) await turn.take();
    }
    options.onProgress?.({ rows: builder.rowCount, bytes: source.bytesRead, fraction: fractionRead(source) });
  }
  if (!builder) throw new UserError('data', `${source.name}: the file holds no record`);
  return version === columns.version ? builder : undefined;
}

/** What a missing cell takes at least. */
const missingCellBytes = 4;

/** Every key of any record is a column, so that records with keys of their own make a table that is mostly empty. */
function refuseEmptyTable({ name }: ByteSource, { names, recordCount }: JsonColumns, limit: number): void {
  if (names.length * recordCount * missingCellBytes <= limit) return;
  throw new UserError(
    'data',
    `${name}: ${recordCount.toLocaleString('en')} records have ${names.length.toLocaleString('en')} different keys, ` +
      `and their table, most of it missing cells, takes more than ${Math.round(limit / 2 ** 20)} MiB`,
    { advice: ['write it as svmlight', { option: 'maxBytes', verb: 'raise' }] },
  );
}

/** The columns seen so far. Keys are only ever held in a map, so that "__proto__" may be one. */
class JsonColumns {
  readonly names: string[] = [];
  readonly isText: boolean[] = [];
  /** Grows with every column that appears or turns out to be text. */
  version = 0;
  /** As far as is known. */
  recordCount = 0;
  private readonly place = new Map<string, number>();

  constructor(private readonly apart: readonly string[]) {}

  note({ cells, place: where }: JsonRecord): void {
    for (const name of Object.keys(cells)) {
      const cell = cells[name];
      const column = this.place.get(name) ?? this.add(name);
      if (typeof cell === 'string' && !this.isText[column]) {
        this.isText[column] = true;
        this.version++;
      } else if (typeof cell === 'object' && cell !== null) {
        const kind = Array.isArray(cell) ? 'a list' : 'an object';
        throw new UserError('data', `${where}: "${name}" is not one value but ${kind}; flatten it first`);
      }
    }
  }

  /** The cells in the order of the columns. */
  rowOf(cells: Record<string, unknown>): unknown[] {
    const row = new Array<unknown>(this.names.length).fill(null);
    for (const name of Object.keys(cells)) row[this.place.get(name)!] = cells[name];
    return row;
  }

  private add(name: string): number {
    this.version++;
    this.isText.push(this.apart.includes(name));
    this.place.set(name, this.names.push(name) - 1);
    return this.names.length - 1;
  }
}

async function* readRecords(source: ByteSource, options: JsonOptions): AsyncGenerator<JsonRecord[]> {
  const isList = await startsArray(source);
  const word = isList ? 'record' : 'line';
  const batches = isList ? readListItems(source, heldLimit(source.size, options.maxBytes)) : readLines(source);
  const turn = createTurns(options.signal);
  for await (const lines of batches) {
    const records: JsonRecord[] = [];
    for (const { text, number } of lines) {
      const content = number === 1 ? text.replace(/^\ufeff/, '').trim() : text.trim();
      if (content === '' && !isList) continue;
      const place = `${source.name}, ${word} ${number}`;
      records.push(asRecord(parsed(content, place), place));
    }
    yield records;
    await turn.take();
  }
}

/** A list may stand on one line, which is as long as the file. */
async function startsArray(source: ByteSource): Promise<boolean> {
  const start = new TextDecoder().decode(await readStart(source, startBytes));
  return start
    .replace(/^\ufeff/, '')
    .trimStart()
    .startsWith('[');
}

function parsed(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError('data', `${place}: is not JSON (${(error as Error).message})`);
  }
}

function asRecord(value: unknown, place: string): JsonRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UserError('data', `${place}: expected an object with a value for every column`);
  }
  return { cells: value as Record<string, unknown>, place };
}
