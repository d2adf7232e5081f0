/** Worked out by hand from the formulas in the head of stability.ts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { falseSelectionBound, jaccard, pairOff } from './stability.js';

test('the bound is K squared over features times (2 threshold - 1)', () => {
  assert.equal(falseSelectionBound(10, 1000, 0.75), 0.2);
  assert.equal(falseSelectionBound(50, 1000, 1), 2.5);
});

test('features are paired off with themselves first, then one to one with those that are alike', () => {
  const isAlike = (one: number, other: number) => one % 10 === other % 10;
  // 1 and 2 are shared; 13 goes with 23; 14 and 24 would both go with 4, and only one can.
  assert.deepEqual(pairOff([1, 2, 13, 14, 24], [1, 2, 23, 4, 5], isAlike), { same: 2, alike: 2 });
  assert.deepEqual(pairOff([1, 11], [21, 31], isAlike), { same: 0, alike: 2 });
  assert.deepEqual(pairOff([], [1], isAlike), { same: 0, alike: 0 });
});

test('the Jaccard index is what two sets share of all they hold', () => {
  assert.equal(jaccard(2, 5, 5), 0.25);
  assert.equal(jaccard(5, 5, 5), 1);
  assert.equal(jaccard(0, 0, 0), 1);
});
