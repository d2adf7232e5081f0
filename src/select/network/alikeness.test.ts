/** How much features say the same: worked out by hand, and on noise. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fillNormal } from '../../maths/normal.js';
import { createRandom } from '../../maths/random.js';
import { alikeness, product, standardised } from './alikeness.js';

function noise(count: number, rowCount: number, seed: number): Float64Array[] {
  const values = new Float64Array(count * rowCount);
  fillNormal(values, createRandom(seed));
  return Array.from({ length: count }, (_, i) => standardised(values.subarray(rowCount * i, rowCount * (i + 1))));
}

test('standardised columns have mean 0 and length 1, so that their product is the correlation', () => {
  const [a, b] = [
    [1, 2, 3, 4],
    [8, 6, 4, 2],
  ].map((values) => standardised(Float64Array.from(values)));
  assert.ok(Math.abs(a.reduce((sum, value) => sum + value, 0)) < 1e-12);
  assert.ok(Math.abs(product(a, a) - 1) < 1e-12);
  assert.ok(Math.abs(product(a, b) + 1) < 1e-12);
  assert.deepEqual([...standardised(Float64Array.of(7, 7, 7))], [0, 0, 0]);
});

describe('alikeness', () => {
  test('of independent noise is 0 within chance, however few the rows', () => {
    for (const rowCount of [20, 40, 1000]) {
      const { mean, nearest } = alikeness(noise(50, rowCount, rowCount));
      assert.ok(mean < 0.01 && nearest < 0.03, `${rowCount} rows: ${mean}, ${nearest}`);
    }
  });

  test('where each has a copy turned round, is 1 with the nearest and small on the mean', () => {
    const columns = noise(25, 2000, 3);
    const turned = columns.map((column) => column.map((value) => -value));
    const { mean, nearest } = alikeness([...columns, ...turned]);
    assert.ok(nearest > 0.99 && nearest <= 1, `${nearest}`);
    // 25 of 1,225 pairs are copies.
    assert.ok(Math.abs(mean - 25 / 1225) < 0.002, `${mean}`);
  });

  test('of two copies and two others: half with the nearest, one pair of six on the mean', () => {
    const [a, b, c] = noise(3, 4000, 4);
    const { mean, nearest } = alikeness([a, a, b, c]);
    assert.ok(Math.abs(nearest - 1 / 2) < 0.01, `${nearest}`);
    assert.ok(Math.abs(mean - 1 / 6) < 0.01, `${mean}`);
  });

  test('of one feature, of none, and of constant ones is 0', () => {
    for (const columns of [[], noise(1, 30, 5), [new Float64Array(5), new Float64Array(5)]]) {
      assert.deepEqual(alikeness(columns), { mean: 0, nearest: 0 });
    }
  });
});
