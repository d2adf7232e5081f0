/** Some rows of a matrix as a new matrix, in the order given, cells in the type they were stored in. */
import type { AnyMatrix, DenseMatrix, Matrix, NumericArray, SparseMatrix } from '../types.js';
import { takeStoredRows } from './stored-rows.js';

export function takeRows(matrix: Matrix, rows: ArrayLike<number>): Matrix;
export function takeRows(matrix: AnyMatrix, rows: ArrayLike<number>): AnyMatrix;
export function takeRows(matrix: AnyMatrix, rows: ArrayLike<number>): AnyMatrix {
  for (let i = 0; i < rows.length; i++) {
    if (!(rows[i] >= 0 && rows[i] < matrix.rowCount)) {
      throw new Error(`row ${rows[i]} of a matrix with ${matrix.rowCount} rows was asked for`);
    }
  }
  if (matrix.kind === 'stored') return takeStoredRows(matrix, rows);
  return matrix.kind === 'dense' ? takeDenseRows(matrix, rows) : takeSparseRows(matrix, rows);
}

function takeDenseRows(matrix: DenseMatrix, rows: ArrayLike<number>): DenseMatrix {
  const { columnCount } = matrix;
  const values = sameType(matrix.values, rows.length * columnCount);
  for (let i = 0; i < rows.length; i++) {
    const from = rows[i] * columnCount;
    values.set(matrix.values.subarray(from, from + columnCount), i * columnCount);
  }
  return { kind: 'dense', rowCount: rows.length, columnCount, values };
}

function takeSparseRows(matrix: SparseMatrix, rows: ArrayLike<number>): SparseMatrix {
  const rowStart = new Float64Array(rows.length + 1);
  for (let i = 0; i < rows.length; i++) {
    rowStart[i + 1] = rowStart[i] + matrix.rowStart[rows[i] + 1] - matrix.rowStart[rows[i]];
  }
  const column = new Int32Array(rowStart[rows.length]);
  const value = sameType(matrix.value, rowStart[rows.length]);
  for (let i = 0; i < rows.length; i++) {
    const from = matrix.rowStart[rows[i]];
    const to = matrix.rowStart[rows[i] + 1];
    column.set(matrix.column.subarray(from, to), rowStart[i]);
    value.set(matrix.value.subarray(from, to), rowStart[i]);
  }
  return { kind: 'sparse', rowCount: rows.length, columnCount: matrix.columnCount, rowStart, column, value };
}

/** A zeroed array of the type of `like`. */
export function sameType(like: NumericArray, length: number): NumericArray {
  const Type = like.constructor as new (length: number) => NumericArray;
  return new Type(length);
}
