/**
 * JSON lines (one object a line) and a JSON array of objects. A column is text where any of its cells is text; a key that
 * is absent is a missing cell. Columns and kinds are taken from the first records; where later ones show that they were
 * not all, the rest is still looked through for more of it, and the file is then read a second time.
 */

import type { Precision, RowCollector } from '../../cells/numeric-block.js';
import { throwIfAborted, UserError } from '../../errors.js';
import type { Table } from '../../types.js';
import { type ReadAllOptions, readAll } from '../source/read-all.js';
import { type ByteSource, fractionRead, type ReadProgress } from '../source/source.js';
import { TableBuilder } from '../table-builder.js';
import { readLines } from './lines.js';

export interface JsonOptions extends ReadAllOptions {
  readonly apart?: readonly string[];
  readonly precision?: Precision;
  readonly collector?: RowCollector;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ReadProgress) => void;
}

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
  for await (const records of readRecords(source, options)) {
    for (const record of records) columns.note(record);
    if (records.length === 0) continue;
    if (version < 0) {
      version = columns.version;
      builder = new TableBuilder(columns.names, columns.isText, source.name, options.precision, options.collector);
    }
    if (version !== columns.version || !builder) continue;
    for (const { cells } of records) {
      const row = columns.rowOf(cells);
      builder.appendRow((column) => row[column], fractionRead(source));
    }
    options.onProgress?.({ rows: builder.rowCount, bytes: source.bytesRead, fraction: fractionRead(source) });
  }
  if (!builder) throw new UserError('data', `${source.name}: the file holds no record`);
  return version === columns.version ? builder : undefined;
}

/** The columns seen so far. Keys are only ever held in a map, so that "__proto__" may be one. */
class JsonColumns {
  readonly names: string[] = [];
  readonly isText: boolean[] = [];
  /** Grows with every column that appears or turns out to be text. */
  version = 0;
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
  let isArray: boolean | undefined;
  for await (const lines of readLines(source)) {
    throwIfAborted(options.signal);
    const records: JsonRecord[] = [];
    for (const { text, number } of lines) {
      const content = number === 1 ? text.replace(/^\ufeff/, '').trim() : text.trim();
      if (content === '') continue;
      isArray ??= content.startsWith('[');
      if (isArray) break;
      records.push(asRecord(parsed(content, `${source.name}, line ${number}`), `${source.name}, line ${number}`));
    }
    if (isArray) break;
    yield records;
  }
  if (isArray) yield await readArray(source, options);
}

async function readArray(source: ByteSource, options: JsonOptions): Promise<JsonRecord[]> {
  const text = new TextDecoder().decode(await readAll(source, options));
  const list = parsed(text, source.name);
  if (!Array.isArray(list)) throw new UserError('data', `${source.name}: expected a list of objects`);
  return list.map((record, at) => asRecord(record, `${source.name}, record ${at + 1}`));
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
