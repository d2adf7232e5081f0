import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankScores, scoresFromOrder } from './rank-scores.js';

test('features are ranked by falling score, equal ones by index, infinite ones first', () => {
  const { ranking } = rankScores(Float64Array.of(1, 3, Number.POSITIVE_INFINITY, 3, -2, Number.POSITIVE_INFINITY));
  assert.deepEqual([...ranking], [2, 5, 1, 3, 0, 4]);
});

test('a score that is not a number is a bug and named', () => {
  assert.throws(() => rankScores(Float64Array.of(1, Number.NaN)), /feature 1: the score is not a number/);
});

test('an order gives evenly falling scores, and the rest follows below the last selected', () => {
  const { scores, ranking } = scoresFromOrder([3, 0], Float64Array.of(9, 1, 2, 9));
  assert.deepEqual([...ranking], [3, 0, 2, 1]);
  assert.deepEqual([...scores], [0.5, 1 / 3 / 2, 2 / 3 / 2, 1]);
  assert.deepEqual([...rankScores(scores).ranking], [...ranking]);
});

test('a feature selected twice is a bug', () => {
  assert.throws(() => scoresFromOrder([1, 1], new Float64Array(3)), /2 selected and 2 other features/);
});
