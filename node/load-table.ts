/** Loads a file of any format that neurofs reads into a Table. */
import { stat } from 'node:fs/promises';
import { UserError } from '../src/errors.js';
import { type CsvOptions, readCsv } from '../src/read/csv.js';
import type { Table } from '../src/types.js';
import { type FileSourceOptions, openFileSource } from './file-source.js';

export type LoadOptions = CsvOptions & FileSourceOptions;

export interface LoadedTable {
  readonly table: Table;
  readonly file: LoadedFile;
}

/** What the report says about the file. */
export interface LoadedFile {
  readonly path: string;
  readonly format: string;
  readonly bytes: number;
  /** SHA-256 of the stored file, in hex. */
  readonly sha256: string;
  readonly modified: Date;
}

export async function loadTable(path: string, options: LoadOptions = {}): Promise<LoadedTable> {
  const source = await openFileSource(path, options);
  if (source.size === 0) throw new UserError('data', `${path}: the file is empty`);
  const table = await readCsv(source, options);
  const sha256 = source.sha256();
  if (sha256 === undefined) throw new Error(`${path} was not read to the end`);
  const format = source.isGzip ? 'csv.gz' : 'csv';
  return { table, file: { path, format, bytes: source.size, sha256, modified: (await stat(path)).mtime } };
}
