/**
 * JSON lines (one object a line) and a JSON array of objects. The file is read twice: once for the columns and their
 * kinds, once for the cells. A column is text where any of its cells is text; a key that is absent is a missing cell.
 */
import { throwIfAborted, UserError } from '../errors.js';
import type { Table } from '../types.js';
import { readLines } from './lines.js';
import type { Precision } from './numeric-block.js';
import { type ReadAllOptions, readAll } from './read-all.js';
import { type ByteSource, fractionRead, type ReadProgress } from './source.js';
import { TableBuilder } from './table-builder.js';

export interface JsonOptions extends ReadAllOptions {
  readonly apart?: readonly string[];
  readonly precision?: Precision;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ReadProgress) => void;
}

interface JsonRecord {
  readonly cells: Record<string, unknown>;
  readonly place: string;
}

export async function readJsonLines(source: ByteSource, options: JsonOptions = {}): Promise<Table> {
  const isText = new Map<string, boolean>();
  for await (const records of readRecords(source, options)) {
    for (const record of records) noteColumns(isText, record);
  }
  if (isText.size === 0) throw new UserError('data', `${source.name}: the file holds no record`);
  for (const name of options.apart ?? []) if (isText.has(name)) isText.set(name, true);
  const names = [...isText.keys()];
  const builder = new TableBuilder(names, [...isText.values()], source.name, options.precision);
  for await (const records of readRecords(source, options)) {
    for (const { cells } of records) {
      // Only own keys: "__proto__" may be a column.
      builder.appendRow((column) => (Object.hasOwn(cells, names[column]) ? cells[names[column]] : null));
    }
    options.onProgress?.({ rows: builder.rowCount, bytes: source.bytesRead, fraction: fractionRead(source) });
  }
  return builder.toTable();
}

function noteColumns(isText: Map<string, boolean>, { cells, place }: JsonRecord): void {
  for (const [name, cell] of Object.entries(cells)) {
    if (typeof cell === 'object' && cell !== null) {
      throw new UserError(
        'data',
        `${place}: "${name}" is not one value but ${Array.isArray(cell) ? 'a list' : 'an object'}; flatten it first`,
      );
    }
    const isCellText = typeof cell === 'string';
    if (isCellText || !isText.has(name)) isText.set(name, isCellText || (isText.get(name) ?? false));
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
