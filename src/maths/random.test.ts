import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from './random.js';

/** As `below` is defined: numbers from the largest multiple of the bound on are drawn again. */
function plainBelow(uint32: () => number, bound: number): number {
  const limit = 2 ** 32 - (2 ** 32 % bound);
  let drawn = uint32();
  while (drawn >= limit) drawn = uint32();
  return drawn % bound;
}

test('numbers below a bound are those of the plain rule, those that are drawn again too', () => {
  for (const bound of [1, 2, 3, 10, 4000, 65536, 1e9, 2 ** 31 - 1, 2 ** 31, 2 ** 31 + 1, 3e9, 2 ** 32 - 1]) {
    const [random, plain] = [createRandom(bound), createRandom(bound)];
    for (let draw = 0; draw < 200; draw++) assert.equal(random.below(bound), plainBelow(plain.uint32, bound));
  }
});
