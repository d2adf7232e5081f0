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
  ];
  for (const draw of kinds) {
    for (const length of [0, 1, 2, 300]) {
      const values = Float64Array.from({ length }, draw);
      const expected = Array.from(values.keys()).sort((a, b) => values[a] - values[b] || a - b);
      assert.deepEqual([...sorter.order(values, length)], expected);
    }
  }
});
