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
  const chosen = [3, 0, 1, 2].map((index) => ({ name: `column ${index}`, index }));
  const found = correlateFeatures(dataset, Int32Array.from(rows), chosen)!;
  assert.deepEqual(found.names, ['column 3', 'column 1', 'column 0', 'column 2']);
  const rounded = Array.from(found.values, (value) => Math.round(value * 1e9) / 1e9 + 0);
  assert.deepEqual(rounded, [1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, -1, 0, 0, -1, 1]);
});

test('of groups those of one column are correlated, and one feature alone has nothing to be held against', () => {
  const values = Float64Array.from([1, 2, 2, 3, 1, 6, 4, 5, 9]);
  const groups = { names: ['a', 'b'], groupOf: Int32Array.from([0, 1, 1]) };
  const dataset = { matrix: { kind: 'dense', rowCount: 3, columnCount: 3, values }, groups } as unknown as Dataset;
  const both = [
    { name: 'a', index: 0 },
    { name: 'b', index: 1 },
  ];
  const rows = Int32Array.from([0, 1, 2]);
  assert.equal(correlateFeatures(dataset, rows, both), undefined);
  const { groups: _, ...plain } = dataset;
  // By hand: deviations of (1, 3, 4) are (-5, 1, 4) / 3, those of (2, 1, 5) are (-2, -5, 7) / 3; r = 33 / sqrt(42 * 78).
  const { values: found } = correlateFeatures(plain, rows, both)!;
  assert.ok(Math.abs(found[1] - 33 / Math.sqrt(42 * 78)) < 1e-12, String(found[1]));
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
