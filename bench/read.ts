/** Reading one table in every format, beside DuckDB's CSV reader and papaparse, in the same run. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { loadFile } from '../node/load-file.js';
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
    rows.push(row('DuckDB csv, 1 thread', csv, await least(() => duckdbRead(csv, 1))));
    rows.push(row('DuckDB csv, all threads', csv, await least(() => duckdbRead(csv, undefined))));
    rows.push(papaparse(csv));
    return {
      title: 'Reading files',
      note: `A table of ${rowCount} x ${columnCount} numbers of four decimals, from the file to one matrix in memory with its checksum taken (DuckDB: to a table of its own, papaparse: to one Float64Array, without a checksum); the least of ${repeats} runs.`,
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

/** In a process of its own, from bench/peers. */
function papaparse(path: string): BenchRow {
  const script = fileURLToPath(new URL('../../bench/peers/papaparse-read.mjs', import.meta.url));
  try {
    const times = Array.from({ length: repeats }, () => {
      const output = execFileSync(process.execPath, [script, path], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      return JSON.parse(output).milliseconds as number;
    });
    return row('papaparse csv', path, Math.min(...times));
  } catch (error) {
    return { name: 'papaparse csv', figures: { ms: `did not run: ${String(error).split('\n')[0].slice(0, 60)}` } };
  }
}
