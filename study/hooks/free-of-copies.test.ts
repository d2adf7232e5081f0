/** What is left of an importance when copies are taken off: worked out by hand. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { freeOfCopies } from './free-of-copies.js';

/** Columns of four rows, each of mean 0; 0 and 1 are copies, turned round; 2 has r^2 = 0 with them, and 3 a half with all. */
const columns = [
  [1, 1, -1, -1],
  [-1, -1, 1, 1],
  [1, -1, 1, -1],
  [1, 0, 0, -1],
];
const rows = { values: Float32Array.from(columns.flat()), rowCount: 4 };

const rounded = (values: Float64Array): number[] => Array.from(values, (value) => Number(value.toFixed(9)));

describe('importance free of copies', () => {
  test('leaves a copy a fifth and keeps what stands apart: worked out by hand', () => {
    assert.deepEqual(rounded(freeOfCopies(Float64Array.of(0.4, 0.3, 0.15, 0.2), rows)), [0.4, 0.06, 0.15, 0.12]);
  });

  test('takes the features by what is left of them, not by what they were', () => {
    // 3 falls from 0.5 to 0.3 behind 0, so that 2 comes before it and loses nothing to it.
    assert.deepEqual(rounded(freeOfCopies(Float64Array.of(0.6, 0.55, 0.35, 0.5), rows)), [0.6, 0.11, 0.35, 0.3]);
  });

  test('of one feature is as it was, and of none that is important 0', () => {
    assert.deepEqual(rounded(freeOfCopies(Float64Array.of(0, 0, 0.2, 0), rows)), [0, 0, 0.2, 0]);
    assert.deepEqual(rounded(freeOfCopies(new Float64Array(4), rows)), [0, 0, 0, 0]);
  });

  test('of 600 features looks at the 400 most important', () => {
    const [featureCount, rowCount] = [600, 700];
    const values = new Float32Array(featureCount * rowCount);
    for (let feature = 0; feature < featureCount; feature++) values[feature * rowCount + feature] = 1;
    const importance = Float64Array.from({ length: featureCount }, (_, feature) => 1 + feature);
    const free = freeOfCopies(importance, { values, rowCount });
    assert.equal(free[599], 600);
    assert.ok(free.subarray(200).every((each) => each > 0));
    assert.ok(free.subarray(0, 200).every((each) => each === 0));
  });
});
