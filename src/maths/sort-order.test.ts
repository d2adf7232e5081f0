import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from './random.js';
import { Sorter } from './sort-order.js';

test('the order is that of a stable comparison sort, for all kinds of numbers', () => {
  const random = createRandom(3);
  const sorter = new Sorter();
  const kinds = [
    () => random.float() - 0.5,
    () => random.below(5),
    () => random.below(256) - 128,
    () => (random.float() - 0.5) * 10 ** (random.below(40) - 20),
    () => [0, -0, 1, -1][random.below(4)],
    () => 7,
    // Alike in the upper half of their bits: some few, and all of them.
    () => 1 + random.below(200) * 2 ** -18 + random.below(3) * 2 ** -40,
    () => 1e6 + random.float() * 1e-4,
    () => -1e6 - random.below(40) * 1e-8,
    // Mostly one number, with smaller and larger ones around it.
    () => (random.below(10) > 0 ? 0 : random.below(7) - 3),
    () => (random.below(10) > 0 ? -0.25 : random.float() - 0.5),
    () => (random.below(10) > 3 ? 2 : random.below(4)),
  ];
  for (const draw of kinds) {
    for (const length of [0, 1, 2, 300]) {
      const values = Float64Array.from({ length }, draw);
      const expected = Array.from(values.keys()).sort((a, b) => values[a] - values[b] || a - b);
      assert.deepEqual([...sorter.order(values, length)], expected);
    }
  }
});

test('numbers that are not a number stand behind all others, in their order, however many there are', () => {
  const sorter = new Sorter();
  const values = Float64Array.from([Number.NaN, 1, 1, 1, 1, Number.NaN, 0, 1, 1, 1, 2, 1]);
  assert.deepEqual([...sorter.order(values, values.length)], [6, 1, 2, 3, 4, 7, 8, 9, 11, 10, 0, 5]);
  const many = values.map((value) => (value === 1 ? Number.NaN : value));
  assert.deepEqual([...sorter.order(many, many.length)], [6, 10, 0, 1, 2, 3, 4, 5, 7, 8, 9, 11]);
});
