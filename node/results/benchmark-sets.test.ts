import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { UserError } from '../../src/errors.js';
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
  assert.match(
    leftOut['untold.csv'],
    /^there is no column "kind"; .*; name its target with "target" in benchmark\.json$/,
  );
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
  const why = (holder: string) => `holds the same features and target as ${holder}, so it is not counted again`;
  assert.deepEqual(leftOut, {
    'arrays.npz': why('a.csv'),
    'copy.csv': why('a.csv'),
    'lines.svm': why('a.csv'),
    'pointer.csv': why('other.csv'),
    'renamed.csv': why('a.csv'),
    'tabs.tsv': why('a.csv'),
  });
});

test('says of every file that is left out what is wrong, where in it, and what to do, in the words of a benchmark', async () => {
  const folder = folderOf('damaged', {
    'quote.csv': 'a,b,kind\n1,2,x\n1,"2,y\n',
    'cells.csv': 'a,b,kind\n1,2,x\n1,2,y,z\n',
    'empty.csv': '',
    'head.csv': 'a,b,kind\n',
    'zero.bin': Buffer.from([1, 0, 2, 10]),
    'missing.csv': 'a,b,c,kind\n1,,2,x\n2,3,4,y\n1,5,2,x\n2,3,4,y\n',
    'narrow.csv': 'a,kind\n1,x\n2,y\n3,x\n4,y\n',
  });
  const { leftOut } = await found(folder, { target: 'kind' });
  assert.deepEqual(leftOut, {
    'cells.csv': 'line 3: 4 cells where the header has 3; every row needs as many cells as the header',
    'empty.csv': 'the file is empty',
    'head.csv': 'there is a header but no row below it',
    'missing.csv':
      '1 cell in 1 column is missing: "b" (1, first in row 1); use "missing": "drop-rows", "drop-columns", "mean", "median" or "indicator" in benchmark.json, or clean the file',
    'narrow.csv': 'has 1\u00a0feature, too few to select 2 of them; ask for fewer with --k',
    'quote.csv': 'line 3: a quote is opened and never closed; close it, or write a quote inside a cell twice ("")',
    'zero.bin': 'line 1: holds a zero byte, so this is neither a text table nor a format that is known',
  });
  const untold = await found(folderOf('untold', { 'a.csv': asText(10) }));
  assert.equal(
    untold.leftOut['a.csv'],
    'the target is not known; name the column to predict with --target, or with "target" in benchmark.json',
  );
});

test('refuses a benchmark.json that says what cannot be, with the place', async () => {
  const folder = folderOf('wrong', { 'a.csv': asText(11) });
  const refuses = async (said: unknown, message: RegExp) => {
    writeFileSync(join(folder, 'benchmark.json'), typeof said === 'string' ? said : JSON.stringify(said));
    await assert.rejects(found(folder, { target: 'kind' }), (error) => {
      assert.ok(error instanceof UserError);
      assert.match(error.message, message);
      return true;
    });
  };
  await refuses('[', /benchmark\.json: is not JSON \(/);
  await refuses(['a.csv'], /benchmark\.json: must be an object with names of files, such as .*\. Got \["a\.csv"\]/);
  await refuses(
    { 'gone.csv': {} },
    /benchmark\.json: there is no file "gone\.csv" in .*; correct the name or take it out/,
  );
  await refuses({ 'a.csv': true }, /benchmark\.json, "a\.csv": must be options, such as .*, or false\. Got true/);
  await refuses({ 'a.csv': { tarket: 'kind' } }, /"a\.csv": there is no option "tarket"; did you mean "target"\?/);
  await refuses({ 'a.csv': { target: 3 } }, /"a\.csv": "target" must be a text\. Got 3/);
  await refuses({ 'a.csv': { leaveOut: 'a' } }, /"a\.csv": "leaveOut" must be a list of texts, .*\. Got "a"/);
  await refuses({ 'a.csv': { format: 'word' } }, /"a\.csv": "format" must be one of csv, .*\. Got "word"/);
  await refuses({ 'a.csv': { header: 'no' } }, /"a\.csv": "header" must be true or false\. Got "no"/);
});
