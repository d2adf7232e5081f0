import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSerialEngine } from '../compute/engine.js';
import { createRandom, shuffle } from '../maths/random.js';
import { permuteRows } from './points.js';

test('rows are put into any order in place, and back by the inverse', async () => {
  const engine = await createSerialEngine();
  const random = createRandom(2);
  const x = engine.memory.float64(50 * 4);
  x.view.forEach((_, i) => {
    x.view[i] = i;
  });
  const groups = engine.memory.int32(50 * 2);
  groups.view.forEach((_, i) => {
    groups.view[i] = i;
  });
  const points = { rowCount: 50, featureCount: 3, stride: 4, x, groups };
  const order = shuffle(
    Int32Array.from({ length: 50 }, (_, i) => i),
    random,
  );
  permuteRows(points, order);
  assert.deepEqual(
    Array.from({ length: 50 }, (_, place) => x.view[place * 4 + 1]),
    Array.from(order, (row) => row * 4 + 1),
  );
  assert.deepEqual(
    Array.from({ length: 50 }, (_, place) => groups.view[place * 2 + 1]),
    Array.from(order, (row) => row * 2 + 1),
  );
  const inverse = new Int32Array(50);
  order.forEach((row, place) => {
    inverse[row] = place;
  });
  permuteRows(points, inverse);
  assert.deepEqual(
    [...x.view],
    Array.from({ length: 200 }, (_, i) => i),
  );
});
