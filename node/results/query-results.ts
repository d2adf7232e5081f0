/**
 * Questions to kept results: a query in SQL, answered as rows or written to a file. The rows are read into a DuckDB
 * database in memory, with a table of runs (`results`) and a long table of what was measured of them (`measures`).
 */
import { existsSync, statSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { UserError } from '../../src/errors.js';
import type { JobRow, JudgedValue } from '../../src/experiment/result-row.js';
import { loadOptional } from '../../src/read/source/load-optional.js';
import { checkOneSelect } from '../sql/limit-queries.js';
import { earlierName, readEarlierDatabase } from './earlier-database.js';
import { openResultStore, storeName } from './result-store.js';

export interface QueryAnswer {
  readonly names: readonly string[];
  /** Numbers as numbers, all else as text; undefined where there is none. */
  readonly rows: readonly (readonly (string | number | undefined)[])[];
}

/** The rows of a folder that `reproduce` or `compare` writes to, or of a file in it. */
export async function readResults(given: string): Promise<readonly JobRow[]> {
  const isFolder = existsSync(given) && statSync(given).isDirectory();
  const path = isFolder ? [storeName, earlierName].map((name) => join(given, name)).find(existsSync) : given;
  if (path === undefined || !existsSync(path)) {
    throw new UserError(
      'data',
      `${path ?? given}: there are no results; name the folder that neurofs reproduce or neurofs compare wrote to`,
    );
  }
  if (extname(path) === '.duckdb') return readEarlierDatabase(path);
  return (await openResultStore(path)).rows();
}

export async function queryResults(rows: readonly JobRow[], query: string): Promise<QueryAnswer> {
  return asking(rows, query, async (connection, sql) => {
    const result = await connection.runAndReadAll(sql);
    const types = result.columnTypes().map(String);
    const cells = result.getRowsJson().map((row) => row.map((value, i) => toCell(value, types[i])));
    return { names: result.columnNames(), rows: cells };
  });
}

function toCell(value: unknown, type: string): string | number | undefined {
  if (value === null || value === undefined) return undefined;
  // DuckDB gives whole numbers of 64 bits and more, counts among them, as text.
  if (/^U?(BIG|HUGE)INT$/.test(type) && Number.isSafeInteger(Number(value))) return Number(value);
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value);
}

const formats: Readonly<Record<string, string>> = {
  '.csv': 'format csv, header',
  '.json': 'format json, array true',
  '.parquet': 'format parquet',
};
export const exportEndings = Object.keys(formats);

/** Writes the answer to a file; its ending says how. */
export async function exportResults(rows: readonly JobRow[], query: string, file: string): Promise<void> {
  const format = formats[extname(file).toLowerCase()];
  if (format === undefined) {
    throw new UserError('usage', `--export must be a file that ends in ${exportEndings.join(', ')}. Got "${file}"`);
  }
  const folder = dirname(resolve(file));
  if (!existsSync(folder)) throw new UserError('failure', `${file}: there is no folder ${folder} to write to`);
  await asking(rows, query, (connection, sql) =>
    connection.run(`copy (${sql}\n) to '${file.replaceAll("'", "''")}' (${format})`),
  );
}

/** Runs the work on a database of the rows, with the query after it was checked. */
async function asking<T>(
  rows: readonly JobRow[],
  query: string,
  work: (connection: DuckDBConnection, sql: string) => Promise<T>,
): Promise<T> {
  const sql = query.trim().replace(/;\s*$/, '');
  if (!readingWords.test(sql)) refuseQuery(sql === '' ? 'an empty query' : `"${sql}"`);
  const duckdb = await loadOptional(() => import('@duckdb/node-api'), '@duckdb/node-api', 'queries of results');
  const instance = await duckdb.DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    await fill(connection, rows);
    await checkOneSelect(connection, sql);
    return await work(connection, sql);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError('usage', `DuckDB cannot run the query: ${plainMessage(error as Error)}`);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** How statements begin that only read. */
const readingWords = /^(select|with|from|values|describe|summarize|show)\b|^\(/i;

function refuseQuery(got: string): never {
  throw new UserError('usage', `--sql must be one SELECT over the tables results and measures. Got ${got}`);
}

type Column<Row> = readonly [name: string, type: string, value: (row: Row) => DuckDBValue];

const text = (value: unknown): DuckDBValue => (value === undefined || value === null ? null : JSON.stringify(value));

const resultColumns: readonly Column<JobRow>[] = [
  ['key', 'varchar', (row) => row.key],
  ['identity', 'varchar', (row) => row.identity],
  ['kind', 'varchar', (row) => row.kind],
  ['data', 'varchar', (row) => row.data],
  ['method', 'varchar', (row) => row.method],
  ['variant', 'varchar', (row) => row.variant],
  ['k', 'integer', (row) => row.k],
  ['seed', 'bigint', (row) => BigInt(row.seed)],
  ['select_seconds', 'double', (row) => row.selectSeconds],
  ['evaluate_seconds', 'double', (row) => row.evaluateSeconds],
  ['peak_bytes', 'bigint', (row) => (row.peakBytes === undefined ? null : BigInt(row.peakBytes))],
  ['error_code', 'varchar', (row) => row.error?.code ?? null],
  ['error_message', 'varchar', (row) => row.error?.message ?? null],
  ['features', 'varchar', (row) => text(row.features)],
  ['options', 'varchar', (row) => text(row.options)],
  ['sample', 'varchar', (row) => text(row.sample)],
  ['scaling', 'varchar', (row) => row.scaling],
  ['data_sha256', 'varchar', (row) => row.dataSha256],
  ['code', 'varchar', (row) => row.code],
  ['details', 'varchar', (row) => text(row.details)],
];

const measureColumns: readonly Column<JudgedValue & { readonly key: string }>[] = [
  ['key', 'varchar', ({ key }) => key],
  ['judge', 'varchar', ({ judge }) => judge],
  ['measure', 'varchar', ({ measure }) => measure],
  ['value', 'double', ({ value }) => value],
  ['low', 'double', ({ interval }) => interval?.[0] ?? null],
  ['high', 'double', ({ interval }) => interval?.[1] ?? null],
];

async function fill(connection: DuckDBConnection, rows: readonly JobRow[]): Promise<void> {
  const measured = rows.flatMap(({ key, measures }) => measures.map((each) => ({ ...each, key })));
  await fillTable(connection, 'results', resultColumns, rows);
  await fillTable(connection, 'measures', measureColumns, measured);
}

async function fillTable<Row>(
  connection: DuckDBConnection,
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<void> {
  await connection.run(`create table ${name} (${columns.map(([column, type]) => `${column} ${type}`).join(', ')})`);
  const insert = await connection.prepare(
    `insert into ${name} values (${columns.map((_, place) => `$${place + 1}`).join(', ')})`,
  );
  await connection.run('begin transaction');
  for (const row of rows) {
    insert.bind(columns.map(([, , value]) => value(row)));
    await insert.run();
  }
  await connection.run('commit');
}

/** What DuckDB says, with the line of the query and the place in it, and without blank lines. */
function plainMessage({ message }: Error): string {
  return message.replace(/^Failed to extract statements: /, '').replace(/\n\s*\n/g, '\n');
}
