/**
 * Tables from SQL over files, through DuckDB: Parquet, CSV and JSON by their paths, only the columns that are needed.
 * Numbers and booleans are cast to doubles and everything else to text inside DuckDB.
 */

import type { Precision, RowCollector } from '../../src/cells/numeric-block.js';
import { throwIfAborted, UserError } from '../../src/errors.js';
import { loadOptional } from '../../src/read/source/load-optional.js';
import type { ReadProgress } from '../../src/read/source/source.js';
import { TableBuilder } from '../../src/read/table-builder.js';
import type { Table } from '../../src/types.js';
import { type ReadPart, readInParts } from '../files/read-in-parts.js';
import { asRefusedFile, checkOneSelect, limitQueries, quotedText } from './limit-queries.js';

export interface SqlOptions {
  /** Folders that the query may read files of; everything is allowed where none are given, for queries of our own. */
  readonly folders?: readonly string[];
  /** Columns to keep out of the numeric block, as text: the target, groups. */
  readonly apart?: readonly string[];
  readonly precision?: Precision;
  readonly collector?: RowCollector;
  /** The name of the one Parquet file that is read, for messages, where the query is our own. */
  readonly fileName?: string;
  /** All cores unless it says otherwise. */
  readonly threads?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ReadProgress) => void;
}

const numericType = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL|BOOLEAN|BIGNUM)\b/;
const nestedType = /(\[\d*\]|^(STRUCT|MAP|LIST|UNION|BLOB)\b.*)$/;

/** The rows of a `select` over files: `select age, sex, outcome from 'patients.parquet' where age > 17`. */
export async function readSql(sql: string, options: SqlOptions = {}): Promise<Table> {
  const { DuckDBInstance } = await loadOptional(() => import('@duckdb/node-api'), '@duckdb/node-api', 'SQL over files');
  const { threads } = options;
  const instance = await DuckDBInstance.create(':memory:', threads === undefined ? {} : { threads: String(threads) });
  const connection = await instance.connect();
  try {
    const query = sql.trim().replace(/;+\s*$/, '');
    if (options.folders) await limitQueries(connection, options.folders);
    await checkOneSelect(connection, query);
    const described = await connection.runAndReadAll(`describe ${query}`);
    const columns = described.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }));
    const apart = new Set(options.apart ?? []);
    const isText = columns.map(({ name, type }) => !numericType.test(type) || apart.has(name));
    const builder = new TableBuilder(
      columns.map(({ name }) => name),
      isText,
      options.fileName ?? 'the query',
      options.precision,
      options.collector,
    );
    const cells = columns.map(({ name, type }, column) => castCell(name, type, isText[column]));
    const result = await connection.stream(`select ${cells.join(', ')} from (${query}\n)`);
    for (;;) {
      throwIfAborted(options.signal);
      const chunk = await result.fetchChunk();
      if (!chunk || chunk.rowCount === 0) break;
      const values = chunk.getColumns();
      for (let row = 0; row < chunk.rowCount; row++) builder.appendRow((column) => values[column][row]);
      options.onProgress?.({ rows: builder.rowCount, bytes: 0, fraction: undefined });
    }
    if (builder.rowCount === 0) throw new UserError('data', 'the query gives no row');
    return builder.toTable();
  } catch (error) {
    if (error instanceof UserError) throw error;
    const [message] = (error as Error).message.replace(/^Failed to extract statements: /, '').split('\n', 1);
    if (options.fileName !== undefined) throw unreadableFile(options.fileName, message);
    throw asRefusedFile(message) ?? new UserError('data', `DuckDB: ${message}`);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** A Parquet file; `columns` names those to read. */
export async function readParquetFile(
  path: string,
  options: SqlOptions & { readonly columns?: readonly string[] } = {},
): Promise<Table> {
  const from = `read_parquet(${quotedText(path)})`;
  const named = { ...options, fileName: path };
  const { collector } = options;
  if (collector) {
    const names = options.columns ?? (await columnNames(from, named.fileName));
    // One thread, since every one of them holds pages of its own.
    const { onProgress, ...rest } = { ...named, threads: 1 };
    const readPart: ReadPart = (part, more) => readSql(selecting(part, from), { ...rest, ...more });
    return readInParts(names, readPart, collector, (fraction) => onProgress?.({ rows: 0, bytes: 0, fraction }));
  }
  return readSql(options.columns ? selecting(options.columns, from) : `select * from ${from}`, named);
}

/** Failures that say nothing about what the file holds. */
const otherFailures = /^(Binder|Conversion|Interrupt|IO|Not implemented|Out of Memory|Permission) Error: /;

function unreadableFile(name: string, message: string): UserError {
  const isOther = otherFailures.test(message);
  const reason = message.replace(/^[A-Z][A-Za-z ]* Error: /, '');
  return new UserError(
    'data',
    isOther
      ? `${name}: cannot be read as Parquet (${reason})`
      : `${name}: cannot be read as Parquet: the file is damaged (${reason}); write the file again, or get another copy`,
  );
}

function selecting(columns: readonly string[], from: string): string {
  return `select ${columns.map(quotedName).join(', ')} from ${from}`;
}

async function columnNames(from: string, fileName: string): Promise<string[]> {
  const { text } = await readSql(`select column_name from (describe select * from ${from})`, { fileName });
  return text[0].values.map((name) => name ?? '');
}

function castCell(name: string, type: string, isText: boolean): string {
  if (nestedType.test(type)) {
    throw new UserError('data', `column "${name}" is of type ${type}, not one value a row`, {
      advice: [{ option: 'sql', verb: 'choose other columns with' }],
    });
  }
  return `cast(${quotedName(name)} as ${isText ? 'varchar' : 'double'})`;
}

function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
