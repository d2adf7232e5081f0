/** Mutual information in bins, against values worked out by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillNormal } from '../maths/normal.js';
import { createRandom } from '../maths/random.js';
import { binColumn, sharedInformation } from './shared-information.js';

const byChance = (a: number, b: number, rows: number): number => ((a - 1) * (b - 1)) / (2 * rows * Math.LN2);

test('bins hold about equally many rows, and equal values share one', () => {
  const { binOf, binCount } = binColumn(Array.from({ length: 80 }, (_, row) => row));
  assert.equal(binCount, 4); // sqrt(80 / 5)
  assert.deepEqual(
    [0, 1, 2, 3].map((bin) => binOf.filter((own) => own === bin).length),
    [20, 20, 20, 20],
  );
  const mostlyZero = binColumn([...Array<number>(70).fill(0), ...Array.from({ length: 10 }, (_, i) => i + 1)]);
  assert.equal(mostlyZero.binCount, 2);
  assert.equal(new Set(mostlyZero.binOf.subarray(0, 70)).size, 1);
});

test('a column tells all of its entropy of itself, and of its square, which it is not correlated with', () => {
  const x = Array.from({ length: 80 }, (_, row) => row - 39.5);
  const own = binColumn(x);
  assert.ok(Math.abs(sharedInformation(own, own) - (2 - byChance(4, 4, 80))) < 1e-12);
  // Two bins of x fall into the same two bins of its square: one bit.
  const square = binColumn(x.map((value) => value * value));
  assert.ok(Math.abs(sharedInformation(own, square) - (1 - byChance(4, 4, 80))) < 1e-12);
});

test('a table of two by two agrees with the sum written out', () => {
  const a = { binOf: Uint8Array.from([0, 0, 0, 0, 1, 1, 1, 1]), binCount: 2 };
  const b = { binOf: Uint8Array.from([0, 0, 0, 1, 0, 1, 1, 1]), binCount: 2 };
  // 2 (3/8 log2(3/2) + 1/8 log2(1/2)), less 1 / (16 ln 2).
  const expected = 2 * ((3 / 8) * Math.log2(1.5) - 1 / 8) - byChance(2, 2, 8);
  assert.ok(Math.abs(sharedInformation(a, b) - expected) < 1e-12);
});

test('independent columns share next to nothing', () => {
  const values = new Float64Array(2000);
  fillNormal(values, createRandom(3));
  const found = sharedInformation(binColumn(values.subarray(0, 1000)), binColumn(values.subarray(1000)));
  assert.ok(found < 0.02, String(found));
});
