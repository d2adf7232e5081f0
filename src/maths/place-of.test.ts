import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeOf } from './place-of.js';

const sorted = Int32Array.of(9, 2, 3, 5, 8, 1);

test('a value is found between the bounds', () => {
  const places = [2, 3, 5, 8].map((value) => placeOf(sorted, 1, 5, value));
  assert.deepEqual(places, [1, 2, 3, 4]);
});

test('what is not there, or only outside the bounds, has the place -1', () => {
  const places = [0, 4, 9, 1].map((value) => placeOf(sorted, 1, 5, value));
  assert.deepEqual(places, [-1, -1, -1, -1]);
  assert.equal(placeOf(sorted, 2, 2, 3), -1);
});
