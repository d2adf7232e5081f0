import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinScores } from './join-scores.js';

test('the method decides between columns that the model is silent on, below those that it scores', () => {
  const model = [Float64Array.of(0, 3, 0), Float64Array.of(0, 2, 2)];
  const method = [Float64Array.of(5, 1, 9), Float64Array.of(1, 11, 1)];
  // Half of the smallest, 2, over a range of 10.
  assert.deepEqual(joinScores(model, method), [Float64Array.of(0.4, 3, 0.8), Float64Array.of(0, 2, 2)]);
});

test('a method that scores all columns the same changes nothing, and a silent model leaves it all to the method', () => {
  const silent = [Float64Array.of(0, 0), Float64Array.of(0, 0)];
  assert.deepEqual(joinScores(silent, [Float64Array.of(7, 7), Float64Array.of(7, 7)]), silent);
  assert.deepEqual(joinScores(silent, [Float64Array.of(1, 3), Float64Array.of(2, 1)]), [
    Float64Array.of(0, 0.5),
    Float64Array.of(0.25, 0),
  ]);
});
