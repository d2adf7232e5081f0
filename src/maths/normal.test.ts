import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillNormal, normalDensity } from './normal.js';
import { createRandom } from './random.js';

test('a hundred thousand draws have the moments and the tails of the standard normal distribution', () => {
  const values = new Float64Array(100_001);
  fillNormal(values, createRandom(3));
  const mean = (f: (x: number) => number): number => values.reduce((sum, x) => sum + f(x), 0) / values.length;
  // Each bound is four standard errors of the mean it belongs to.
  const moments: [number, number, number][] = [
    [mean((x) => x), 0, 1],
    [mean((x) => x * x), 1, 2],
    [mean((x) => x ** 3), 0, 15],
    [mean((x) => x ** 4), 3, 96],
    [mean((x) => Number(x < -1)), 0.158655, 0.1335],
    [mean((x) => Number(x > 2)), 0.02275, 0.0222],
    [mean((x) => Number(Math.abs(x) > 3)), 0.0027, 0.00269],
  ];
  for (const [found, expected, variance] of moments) {
    assert.ok(Math.abs(found - expected) < 4 * Math.sqrt(variance / values.length), `${found}, expected ${expected}`);
  }
});

test('neighbouring draws are not correlated, and the same seed gives the same numbers', () => {
  const values = new Float64Array(50_000);
  fillNormal(values, createRandom(5));
  let product = 0;
  for (let i = 1; i < values.length; i++) product += values[i] * values[i - 1];
  assert.ok(Math.abs(product / values.length) < 4 / Math.sqrt(values.length));
  const again = new Float64Array(50_000);
  fillNormal(again, createRandom(5));
  assert.deepEqual(again, values);
});

test('the density has its known values', () => {
  for (const [x, density] of [
    [0, 0.3989422804014327],
    [1, 0.24197072451914337],
    [-2.5, 0.01752830049356854],
    [40, 0],
  ]) {
    assert.ok(Math.abs(normalDensity(x) - density) < 1e-16);
  }
});
