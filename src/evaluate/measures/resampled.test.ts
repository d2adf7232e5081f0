/** The corrected interval, against a hand-worked value. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resampledMean } from './resampled.js';

test('the interval is the corrected one of Nadeau and Bengio', () => {
  const { mean, interval } = resampledMean([0.8, 0.9, 0.7, 0.8, 0.8, 0.9, 0.8, 0.7, 0.9, 0.7], 1 / 4);
  assert.ok(Math.abs(mean - 0.8) < 1e-12);
  // Variance 0.06 / 9, so the margin is 2.2622 * sqrt((1/10 + 1/4) * 0.006667) = 0.1093.
  assert.ok(Math.abs(interval[1] - mean - 0.10928) < 2e-4, String(interval[1] - mean));
  assert.ok(Math.abs(interval[0] + interval[1] - 2 * mean) < 1e-12);
});

test('values that are all the same leave no doubt', () => {
  assert.deepEqual(resampledMean([1, 1, 1, 1, 1], 0.25), { mean: 1, interval: [1, 1] });
});
