import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createRandom } from '../maths/random.js';
import { cheapestMatching } from './assignment.js';

const total = (costs: Float64Array, n: number, match: ArrayLike<number>) =>
  Array.from({ length: n }, (_, row) => costs[row * n + match[row]]).reduce((a, b) => a + b, 0);

function* permutations(values: readonly number[]): Generator<number[]> {
  if (values.length === 0) yield [];
  for (const [place, value] of values.entries()) {
    for (const rest of permutations(values.filter((_, other) => other !== place))) yield [value, ...rest];
  }
}

describe('the cheapest matching', () => {
  test('is that of trying all of them', () => {
    const random = createRandom(1);
    for (let n = 1; n <= 6; n++) {
      for (let turn = 0; turn < 20; turn++) {
        // Few different values make ties.
        const costs = Float64Array.from({ length: n * n }, () => (turn % 2 ? random.float() : random.below(4)));
        const match = cheapestMatching(costs, n);
        assert.deepEqual(Array.from(match).sort(), Array.from({ length: n }, (_, i) => i).sort());
        const best = Math.min(...[...permutations([...match.keys()])].map((each) => total(costs, n, each)));
        assert.ok(Math.abs(total(costs, n, match) - best) < 1e-12);
      }
    }
  });

  test('finds a hidden permutation of 300', () => {
    const random = createRandom(2);
    const n = 300;
    const hidden = Int32Array.from({ length: n }, (_, i) => (i * 7 + 3) % n);
    const costs = Float64Array.from({ length: n * n }, () => 0.5 + random.float());
    for (let row = 0; row < n; row++) costs[row * n + hidden[row]] = 0.1;
    assert.deepEqual(cheapestMatching(costs, n), hidden);
  });

  test('refuses a table of another size', () => {
    assert.throws(() => cheapestMatching(new Float64Array(5), 2), /5 costs are no 2 x 2 table/);
  });
});
