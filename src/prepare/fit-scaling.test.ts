import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { copyScaledRow } from '../../test/fixtures/scaled-row.js';
import { copyRow } from '../matrix/copy-row.js';
import type { DenseMatrix, SparseMatrix } from '../types.js';
import { fitScaling } from './fit-scaling.js';

// Columns: plain, constant, skewed. Rows 0 to 3 are training rows, row 4 is not.
const dense: DenseMatrix = {
  kind: 'dense',
  rowCount: 5,
  columnCount: 3,
  values: Float64Array.of(1, 7, 0, 2, 7, 0, 3, 7, 0, 4, 7, 8, 100, 9, 100),
};
const train = [0, 1, 2, 3];

function scaled(method: 'minmax' | 'standard' | 'robust' | 'none', row: number): number[] {
  const out = new Float64Array(3);
  copyScaledRow(dense, fitScaling(dense, train, method), row, out);
  return [...out];
}

test('the four methods give the values worked out by hand, fitted on the training rows alone', () => {
  assert.deepEqual(scaled('minmax', 1), [1 / 3, 0, 0]);
  assert.deepEqual(scaled('minmax', 4), [99 * (1 / 3), 0, 12.5]);
  // Mean 2.5 and variance 1.25; mean 2 and variance 12.
  assert.deepEqual(scaled('standard', 0), [-1.5 * (1 / Math.sqrt(1.25)), 0, -2 * (1 / Math.sqrt(12))]);
  // Quartiles 1.75, 2.5, 3.25; and 0, 0, 2.
  assert.deepEqual(scaled('robust', 3), [1.5 * (1 / 1.5), 0, 8 / 2]);
  assert.deepEqual(scaled('none', 4), [100, 9, 100]);
});

test('a feature with equal quartiles that is not constant is divided by its standard deviation', () => {
  const matrix: DenseMatrix = { kind: 'dense', rowCount: 5, columnCount: 1, values: Uint8Array.of(0, 0, 0, 0, 5) };
  const { factor } = fitScaling(matrix, [0, 1, 2, 3, 4], 'robust');
  assert.equal(factor[0], 1 / 2);
});

test('a constant that is no exact double is still constant', () => {
  const matrix: DenseMatrix = { kind: 'dense', rowCount: 3, columnCount: 1, values: Float64Array.of(0.1, 0.1, 0.1) };
  assert.equal(fitScaling(matrix, [0, 1, 2], 'standard').factor[0], 0);
});

test('a sparse matrix is not centred, says so, and is divided by the same spread as a dense one', () => {
  const entries = fc.array(fc.tuple(fc.nat(5), fc.nat(3), fc.integer({ min: -4, max: 9 })), { maxLength: 20 });
  fc.assert(
    fc.property(
      entries,
      fc.constantFrom('standard' as const, 'robust' as const, 'minmax' as const),
      (cells, method) => {
        const values = new Float64Array(6 * 4);
        for (const [row, column, value] of cells) values[row * 4 + column] = value;
        const full: DenseMatrix = { kind: 'dense', rowCount: 6, columnCount: 4, values };
        const sparse = toSparse(full);
        const rows = [0, 2, 3, 5];
        const wanted = fitScaling(full, rows, method);
        const got = fitScaling(sparse, rows, method);
        assert.ok(got.offset.every((offset) => offset === 0));
        for (let feature = 0; feature < 4; feature++) {
          const column = rows.map((row) => values[row * 4 + feature]);
          const largest = Math.max(...column.map(Math.abs));
          const isConstant = new Set(column).size === 1;
          const factor = method !== 'minmax' ? wanted.factor[feature] : isConstant ? 0 : 1 / largest;
          assert.ok(Math.abs(got.factor[feature] - factor) <= 1e-12 * factor);
          if (wanted.offset[feature] !== 0 && !isConstant) assert.equal(got.isCentred, false);
        }
      },
    ),
  );
});

function toSparse(matrix: DenseMatrix): SparseMatrix {
  const rowStart = new Float64Array(matrix.rowCount + 1);
  const column: number[] = [];
  const value: number[] = [];
  const row = new Float64Array(matrix.columnCount);
  for (let index = 0; index < matrix.rowCount; index++) {
    copyRow(matrix, index, row);
    row.forEach((cell, at) => {
      if (cell !== 0) {
        column.push(at);
        value.push(cell);
      }
    });
    rowStart[index + 1] = column.length;
  }
  return {
    kind: 'sparse',
    rowCount: matrix.rowCount,
    columnCount: matrix.columnCount,
    rowStart,
    column: Int32Array.from(column),
    value: Float64Array.from(value),
  };
}
