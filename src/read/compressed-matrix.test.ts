import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matrixRows } from '../../test/fixtures/matrix-rows.js';
import { finish } from '../turns.js';
import { type CompressedParts, compressedMatrix } from './compressed-matrix.js';

/** By rows: [[0, 5, 7], [6, 0, 0]], the first row out of order. */
const parts: CompressedParts = {
  shape: [2, 3],
  isByColumn: false,
  start: Int32Array.of(0, 2, 3),
  index: Int32Array.of(2, 1, 0),
  value: Float64Array.of(7, 5, 6),
};
const read = (change: Partial<CompressedParts> = {}) => finish(compressedMatrix({ ...parts, ...change }, 'file'));

test('compressed rows in any order and compressed columns are the rows that they say', () => {
  const rows = [
    [0, 5, 7],
    [6, 0, 0],
  ];
  assert.deepEqual(matrixRows(read()), rows);
  const byColumn = { isByColumn: true, start: Int32Array.of(0, 1, 2, 3), index: Int32Array.of(1, 0, 0) };
  assert.deepEqual(matrixRows(read({ ...byColumn, value: Float64Array.of(6, 5, 7) })), rows);
});

test('shapes and places that cannot be are refused', () => {
  for (const shape of [[2], [2, -3], [2, 2.5], [2, 1e9], [2, 3, 1]]) {
    assert.throws(() => read({ shape }), /^UserError: file: a sparse matrix cannot have the shape/);
  }
  const wrong: Partial<CompressedParts>[] = [
    { index: Int32Array.of(2, 3, 0) },
    { index: Int32Array.of(2, -1, 0) },
    { index: Float64Array.of(2, 0.5, 0) },
    { index: Int32Array.of(2, 1) },
    { start: Int32Array.of(0, 3) },
    { start: Int32Array.of(0, 4, 3) },
    { start: Int32Array.of(1, 2, 3) },
    { start: Int32Array.of(0, 2, 4) },
    { value: Float64Array.of(7, 5) },
  ];
  for (const change of wrong) assert.throws(() => read(change), /does not hold the entries it says/);
  assert.throws(() => read({ index: Int32Array.of(1, 1, 0) }), /holds a cell twice/);
});
