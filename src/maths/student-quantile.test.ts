/** Quantiles of Student's t, against tables. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { studentQuantile } from './student-quantile.js';

// scipy.stats.t.ppf(0.975, [4, 9, 19, 49, 99]) and .ppf(0.95, 9)
const table: readonly [number, number, number][] = [
  [0.975, 4, 2.7764451],
  [0.975, 9, 2.2621572],
  [0.975, 19, 2.093024],
  [0.975, 49, 2.0095752],
  [0.975, 99, 1.984217],
  [0.95, 9, 1.8331129],
];

test('quantiles agree with the table', () => {
  for (const [share, freedom, value] of table) {
    assert.ok(
      Math.abs(studentQuantile(share, freedom) - value) < 0.002,
      `${freedom}: ${studentQuantile(share, freedom)}`,
    );
  }
  assert.equal(studentQuantile(0.5, 7), 0);
});
