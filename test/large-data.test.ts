/** Data several times the stated memory: the whole command in a process of its own, and what it takes at its peak. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bytesMatrix } from './stored-array.js';

const home = mkdtempSync(join(tmpdir(), 'neurofs-large-data-'));
after(() => rmSync(home, { recursive: true, force: true }));
const run = fileURLToPath(new URL('./large-run.js', import.meta.url));
const main = fileURLToPath(new URL('../cli/main.js', import.meta.url));

/** IDX files of single-precision images, sorted by class in four equal parts of whole chunks. */
function writeImages(name: string, rowCount: number, side: number): string {
  const columnCount = side * side;
  const header = (type: number, extents: readonly number[]): Buffer => {
    const bytes = Buffer.alloc(4 + 4 * extents.length);
    bytes[2] = type;
    bytes[3] = extents.length;
    for (const [at, extent] of extents.entries()) bytes.writeUInt32BE(extent, 4 + 4 * at);
    return bytes;
  };
  const labels = Uint8Array.from({ length: rowCount }, (_, row) => Math.floor((row * 4) / rowCount));
  writeFileSync(join(home, `${name}-labels-idx1-ubyte`), Buffer.concat([header(8, [rowCount]), labels]));
  const path = join(home, `${name}-images-idx3-ubyte`);
  const file = openSync(path, 'w');
  writeSync(file, header(0x0d, [rowCount, side, side]));
  const chunkRows = 200;
  const chunks = [0, 1, 2, 3].map((label) => noisyRows(chunkRows, columnCount, label));
  for (let row = 0; row < rowCount; row += chunkRows) writeSync(file, chunks[labels[row]]);
  closeSync(file);
  return path;
}

/** Rows of one class, big-endian. The noise is the same in every chunk: it is the signal that is to be found. */
function noisyRows(rowCount: number, columnCount: number, label: number): Buffer {
  const { values } = bytesMatrix(rowCount, columnCount);
  const rows = Buffer.alloc(4 * values.length);
  values.forEach((noise: number, at: number) => {
    rows.writeFloatBE(noise + ((at % columnCount) % 16 === 0 ? 60 * label : 0), 4 * at);
  });
  return rows;
}

describe('data larger than memory', () => {
  const budgetMegabytes = 280;
  const cache = join(home, 'cache');
  const select = (path: string, out: string, more: readonly string[]) => [
    ...['select', path, '--k', '10', '--epochs', '1', '--hidden', '20', '--epsilon', '2', '--batch-size', '500'],
    ...['--test-fraction', '0.1', '--seed', '3', '--out', join(home, out), '--cache', cache, ...more],
  ];

  test('is selected from within the memory stated, and its temporary file is gone afterwards', {
    timeout: 300_000,
  }, () => {
    const path = writeImages('wide', 200_000, 32);
    const memory = ['--memory', `${budgetMegabytes}MB`];
    const { exitCode, peakMegabytes } = JSON.parse(
      execFileSync(process.execPath, [run, ...select(path, 'from-disk', memory)], { encoding: 'utf8' }),
    );
    assert.equal(exitCode, 0);
    const dataMegabytes = (200_000 * 1024 * 4) / 1e6;
    assert.ok(dataMegabytes > 2.9 * budgetMegabytes, `${dataMegabytes} MB of data`);
    assert.ok(peakMegabytes < budgetMegabytes, `${peakMegabytes} MB at the peak, ${budgetMegabytes} MB allowed`);
    assert.deepEqual(readdirSync(cache), [], 'nothing is left on disk');
    const { features } = JSON.parse(readFileSync(join(home, 'from-disk', 'selection.json'), 'utf8'));
    for (const { name } of features) assert.equal((Number(name.slice(1)) - 1) % 16, 0, `${name} tells the class`);
  });

  test('leaves nothing on disk when it is interrupted', { timeout: 60_000 }, async () => {
    const path = writeImages('small', 20_000, 32);
    mkdirSync(cache, { recursive: true });
    const words = select(path, 'stopped', ['--memory', '260MB', '--epochs', '500']);
    const child = spawn(process.execPath, [main, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
    let told = '';
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    await new Promise<void>((resolve) => {
      child.stderr.on('data', (text) => {
        told += text;
        if (told.includes('on disk')) resolve();
      });
    });
    child.kill('SIGINT');
    assert.equal(await ended, 130, told);
    assert.match(told, /The data has no room in memory: \d+.MB on disk in .*cache for now/);
    assert.deepEqual(readdirSync(cache), []);
  });
});
