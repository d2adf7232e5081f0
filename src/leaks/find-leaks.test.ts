import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pacer } from '../compute/pacer.js';
import { fillNormal } from '../maths/normal.js';
import { createRandom } from '../maths/random.js';
import { preparationDefaults, prepareRows } from '../prepare/prepare-rows.js';
import { numberedClasses } from '../target/class-target.js';
import type { Dataset } from '../types.js';
import { findLeaks } from './find-leaks.js';
import { findTelling } from './telling-columns.js';

const [rowCount, columnCount, classCount] = [200, 12, 4];
const labels = Int32Array.from({ length: rowCount }, (_, row) => row % classCount);
const split = {
  train: Int32Array.from({ length: 160 }, (_, row) => row),
  test: Int32Array.from({ length: 40 }, (_, row) => 160 + row),
};

/** Noise, but for the cells that `change` gives. */
function leaksOf(change: (cells: Float64Array, row: number) => void, more: Partial<Dataset> = {}) {
  const values = new Float64Array(rowCount * columnCount);
  fillNormal(values, createRandom(1));
  for (let row = 0; row < rowCount; row++) change(values.subarray(row * columnCount, (row + 1) * columnCount), row);
  const dataset: Dataset = {
    matrix: { kind: 'dense', rowCount, columnCount, values },
    featureNames: Array.from({ length: columnCount }, (_, column) => `c${column}`),
    target: numberedClasses(labels, classCount),
    targetName: 'y',
    ...more,
  };
  return findLeaks(prepareRows(dataset, split, preparationDefaults));
}

test('noise, and a column that merely goes with the class, are no leak', async () => {
  assert.deepEqual(await leaksOf(() => {}), []);
  const goesWith = (cells: Float64Array, row: number) => {
    cells[3] += labels[row];
  };
  assert.deepEqual(await leaksOf(goesWith), []);
});

test('a column that is made of the class is named, with the option that leaves it out', async () => {
  const [leak, ...others] = await leaksOf((cells, row) => {
    cells[7] = 10 * labels[row] + 0.01 * cells[7];
  });
  assert.deepEqual(others, []);
  assert.equal(leak.kind, 'telling columns');
  assert.deepEqual(leak.columns, ['c7']);
  assert.match(leak.statement, /"c7" tells the target of 100\.0 % of the training rows alone/);
  assert.deepEqual(leak.advice?.[0], {
    option: 'leaveOut',
    values: ['c7'],
    purpose: 'unless it is known before the target is',
  });
});

test('columns that give the class away together are named, though none of them does alone', async () => {
  const [leak] = await leaksOf((cells, row) => {
    cells[2] = labels[row] & 1;
    cells[9] = labels[row] >> 1;
  });
  assert.deepEqual([...leak.columns!].sort(), ['c2', 'c9']);
  assert.match(leak.statement, /together/);
});

test('test rows that are copies of training rows, or nearly, are counted', async () => {
  const first = new Float64Array(rowCount * columnCount);
  fillNormal(first, createRandom(1));
  const [leak] = await leaksOf((cells, row) => {
    if (row < 160 || row >= 180) return;
    const like = first.subarray((row - 160) * columnCount, (row - 159) * columnCount);
    cells.forEach((cell, column) => {
      cells[column] = like[column] + (row < 170 ? 0 : 0.001 * cell);
    });
  });
  assert.equal(leak.kind, 'rows on both sides');
  assert.match(leak.statement, /10 of 40 test rows are the same .* 10 of 40 test rows are nearly the same/);
  assert.deepEqual(leak.advice, [
    { option: 'groupBy', purpose: 'to keep the rows of a subject on one side' },
    'leave out the copies',
  ]);
});

test('the number of a subject with several rows asks for a split by it', async () => {
  const names = Array.from({ length: columnCount }, (_, column) => (column === 5 ? 'patient_id' : `c${column}`));
  const numbered = (cells: Float64Array, row: number) => {
    cells[5] = Math.floor(row / 5) * 7 + 3;
  };
  const [leak] = await leaksOf(numbered, { featureNames: names });
  assert.deepEqual([leak.kind, leak.columns], ['subjects on both sides', ['patient_id']]);
  const grouped = { featureNames: names, groupOfRow: labels };
  assert.deepEqual(await leaksOf(numbered, grouped), []);
});

test('columns of counts that cannot tell enough are left out without changing what is found', async () => {
  const random = createRandom(3);
  const [rows, columns, classes] = [400, 300, 3];
  const truth = Int32Array.from({ length: rows }, () => random.below(classes));
  const parts = Array.from({ length: columns }, (_, column) =>
    Int32Array.from(truth, (label) => (random.float() < (column % 5 === 0 ? 0.09 : 0.004) * (1 + label) ? 1 : 0)),
  );
  // Two columns that tell all together, which a leader of the others must not push out.
  for (const [place, column] of [200, 250].entries()) parts[column] = truth.map((label) => (label === place ? 1 : 0));
  const asked = new Set<number>();
  const partsOf = (column: number) => {
    asked.add(column);
    return { codes: parts[column], partCount: 2 };
  };
  const own = Float64Array.from(parts, (codes) => codes.filter((code) => code !== 0).length);
  const find = (ownValues?: Float64Array) => findTelling(columns, partsOf, truth, classes, new Pacer({}), ownValues);
  const expected = await find();
  assert.deepEqual([...expected.together!.columns].sort(), [200, 250]);
  asked.clear();
  assert.deepEqual(await find(own), expected);
  assert.ok(asked.size < columns / 2, `${asked.size} columns were looked at`);
});
