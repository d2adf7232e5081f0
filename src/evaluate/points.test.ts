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
  const points = { rowCount: 50, featureCount: 3, stride: 4, x };
  const order = shuffle(
    Int32Array.from({ length: 50 }, (_, i) => i),
    random,
  );
  permuteRows(points, order);
  assert.deepEqual(
    Array.from({ length: 50 }, (_, place) => x.view[place * 4 + 1]),
    Array.from(order, (row) => row * 4 + 1),
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
