/** Loads the result of a query over files into a Table. */
import { namesApart } from '../../src/read/names-apart.js';
import type { Table } from '../../src/types.js';
import { hashTable } from '../files/hash-table.js';
import type { LoadOptions } from '../files/load-file.js';
import { readSql } from './duckdb.js';

export interface LoadSqlOptions
  extends Pick<
    LoadOptions,
    'target' | 'event' | 'weights' | 'groupBy' | 'precision' | 'collector' | 'signal' | 'onProgress'
  > {
  /** Folders whose files the query may read, besides the current one. */
  readonly allowPath?: readonly string[];
}

export interface LoadedQuery {
  readonly table: Table;
  /** SHA-256 of the result, in hex: a query may take its rows from many files, and they may change under it. */
  readonly sha256: string;
}

export async function loadSql(sql: string, options: LoadSqlOptions = {}): Promise<LoadedQuery> {
  const { target, event, weights, groupBy, allowPath = [], ...rest } = options;
  const apart = namesApart({ target, event, weights, groupBy });
  // DuckDB with several threads gives the rows of a large grouping in another order every time, and with the order
  // the split and the selection would change.
  const table = await readSql(sql, { ...rest, apart, folders: [process.cwd(), ...allowPath], threads: 1 });
  return { table, sha256: hashTable(table) };
}
