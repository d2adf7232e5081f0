import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserError } from '../errors.js';
import { fillMissing } from '../prepare/fill-missing.js';
import { findRedundant } from '../prepare/find-redundant.js';
import { readCsv } from '../read/csv/csv.js';
import { bytesSource } from '../read/source/source.js';
import { classesOf } from '../target/class-target.js';
import type { Dataset, DenseMatrix, SparseMatrix } from '../types.js';
import { encodeTable } from './encode-table.js';
import { parseDate } from './parse-date.js';

const table = (text: string) => readCsv(bytesSource('table.csv', new TextEncoder().encode(text)));

function rows(dataset: Dataset): number[][] {
  const { values, columnCount, rowCount } = dataset.matrix as DenseMatrix;
  return Array.from({ length: rowCount }, (_, row) => [...values.subarray(row * columnCount, (row + 1) * columnCount)]);
}

async function refuses(text: string, target: string, message: RegExp): Promise<void> {
  const read = await table(text);
  assert.throws(
    () => encodeTable(read, { target }),
    (error: unknown) => error instanceof UserError && error.code === 'data' && message.test(error.message),
  );
}

test('a numeric target gives classes in the order of the numbers, and leaves the features', async () => {
  const dataset = encodeTable(await table('a,y,b\n1,10,2\n3,9,4\n5,10,6\n7,9,8\n'), { target: 'y' });
  assert.deepEqual(classesOf(dataset.target).classNames, ['9', '10']);
  assert.deepEqual([...classesOf(dataset.target).labels], [1, 0, 1, 0]);
  assert.deepEqual(dataset.featureNames, ['a', 'b']);
  assert.deepEqual([...(dataset.matrix as DenseMatrix).values], [1, 2, 3, 4, 5, 6, 7, 8]);
  assert.equal(dataset.targetName, 'y');
});

test('a text target gives classes in the order of the text', async () => {
  const dataset = encodeTable(await table('a,y\n1,b\n3,a\n5,b\n7,a\n'), { target: 'y' });
  assert.deepEqual(classesOf(dataset.target).classNames, ['a', 'b']);
  assert.deepEqual([...classesOf(dataset.target).labels], [1, 0, 1, 0]);
});

test('the row names that pandas writes are never a feature', async () => {
  const dataset = encodeTable(await table(',a,y\n0,1,b\n1,3,a\n2,5,b\n3,7,a\n'), { target: 'y' });
  assert.deepEqual(dataset.featureNames, ['a']);
});

test('a target that cannot be learnt is refused with advice', async () => {
  await refuses('age,y\n1,a\n2,b\n', 'agee', /no column "agee"; did you mean "age"\?/);
  await refuses('age,y\n1,a\n2,b\n', 'zzzzzz', /the columns are "age", "y"/);
  await refuses('a,y\n1,a\n2,a\n', 'y', /"a" in every row/);
  await refuses('a,y\n1,a\n', 'y', /one row/);
  // What is advised would not be refused in its turn.
  const single = (rows: string) => refuses(`a,y\n${rows}`, 'y', /; it needs two classes of two rows or more$/);
  await single('1,a\n2,a\n3,b\n');
  await single('1,a\n2,b\n3,c\n');
  await refuses('a,y\n1,a\n2,a\n3,b\n4,c\n', 'y', /2 classes of 3 with fewer than two rows .*; use rare: 'pool'/);
  await refuses('a,y\n1,a\n2,a\n3,b\n4,b\n5,c\n', 'y', /1 class of 3 .*\("c"\); use rare: 'drop'$/);
  await refuses('a,y\n1,a\n2,a\n3,b\n4,b\n5,c\n6,d\n', 'y', /\("c", "d"\); use rare: 'drop' or 'pool'$/);
  await refuses('a,y\n1,a\n2,NA\n3,a\n4,b\n5,b\n', 'y', /missing in 1 row, first in row 2/);
  await refuses('y\n1\n1\n2\n2\n', 'y', /no feature is left besides the target/);
});

test('missing and infinite cells are refused with their columns, rows and counts', async () => {
  await refuses(
    'a,t,y\n1,u,p\n,v,p\n4,,q\n,v,q\n',
    'y',
    /3 cells in 2 columns are missing: "a" \(2, first in row 2\), "t" \(1, first in row 3\); use missing: 'drop-rows', .* or 'indicator', or clean the file/,
  );
  await refuses(
    'a,b,y\n1,2,p\n2,3,p\n4,-inf,q\n6,5,q\n',
    'y',
    /infinite numbers in "b" \(1, first -Infinity in row 3\)/,
  );
});

test('a column of numbers with a stray text is refused with its place, not taken for categories', async () => {
  await refuses(
    'age,y\n1,p\nabc,p\n4,q\n9,q\n',
    'y',
    /column "age", row 2: expected a number, got "abc" \(the only such cell\)/,
  );
});

test('text becomes one feature a category, grouped under its column, two categories one feature', async () => {
  const dataset = encodeTable(await table('a,kind,b,sex,y\n1,u,2,m,p\n2,v,7,f,q\n3,w,5,f,p\n4,u,1,m,q\n'), {
    target: 'y',
  });
  assert.deepEqual(dataset.featureNames, ['a', 'kind=u', 'kind=v', 'kind=w', 'b', 'sex=m']);
  assert.deepEqual(rows(dataset), [
    [1, 1, 0, 0, 2, 1],
    [2, 0, 1, 0, 7, 0],
    [3, 0, 0, 1, 5, 0],
    [4, 1, 0, 0, 1, 1],
  ]);
  assert.deepEqual(dataset.groups?.names, ['a', 'kind', 'b', 'sex']);
  assert.deepEqual(dataset.columns, [
    { name: 'kind', use: 'one-hot', featureCount: 3, categories: ['u', 'v', 'w'] },
    { name: 'sex', use: 'one-hot', featureCount: 1, categories: ['f', 'm'] },
    { name: 'y', use: 'target', featureCount: 0 },
  ]);
});

test('dates become days', async () => {
  const dataset = encodeTable(
    await table('when,y\n1970-01-02,p\n1969-12-31T12:00,q\n2000-03-01 00:00:00Z,p\n1970-01-01T02:00+02:00,q\n'),
    { target: 'y' },
  );
  assert.deepEqual(rows(dataset), [[1], [-0.5], [11017], [0]]);
  assert.deepEqual(dataset.columns?.[0], { name: 'when', use: 'date', featureCount: 1 });
  for (const text of ['3/1/2024', '2024-02-30', '2024-13-01', '20240301', 'May', '2024-01-01T25:00']) {
    assert.ok(Number.isNaN(parseDate(text)), text);
  }
  assert.equal(parseDate('1.3.2000'), 11017);
});

test('identifiers name the rows, and columns of many categories are left out by rule, unless they are kept', async () => {
  const lines = Array.from({ length: 60 }, (_, row) => `id${row},${row},town${row % 20},${row % 7},${row % 2}`);
  const text = await table(`id,n,town,x,y\n${lines.join('\n')}\n`);
  const dataset = encodeTable(text, { target: 'y', mostCategories: 15 });
  assert.deepEqual(dataset.featureNames, ['x']);
  assert.deepEqual(
    dataset.columns?.map((record) => [record.name, record.use, record.note]),
    [
      ['id', 'identifier', undefined],
      ['n', 'left out', 'looks like an identifier: it counts the rows'],
      ['town', 'left out', '20 categories, more than 15'],
      ['y', 'target', undefined],
    ],
  );
  const kept = encodeTable(text, { target: 'y', mostCategories: 15, keep: ['town', 'n'], leaveOut: ['x'] });
  assert.equal(kept.matrix.columnCount, 21);
  assert.throws(() => encodeTable(text, { target: 'y', keep: ['twon'] }), /no column "twon"; did you mean "town"/);
});

const gaps = 'a,b,t,y\n1,2,u,p\n,3,v,p\n4,4,,q\n9,6,v,q\n2,,u,\n';

test('rows with missing cells are dropped on request, and their numbers kept', async () => {
  const dataset = encodeTable(await table(`${gaps}3,7,u,p\n5,9,u,q\n`), { target: 'y', missing: 'drop-rows' });
  assert.deepEqual([...dataset.rowNumbers!], [0, 3, 5, 6]);
  assert.deepEqual(rows(dataset), [
    [1, 2, 0],
    [9, 6, 1],
    [3, 7, 0],
    [5, 9, 0],
  ]);
  assert.equal(dataset.missing, undefined);
});

const filledGaps = gaps.replace('2,,u,\n', '2,,u,p\n');

test('columns with missing cells are dropped on request', async () => {
  const dataset = encodeTable(await table(filledGaps.replaceAll('b', 'b,c').replace(/^(\d*),/gm, '$1,5,')), {
    target: 'y',
    missing: 'drop-columns',
  });
  assert.equal(dataset.columns?.filter((record) => record.note?.endsWith('missing')).length, 3);
  assert.equal(dataset.matrix.columnCount, 1);
});

test('missing cells are filled from training rows alone, text by a category of its own', async () => {
  const dataset = encodeTable(await table(filledGaps), { target: 'y', missing: 'median' });
  assert.deepEqual(dataset.featureNames, ['a', 'b', 't=u', 't=v', 't (missing)']);
  assert.deepEqual(
    rows(fillMissing(dataset, [0, 1, 2])).map((row) => row.slice(0, 2)),
    [
      [1, 2],
      [2.5, 3],
      [4, 4],
      [9, 6],
      [2, 3],
    ],
  );
  const indicated = encodeTable(await table(filledGaps), { target: 'y', missing: 'indicator' });
  assert.deepEqual(indicated.featureNames, ['a', 'a (missing)', 'b', 'b (missing)', 't=u', 't=v', 't (missing)']);
  const filled = fillMissing(indicated, [0, 2]);
  assert.deepEqual(rows(filled)[1].slice(0, 4), [2.5, 1, 3, 0]);
  assert.equal(filled.missing, undefined);
});

test('constant and repeated features are found, dense and sparse alike', async () => {
  const dataset = encodeTable(await table('a,b,c,d,y\n1,7,1,0,p\n2,7,2,1,q\n3,7,3,1,p\n1,7,1,2,q\n'), { target: 'y' });
  const found = findRedundant(dataset.matrix);
  assert.deepEqual(found.constant, [1]);
  assert.deepEqual([...found.repeats], [[2, 0]]);
  assert.deepEqual(findRedundant(dataset.matrix, [1, 2]).constant, [1, 3]);
  const sparse: SparseMatrix = {
    kind: 'sparse',
    rowCount: 3,
    columnCount: 4,
    rowStart: Float64Array.of(0, 3, 4, 7),
    column: Int32Array.of(0, 1, 3, 1, 0, 1, 3),
    value: Int8Array.of(5, 2, 5, 2, 6, 2, 6),
  };
  const redundant = findRedundant(sparse);
  assert.deepEqual(redundant.constant, [1, 2]);
  assert.deepEqual([...redundant.repeats], [[3, 0]]);
});

test('rows are numbered by group for a split by group', async () => {
  const dataset = encodeTable(await table('a,who,y\n1,x,p\n3,z,q\n2,x,p\n5,z,q\n'), { target: 'y', groupBy: 'who' });
  assert.deepEqual([...dataset.groupOfRow!], [0, 1, 0, 1]);
  assert.deepEqual(dataset.featureNames, ['a']);
});

test('groups of one row each are said to have no effect', async () => {
  const dataset = encodeTable(await table('a,who,y\n1,w,p\n3,x,q\n2,z,p\n5,v,q\n'), { target: 'y', groupBy: 'who' });
  assert.deepEqual(dataset.notes, ['grouping by "who" has no effect: every row has a value of its own there']);
});

test('leaving out the target is refused, and columns left out by rule are told with the option that keeps them', async () => {
  const read = await table('a,y\n1,p\n3,q\n2,p\n5,q\n');
  const isUsage = (error: unknown) => error instanceof UserError && error.code === 'usage';
  assert.throws(() => encodeTable(read, { target: 'y', leaveOut: ['y'] }), isUsage);
  assert.throws(() => encodeTable(read, { target: 'y', leaveOut: ['a'] }), /: 1 column was left out .* with keep$/);
});

test('a column of two categories is one feature that knows its column', async () => {
  const dataset = encodeTable(await table('a,sex,y\n1,m,p\n2,f,q\n3,m,q\n4,f,p\n'), { target: 'y' });
  assert.deepEqual(dataset.featureNames, ['a', 'sex=m']);
  assert.deepEqual(dataset.columnNames, ['a', 'sex']);
});

test('rows that are dropped for missing cells are counted in a note', async () => {
  const csv = 'a,b,y\n1,2,p\n,3,q\n4,5,q\n6,7,p\n8,,p\n9,9,q\n';
  const dataset = encodeTable(await table(csv), { target: 'y', missing: 'drop-rows' });
  assert.deepEqual(dataset.notes, ['2 of 6 rows were dropped because cells are missing in them; 4 are left.']);
});

test('unknown words of the options are refused', async () => {
  const read = await table('a,y\n1,p\n2,q\n3,q\n4,p\n');
  assert.throws(() => encodeTable(read, { target: 'y', missing: 'zap' as never }), /must be one of refuse, drop-rows/);
  assert.throws(() => encodeTable(read, { targt: 'y' } as never), /unknown option "targt"/);
  assert.throws(() => encodeTable(read, {} as never), /must be the name of a column/);
});
