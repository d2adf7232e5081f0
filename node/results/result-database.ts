/**
 * Results in a DuckDB database, one row each, its key the primary key: every result is written in a transaction of its
 * own and flushed to the disk before it counts, and nothing is kept twice. What was measured for this choice: killed at
 * random moments, the database came back whole every time with every row that had been told written.
 *
 * DuckDB lets one process at a time open a file to write. The store lets go of it when nothing has been written for a
 * moment, so that `neurofs results` can look while a long run goes on; whoever finds it taken waits a little.
 */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DuckDBConnection, DuckDBInstance, DuckDBValue } from '@duckdb/node-api';
import { UserError } from '../../src/errors.js';
import type { JobRow } from '../../src/experiment/result-row.js';
import { createMemoryStore, type ResultStore } from '../../src/experiment/result-store.js';
import { loadOptional } from '../../src/read/source/load-optional.js';
import { holderOf, isTaken } from '../files/folder-lock.js';

export interface ResultDatabase extends ResultStore<JobRow> {
  close(): Promise<void>;
}

/** Columns of the table `results` with what each holds of a row, in their order. */
const columns: readonly (readonly [name: string, type: string, value: (row: JobRow) => DuckDBValue])[] = [
  ['key', 'varchar primary key', (row) => row.key],
  ['identity', 'varchar not null', (row) => row.identity],
  ['kind', 'varchar not null', (row) => row.kind],
  ['data', 'varchar not null', (row) => row.data],
  ['method', 'varchar not null', (row) => row.method],
  ['variant', 'varchar not null', (row) => row.variant],
  ['k', 'integer not null', (row) => row.k],
  ['seed', 'bigint not null', (row) => BigInt(row.seed)],
  ['svm', 'double', (row) => row.accuracies.svm ?? null],
  ['knn', 'double', (row) => row.accuracies.knn ?? null],
  ['extra_trees', 'double', (row) => row.accuracies['extra-trees'] ?? null],
  ['select_seconds', 'double not null', (row) => row.selectSeconds],
  ['evaluate_seconds', 'double not null', (row) => row.evaluateSeconds],
  ['peak_bytes', 'bigint', (row) => (row.peakBytes === undefined ? null : BigInt(row.peakBytes))],
  ['error_code', 'varchar', (row) => row.error?.code ?? null],
  ['error_message', 'varchar', (row) => row.error?.message ?? null],
  ['features', 'varchar not null', (row) => JSON.stringify(row.features)],
  ['options', 'varchar not null', (row) => JSON.stringify(row.options)],
  ['sample', 'varchar', (row) => (row.sample === null ? null : JSON.stringify(row.sample))],
  ['scaling', 'varchar not null', (row) => row.scaling],
  ['data_sha256', 'varchar not null', (row) => row.dataSha256],
  ['code', 'varchar not null', (row) => row.code],
  ['error', 'varchar', (row) => (row.error === undefined ? null : JSON.stringify(row.error))],
  ['details', 'varchar', (row) => (row.details === undefined ? null : JSON.stringify(row.details))],
];

const names = columns.map(([name]) => name);
const createTable = `create table if not exists results (${columns.map(([name, type]) => `${name} ${type}`).join(', ')},
  finished timestamp not null default current_timestamp)`;
/** A result stays; a failure makes way for whatever comes after it. */
const insert = `insert into results (${names.join(', ')}) values (${names.map((_, place) => `$${place + 1}`).join(', ')})
  on conflict (key) do update set ${names
    .slice(1)
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')} where results.error_code is not null`;

/** How long the file is kept open after the last result. */
const idleMilliseconds = 500;

export async function openResultDatabase(path: string): Promise<ResultDatabase> {
  await mkdir(dirname(path), { recursive: true });
  let open: OpenDatabase | undefined;
  let idle: NodeJS.Timeout | undefined;
  // Writes come one after another, and the file is let go of only between them.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
  const release = async () => {
    clearTimeout(idle);
    open?.close();
    open = undefined;
  };
  const withDatabase = <T>(work: (connection: DuckDBConnection) => Promise<T>) =>
    inTurn(async () => {
      clearTimeout(idle);
      open ??= await openDatabase(path, 'write');
      try {
        return await work(open.connection);
      } finally {
        idle = setTimeout(() => void inTurn(release), idleMilliseconds).unref();
      }
    });

  const rows = await withDatabase(async (connection) => {
    await connection.run(createTable);
    return readRows(connection);
  });
  const kept = createMemoryStore<JobRow>(rows);
  return {
    has: kept.has,
    rows: kept.rows,
    async add(row) {
      await withDatabase((connection) =>
        connection.run(
          insert,
          columns.map(([, , value]) => value(row)),
        ),
      );
      await kept.add(row);
    },
    close: () => inTurn(release),
  };
}

async function readRows(connection: DuckDBConnection): Promise<JobRow[]> {
  const result = await connection.runAndReadAll(`select ${names.join(', ')} from results order by finished, key`);
  return result.getRowObjects().map(toRow);
}

function toRow(cells: Record<string, DuckDBValue>): JobRow {
  const text = (name: string) => String(cells[name]);
  const json = (name: string) => (cells[name] === null ? undefined : JSON.parse(text(name)));
  const accuracies = { svm: cells.svm, knn: cells.knn, 'extra-trees': cells.extra_trees };
  return {
    key: text('key'),
    identity: text('identity'),
    kind: text('kind') as JobRow['kind'],
    data: text('data'),
    method: text('method'),
    variant: text('variant'),
    k: Number(cells.k),
    seed: Number(cells.seed),
    accuracies: Object.fromEntries(Object.entries(accuracies).filter(([, value]) => value !== null)),
    features: json('features'),
    options: json('options'),
    sample: json('sample') ?? null,
    selectSeconds: Number(cells.select_seconds),
    evaluateSeconds: Number(cells.evaluate_seconds),
    scaling: text('scaling') as JobRow['scaling'],
    dataSha256: text('data_sha256'),
    code: text('code'),
    ...(cells.peak_bytes !== null && { peakBytes: Number(cells.peak_bytes) }),
    ...(cells.error !== null && { error: json('error') }),
    ...(cells.details !== null && { details: json('details') }),
  };
}

export interface OpenDatabase {
  readonly connection: DuckDBConnection;
  close(): void;
}

/** How long to wait for another process to let go of the file. */
const patienceMilliseconds = 20_000;

/** Opens the file; where another process has it, tries again for a while. */
export async function openDatabase(path: string, mode: 'read' | 'write'): Promise<OpenDatabase> {
  const duckdb = await loadOptional(() => import('@duckdb/node-api'), '@duckdb/node-api', 'the result database');
  const access = mode === 'read' ? 'READ_ONLY' : 'READ_WRITE';
  const start = performance.now();
  for (;;) {
    try {
      const instance: DuckDBInstance = await duckdb.DuckDBInstance.create(path, { threads: '1', access_mode: access });
      const connection = await instance.connect();
      return {
        connection,
        close() {
          connection.closeSync();
          instance.closeSync();
        },
      };
    } catch (error) {
      const message = (error as Error).message.split('\n', 1)[0];
      if (!isTaken(message)) throw new UserError('data', `${path}: cannot be opened as a result database (${message})`);
      if (performance.now() - start > patienceMilliseconds) {
        const holder = holderOf(message);
        const who = holder === undefined ? 'another process' : `another process (${holder})`;
        throw new UserError('busy', `${path}: ${who} keeps the result database open; close it there and try again`);
      }
      await new Promise((resolve) => setTimeout(resolve, 100 + 200 * Math.random()));
    }
  }
}
