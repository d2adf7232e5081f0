/** Questions to a result database: a query in SQL, answered as rows or written to a file by DuckDB. */
import { existsSync, statSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { UserError } from '../../src/errors.js';
import { openDatabase } from './result-database.js';

export const databaseName = 'results.duckdb';

export interface QueryAnswer {
  readonly names: readonly string[];
  /** Numbers as numbers, all else as text; undefined where there is none. */
  readonly rows: readonly (readonly (string | number | undefined)[])[];
}

/** A folder stands for the database inside it. */
export function databasePath(given: string): string {
  const path = existsSync(given) && statSync(given).isDirectory() ? join(given, databaseName) : given;
  if (existsSync(path)) return path;
  throw new UserError('data', `${path}: there is no result database; name the folder that neurofs reproduce wrote to`);
}

export async function queryResults(path: string, query: string): Promise<QueryAnswer> {
  return asking(path, query, async (connection, sql) => {
    const result = await connection.runAndReadAll(sql);
    const types = result.columnTypes().map(String);
    const rows = result.getRowsJson().map((row) => row.map((value, i) => toCell(value, types[i])));
    return { names: result.columnNames(), rows };
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
export async function exportResults(path: string, query: string, file: string): Promise<void> {
  const format = formats[extname(file).toLowerCase()];
  if (format === undefined) {
    throw new UserError('usage', `--export must be a file that ends in ${exportEndings.join(', ')}. Got "${file}"`);
  }
  const folder = dirname(resolve(file));
  if (!existsSync(folder)) throw new UserError('failure', `${file}: there is no folder ${folder} to write to`);
  await asking(path, query, (connection, sql) =>
    connection.run(`copy (${sql}\n) to '${file.replaceAll("'", "''")}' (${format})`),
  );
}

/** Runs the work on the database, opened to read only, with the query after it was checked. */
async function asking<T>(
  path: string,
  query: string,
  work: (connection: DuckDBConnection, sql: string) => Promise<T>,
): Promise<T> {
  const sql = query.trim().replace(/;\s*$/, '');
  if (!readingWords.test(sql)) refuseQuery(sql === '' ? 'an empty query' : `"${sql}"`);
  const database = await openDatabase(path, 'read');
  try {
    const { connection } = database;
    await showResults(connection);
    const statements = await connection.extractStatements(sql);
    if (statements.count !== 1) refuseQuery(`${statements.count} statements`);
    const { statementType } = await statements.prepare(0);
    const { StatementType } = await import('@duckdb/node-api');
    if (statementType !== StatementType.SELECT) refuseQuery(StatementType[statementType]);
    return await work(connection, sql);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError('usage', `DuckDB cannot run the query: ${plainMessage(error as Error)}`);
  } finally {
    database.close();
  }
}

/** How statements begin that only read. */
const readingWords = /^(select|with|from|values|describe|summarize|show)\b|^\(/i;

function refuseQuery(got: string): never {
  throw new UserError('usage', `--sql must be one SELECT over the table results. Got ${got}`);
}

/** Queries see the results without the columns that only neurofs itself reads. */
async function showResults(connection: DuckDBConnection): Promise<void> {
  const [[catalog]] = (await connection.runAndReadAll('select current_database()')).getRows();
  const table = `"${String(catalog).replaceAll('"', '""')}".main.results`;
  await connection.run(`create temp view results as select * exclude (error, identity) from ${table}`);
}

/** What DuckDB says, with the line of the query and the place in it, and without blank lines. */
function plainMessage({ message }: Error): string {
  return message.replace(/^Failed to extract statements: /, '').replace(/\n\s*\n/g, '\n');
}
