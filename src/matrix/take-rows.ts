/** Some rows of a matrix as a new matrix, in the order given, cells in the type they were stored in. */
import { finish, partsOf, type Steps } from '../turns.js';
import type { AnyMatrix, DenseMatrix, Matrix, NumericArray, SparseMatrix } from '../types.js';
import { cellsPerRow } from './row-pieces.js';
import { takeStoredRows } from './stored-rows.js';

export function takeRows(matrix: Matrix, rows: ArrayLike<number>): Matrix;
export function takeRows(matrix: AnyMatrix, rows: ArrayLike<number>): AnyMatrix;
export function takeRows(matrix: AnyMatrix, rows: ArrayLike<number>): AnyMatrix {
  return finish(takeRowsSteps(matrix, rows));
}

export function* takeRowsSteps(matrix: AnyMatrix, rows: ArrayLike<number>): Steps<AnyMatrix> {
  for (let i = 0; i < rows.length; i++) {
    if (!(rows[i] >= 0 && rows[i] < matrix.rowCount)) {
      throw new Error(`row ${rows[i]} of a matrix with ${matrix.rowCount} rows was asked for`);
    }
  }
  if (matrix.kind === 'stored') return takeStoredRows(matrix, rows);
  return yield* matrix.kind === 'dense' ? takeDenseRows(matrix, rows) : takeSparseRows(matrix, rows);
}

function* takeDenseRows(matrix: DenseMatrix, rows: ArrayLike<number>): Steps<DenseMatrix> {
  const { columnCount } = matrix;
  const values = sameType(matrix.values, rows.length * columnCount);
  for (const part of partsOf(rows.length, columnCount)) {
    for (let i = part.from; i < part.to; i++) {
      const from = rows[i] * columnCount;
      values.set(matrix.values.subarray(from, from + columnCount), i * columnCount);
    }
    yield part.cells;
  }
  return { kind: 'dense', rowCount: rows.length, columnCount, values };
}

function* takeSparseRows(matrix: SparseMatrix, rows: ArrayLike<number>): Steps<SparseMatrix> {
  const rowStart = new Float64Array(rows.length + 1);
  for (let i = 0; i < rows.length; i++) {
    rowStart[i + 1] = rowStart[i] + matrix.rowStart[rows[i] + 1] - matrix.rowStart[rows[i]];
  }
  const column = new Int32Array(rowStart[rows.length]);
  const value = sameType(matrix.value, rowStart[rows.length]);
  for (const part of partsOf(rows.length, cellsPerRow(matrix))) {
    for (let i = part.from; i < part.to; i++) {
      const from = matrix.rowStart[rows[i]];
      const to = matrix.rowStart[rows[i] + 1];
      column.set(matrix.column.subarray(from, to), rowStart[i]);
      value.set(matrix.value.subarray(from, to), rowStart[i]);
    }
    yield part.cells;
  }
  return { kind: 'sparse', rowCount: rows.length, columnCount: matrix.columnCount, rowStart, column, value };
}

/** A zeroed array of the type of `like`. */
export function sameType(like: NumericArray, length: number): NumericArray {
  const Type = like.constructor as new (length: number) => NumericArray;
  return new Type(length);
}
