import assert from 'node:assert/strict';
import test from 'node:test';
import type { Dataset } from '../types.js';
import { clusteredOrder, correlateFeatures } from './correlate-features.js';

test('features that say the same stand beside each other', () => {
  const rows = [0, 1, 2, 3, 4, 5, 6, 7];
  const wave = [1, -1, 1, -1, -1, 1, -1, 1];
  const columns = [rows, wave, rows.map((value) => 5 - 2 * value), wave.map((value) => 3 * value + 1)];
  const values = Float64Array.from(rows.flatMap((row) => columns.map((column) => column[row])));
  const dataset = { matrix: { kind: 'dense', rowCount: 8, columnCount: 4, values } } as unknown as Dataset;
  const found = correlateFeatures(dataset, Int32Array.from(rows), [3, 0, 1, 2]);
  assert.deepEqual(found.features, [3, 1, 0, 2]);
  const rounded = Array.from(found.values, (value) => Math.round(value * 1e9) / 1e9 + 0);
  assert.deepEqual(rounded, [1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, -1, 0, 0, -1, 1]);
});

test('clusters are merged by mean distance', () => {
  // Points on a line at 0, 10, 1, 11, 3: {0, 1}, then {10, 11}, then 3 joins the first.
  const at = [0, 10, 1, 11, 3];
  assert.deepEqual(
    clusteredOrder(5, (a, b) => Math.abs(at[a] - at[b])),
    [0, 2, 4, 1, 3],
  );
  assert.deepEqual(
    clusteredOrder(0, () => 0),
    [],
  );
});
