import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesMatrix, storedArray } from '../../test/stored-array.js';
import type { DenseMatrix } from '../types.js';
import { columnOf } from './column-of.js';
import { columnRange } from './column-range.js';
import { createRowReader, rowChunks } from './stored-rows.js';
import { takeRows } from './take-rows.js';

const matrix = bytesMatrix(3000, 300);

test('rows come in the order asked for, whatever their order in the store', () => {
  const { stored } = storedArray(matrix);
  const rows = [2999, 0, 17, 16, 1500, 1501, 1502, 3];
  const cells = new Uint8Array(rows.length * 300);
  createRowReader(stored).read(rows, 0, rows.length, cells);
  assert.deepEqual(cells, (takeRows(matrix, rows) as DenseMatrix).values);
});

test('neighbouring rows are read together, gaps of a few rows included, and rows far apart on their own', () => {
  const { stored, reads } = storedArray(matrix);
  createRowReader(stored).read([0, 1, 4, 5, 900, 901], 0, 6, new Uint8Array(6 * 300));
  assert.deepEqual(reads, { calls: 2, rows: 8 });
});

test('chunks together are all rows once, and rows of taken rows are those of the store', () => {
  const { stored } = storedArray(matrix);
  const odd = Int32Array.from({ length: 1500 }, (_, i) => 2 * i + 1);
  const taken = takeRows(takeRows(stored, odd), [3, 1, 4]);
  assert.deepEqual(columnOf(taken, 7), columnOf(takeRows(matrix, [7, 3, 9]), 7));
  const seen = [...rowChunks(stored)].map(({ from, rows }) => [from, rows.length]);
  assert.deepEqual(seen, [
    [0, 873],
    [873, 873],
    [1746, 873],
    [2619, 381],
  ]);
});

test('a pass over chunks gives what a pass over the matrix gives', () => {
  const rows = Int32Array.from({ length: 2000 }, (_, i) => (i * 7) % 3000);
  assert.deepEqual(columnRange(storedArray(matrix).stored, rows), columnRange(matrix, rows));
});

test('missing cells are filled as they are read', () => {
  const values = Float64Array.from([1, Number.NaN, Number.NaN, 4]);
  const { stored } = storedArray({ kind: 'dense', rowCount: 2, columnCount: 2, values });
  const cells = new Float64Array(4);
  createRowReader({ ...stored, fills: Float64Array.from([7, 8]) }).read([0, 1], 0, 2, cells);
  assert.deepEqual([...cells], [1, 8, 7, 4]);
});
