import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalQuantile } from './normal-quantile.js';

test('quantiles are those of the printed tables, on both sides and in the tails', () => {
  const table: readonly [number, number][] = [
    [0.5, 0],
    [0.975, 1.959963984540054],
    [0.95, 1.6448536269514722],
    [0.9999, 3.719016485455709],
    [0.01, -2.3263478740408408],
    [1e-9, -5.997807015007686],
  ];
  for (const [probability, quantile] of table) {
    assert.ok(
      Math.abs(normalQuantile(probability) - quantile) < 1e-8,
      `${probability}: ${normalQuantile(probability)}`,
    );
  }
});
