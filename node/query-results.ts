/** Questions to a result database: a query in SQL, answered as rows or written to a file by DuckDB. */
import { existsSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { UserError } from '../src/errors.js';
import { openDatabase } from './result-database.js';

export const databaseName = 'results.duckdb';

export interface QueryAnswer {
  readonly names: readonly string[];
  /** Cells as text; undefined where there is none. */
  readonly rows: readonly (readonly (string | number | undefined)[])[];
}

/** A folder stands for the database inside it. */
export function databasePath(given: string): string {
  const path = existsSync(given) && statSync(given).isDirectory() ? join(given, databaseName) : given;
  if (existsSync(path)) return path;
  throw new UserError('data', `${path}: there is no result database; name the folder that neurofs reproduce wrote to`);
}

/** The view that queries see: the results, without the columns that only neurofs itself reads. */
const view = `with results as (select * exclude (error, identity) from main.results)`;

export async function queryResults(path: string, query: string): Promise<QueryAnswer> {
  return asking(path, async (run) => {
    const result = await run(`${view} select * from (${query}\n)`);
    const rows = result.getRowsJson().map((row) => row.map(toCell));
    return { names: result.columnNames(), rows };
  });
}

function toCell(value: unknown): string | number | undefined {
  if (value === null || value === undefined) return undefined;
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
  await asking(path, (run) =>
    run(`copy (${view} select * from (${query}\n)) to '${file.replaceAll("'", "''")}' (${format})`),
  );
}

type Run = (sql: string) => ReturnType<Awaited<ReturnType<typeof openDatabase>>['connection']['runAndReadAll']>;

async function asking<T>(path: string, work: (run: Run) => Promise<T>): Promise<T> {
  const database = await openDatabase(path, 'read');
  try {
    return await work((sql) => database.connection.runAndReadAll(sql));
  } catch (error) {
    throw new UserError('usage', `DuckDB: ${(error as Error).message.split('\n', 1)[0]}`);
  } finally {
    database.close();
  }
}
