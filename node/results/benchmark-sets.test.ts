import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createRandom } from '../../src/maths/random.js';
import type { Table } from '../../src/types.js';
import { reduceTable } from '../../src/write/reduced-table.js';
import { type WrittenFormat, writeTable } from '../../src/write/write-table.js';
import { type BenchmarkRequest, findBenchmarkSets } from './benchmark-sets.js';

const all = mkdtempSync(join(tmpdir(), 'neurofs-benchmark-sets-'));
after(() => rmSync(all, { recursive: true, force: true }));

const names = ['a', 'b', 'c', 'd'];

/** Thirty rows of four features, other ones for every seed. */
function cellsOf(seed: number): number[][] {
  const random = createRandom(seed);
  return Array.from({ length: 30 }, () => names.map(() => Math.fround(random.float())));
}

const classOf = (row: number) => (row % 3 === 0 ? 'yes' : 'no');

function asText(seed: number, { target = 'kind', separator = ',', told = classOf as (row: number) => unknown } = {}) {
  const rows = cellsOf(seed).map((cells, row) => [...cells, told(row)]);
  return [[...names, target], ...rows].map((cells) => `${cells.join(separator)}\n`).join('');
}

function asSvmlight(seed: number): string {
  const entries = (cells: number[]) => cells.map((cell, i) => `${i + 1}:${cell}`).join(' ');
  return cellsOf(seed)
    .map((cells, row) => `${row % 3 === 0 ? 1 : 2} ${entries(cells)}\n`)
    .join('');
}

async function asWritten(seed: number, format: WrittenFormat): Promise<Buffer> {
  const rows = cellsOf(seed);
  const table: Table = {
    rowCount: rows.length,
    numericNames: names,
    numeric: { kind: 'dense', rowCount: rows.length, columnCount: 4, values: Float32Array.from(rows.flat()) },
    text: [{ name: 'kind', values: rows.map((_, row) => classOf(row)) }],
    columnOrder: [...names, 'kind'],
  };
  const facts = { classes: new Set(['kind']), places: new Map(), parameters: { obs: 'kind' } };
  const reduced = reduceTable(table, { names, apart: ['kind'] }, facts);
  return Buffer.concat([...(await writeTable(reduced, format))].map((piece) => Buffer.from(piece)));
}

function folderOf(name: string, files: Readonly<Record<string, string | Buffer>>): string {
  const folder = join(all, name);
  mkdirSync(folder);
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
  return folder;
}

const request: BenchmarkRequest = { k: [2], testFraction: 0.2, scaleOn: 'train' };

async function found(folder: string, asked: Partial<BenchmarkRequest> = {}) {
  const { sets, leftOut } = await findBenchmarkSets(folder, { ...request, ...asked });
  const targets = Object.fromEntries(sets.map(({ key, data }) => [key, data.reading?.target]));
  return { sets, targets, leftOut: Object.fromEntries(leftOut.map(({ name, why }) => [name, why])) };
}

test('one target serves a folder in which some files bring their own', async () => {
  const folder = folderOf('mixed', {
    'lines.svm': asSvmlight(1),
    'table.csv': asText(2),
    'cells.h5ad': await asWritten(3, 'h5ad'),
    'arrays.npz': await asWritten(4, 'npz'),
    'told.csv': asText(5, { target: 'other' }),
    'untold.csv': asText(6, { target: 'other' }),
    'benchmark.json': JSON.stringify({ 'told.csv': { target: 'other' } }),
  });
  const { targets, leftOut } = await found(folder, { target: 'kind' });
  assert.deepEqual(targets, {
    'arrays.npz': 'y',
    'cells.h5ad': 'kind',
    'lines.svm': 'label',
    'table.csv': 'kind',
    'told.csv': 'other',
  });
  assert.match(leftOut['untold.csv'], /there is no column "kind"/);
});

test('what is said of a file holds, also where the file brings another target', async () => {
  const folder = folderOf('said', {
    'arrays.npz': await asWritten(4, 'npz'),
    'benchmark.json': JSON.stringify({ 'arrays.npz': { target: 'kind' } }),
  });
  const { sets, leftOut } = await found(folder, { target: 'y' });
  assert.equal(sets.length, 0);
  assert.match(leftOut['arrays.npz'], /there is no variable "kind"/);
});

test('categories of a column count as one feature, as K counts them', async () => {
  const colours = ['red', 'green', 'blue'];
  const rows = cellsOf(7).map((cells, row) => `${cells.slice(0, 2).join()},${colours[row % 3]},${row % 2}\n`);
  const folder = folderOf('categories', { 'table.csv': `a,b,colour,kind\n${rows.join('')}` });
  const { sets } = await found(folder, { target: 'kind' });
  assert.equal(sets[0].featureCount, 3);
});

test('the same data under several names counts once, in whatever format, and is named with the file that it repeats', async () => {
  const folder = folderOf('repeated', {
    'a.csv': asText(8),
    'copy.csv': asText(8),
    'tabs.tsv': asText(8, { separator: '\t', target: 'class' }),
    'other.csv': asText(9),
    'renamed.csv': asText(8, { told: (row) => (row % 3 === 0 ? 'ill' : 'well') }),
    'lines.svm': asSvmlight(8),
    'arrays.npz': await asWritten(8, 'npz'),
    'shuffled.csv': asText(8, { told: (row) => classOf(row + 1) }),
    'time.csv': asText(8, { told: (row) => row * 1.5 }),
    'benchmark.json': JSON.stringify({ 'tabs.tsv': { target: 'class' } }),
  });
  symlinkSync('other.csv', join(folder, 'pointer.csv'));
  const { sets, leftOut } = await found(folder, { target: 'kind' });
  const names = sets.map(({ data }) => data.name);
  assert.deepEqual(names, ['a', 'other', 'shuffled', 'time']);
  const why = (holder: string) => `holds the same features and target as ${holder}, and data counts once`;
  assert.deepEqual(leftOut, {
    'arrays.npz': why('a.csv'),
    'copy.csv': why('a.csv'),
    'lines.svm': why('a.csv'),
    'pointer.csv': why('other.csv'),
    'renamed.csv': why('a.csv'),
    'tabs.tsv': why('a.csv'),
  });
});
