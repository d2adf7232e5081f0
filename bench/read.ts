/** Reading one table in every format, beside DuckDB's CSV reader, papaparse and apache-arrow, in the same run. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { loadFile } from '../node/files/load-file.js';
import { writeBenchFiles } from './read-files.js';
import type { BenchRow, BenchSection } from './rows.js';

const rowCount = 10_000;
const columnCount = 300;
const repeats = 3;

export async function benchRead(): Promise<BenchSection> {
  const folder = mkdtempSync(join(tmpdir(), 'neurofs-bench-'));
  try {
    const files = await writeBenchFiles(folder, rowCount, columnCount);
    const rows: BenchRow[] = [];
    for (const { name, path } of files) {
      rows.push(row(`neurofs ${name.slice('table.'.length)}`, path, await least(() => loadFile(path))));
    }
    const csv = join(folder, 'table.csv');
    rows.push(...(await benchArrow(csv, join(folder, 'table.arrow'))));
    rows.push(row('DuckDB csv, 1 thread', csv, await least(() => duckdbRead(csv, 1))));
    rows.push(row('DuckDB csv, all threads', csv, await least(() => duckdbRead(csv, undefined))));
    rows.push(peer('papaparse csv', csv, 'papaparse-read.mjs', csv));
    return {
      title: 'Reading files',
      note: `A table of ${rowCount} x ${columnCount} numbers of four decimals, from the file to one matrix in memory with its checksum taken (DuckDB: to a table of its own, papaparse and apache-arrow: to one Float64Array, without a checksum); the least of ${repeats} runs.`,
      rows,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function row(name: string, path: string, milliseconds: number): BenchRow {
  const megabytes = statSync(path).size / 1e6;
  const cells = (rowCount * columnCount) / 1e6;
  return {
    name,
    figures: {
      MB: megabytes,
      ms: milliseconds,
      'MB/s': (megabytes / milliseconds) * 1000,
      'million cells/s': (cells / milliseconds) * 1000,
    },
  };
}

async function least(run: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let repeat = 0; repeat < repeats; repeat++) {
    const start = performance.now();
    await run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

async function duckdbRead(path: string, threads: number | undefined): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', threads === undefined ? {} : { threads: String(threads) });
  const connection = await instance.connect();
  await connection.run(`create table t as select * from read_csv('${path}')`);
  connection.closeSync();
  instance.closeSync();
}

/** An Arrow file written by apache-arrow, read by neurofs and by apache-arrow. */
async function benchArrow(csv: string, path: string): Promise<BenchRow[]> {
  const name = 'neurofs arrow';
  try {
    runPeer('arrow.mjs', 'write', csv, path);
  } catch (error) {
    return [didNotRun(name, error)];
  }
  return [row(name, path, await least(() => loadFile(path))), peer('apache-arrow', path, 'arrow.mjs', 'read', path)];
}

function peer(name: string, path: string, ...command: [script: string, ...words: string[]]): BenchRow {
  try {
    const times = Array.from({ length: repeats }, () => JSON.parse(runPeer(...command)).milliseconds as number);
    return row(name, path, Math.min(...times));
  } catch (error) {
    return didNotRun(name, error);
  }
}

/** In a process of its own, from bench/peers. */
function runPeer(script: string, ...words: string[]): string {
  const file = fileURLToPath(new URL(`../../bench/peers/${script}`, import.meta.url));
  return execFileSync(process.execPath, [file, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

function didNotRun(name: string, error: unknown): BenchRow {
  return { name, figures: { ms: `did not run: ${String(error).split('\n')[0].slice(0, 60)}` } };
}
