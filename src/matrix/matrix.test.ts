import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matrixRows as rows } from '../../test/fixtures/matrix-rows.js';
import type { DenseMatrix, SparseMatrix } from '../types.js';
import { checkMatrix } from './check-matrix.js';
import { takeColumns } from './take-columns.js';
import { takeRows } from './take-rows.js';

const dense: DenseMatrix = {
  kind: 'dense',
  rowCount: 3,
  columnCount: 3,
  values: Uint8Array.of(1, 0, 2, 0, 0, 3, 4, 5, 0),
};
const sparse: SparseMatrix = {
  kind: 'sparse',
  rowCount: 3,
  columnCount: 3,
  rowStart: Float64Array.of(0, 2, 3, 5),
  column: Int32Array.of(0, 2, 2, 0, 1),
  value: Uint8Array.of(1, 2, 3, 4, 5),
};

for (const matrix of [dense, sparse]) {
  test(`rows and columns taken from a ${matrix.kind} matrix are its own, in the order asked, in the stored type`, () => {
    assert.deepEqual(rows(matrix), [
      [1, 0, 2],
      [0, 0, 3],
      [4, 5, 0],
    ]);
    assert.deepEqual(rows(takeRows(matrix, [2, 0, 2])), [
      [4, 5, 0],
      [1, 0, 2],
      [4, 5, 0],
    ]);
    const taken = takeColumns(matrix, [2, 0]);
    assert.deepEqual(rows(taken), [
      [2, 1],
      [3, 0],
      [0, 4],
    ]);
    assert.deepEqual(rows(takeColumns(matrix, [1, 2])), [
      [0, 2],
      [0, 3],
      [5, 0],
    ]);
    assert.ok((taken.kind === 'dense' ? taken.values : taken.value) instanceof Uint8Array);
    assert.throws(() => takeRows(matrix, [3]), /row 3 of a matrix with 3 rows/);
    assert.throws(() => takeColumns(matrix, [-1]), /column -1 of a matrix with 3 columns/);
  });
}

test('a matrix that breaks its promises is found out', () => {
  assert.throws(() => checkMatrix({ ...dense, rowCount: 4 }), /4 x 3 holds 9 values/);
  assert.throws(() => checkMatrix({ ...sparse, column: Int32Array.of(2, 0, 2, 0, 1) }), /sparse row 0/);
  assert.throws(() => checkMatrix({ ...sparse, rowStart: Float64Array.of(0, 2, 3, 6) }), /says 6 entries/);
});
