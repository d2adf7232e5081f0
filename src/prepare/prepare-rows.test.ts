import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classesOf, numberedClasses } from '../target/class-target.js';
import type { Dataset, DenseMatrix } from '../types.js';
import { preparationDefaults, prepareRows } from './prepare-rows.js';

const dataset: Dataset = {
  matrix: { kind: 'dense', rowCount: 4, columnCount: 2, values: Float32Array.of(1, 5, 2, 6, 3, 9, 4, 7) },
  featureNames: ['a', 'b'],
  target: numberedClasses(Int32Array.of(0, 1, 1, 0), 2),
  targetName: 'class',
};

test('a method sees the training rows in their order and no others, also where there are no test rows', () => {
  for (const train of [Int32Array.of(0, 2), Int32Array.of(3, 2, 1, 0)]) {
    const { training } = prepareRows(dataset, { train, test: new Int32Array(0) }, preparationDefaults);
    assert.equal(training.matrix.rowCount, train.length);
    const { values } = dataset.matrix as DenseMatrix;
    assert.deepEqual(
      [...(training.matrix as DenseMatrix).values],
      [...train].flatMap((row) => [values[2 * row], values[2 * row + 1]]),
    );
    const { labels } = classesOf(dataset.target);
    assert.deepEqual(
      [...classesOf(training.target).labels],
      Array.from(train, (row) => labels[row]),
    );
  }
});

test('rows that are all of them, in order, are not copied', () => {
  const split = { train: Int32Array.of(0, 1, 2, 3), test: new Int32Array(0) };
  assert.equal(prepareRows(dataset, split, preparationDefaults).training.matrix, dataset.matrix);
});

test('a feature that repeats another leaves, and stays where it is asked to; a constant one leaves', () => {
  const repeated: Dataset = {
    ...dataset,
    matrix: { kind: 'dense', rowCount: 4, columnCount: 3, values: Float32Array.of(1, 1, 5, 2, 2, 5, 3, 3, 5, 4, 4, 5) },
    featureNames: ['a', 'copy of a', 'constant'],
  };
  const split = { train: Int32Array.of(0, 1, 2, 3), test: new Int32Array(0) };
  assert.deepEqual([...prepareRows(repeated, split, preparationDefaults).kept], [0]);
  assert.deepEqual([...prepareRows(repeated, split, { ...preparationDefaults, copies: 'kept' }).kept], [0, 1]);
});
