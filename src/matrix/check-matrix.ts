/** Checks that a matrix is what its type promises. A failure is a bug in whoever made it. */
import { UserError } from '../errors.js';
import type { Matrix, SparseMatrix } from '../types.js';

/** The same for a matrix that a user made. */
export function checkGivenMatrix(matrix: Matrix): void {
  try {
    checkMatrix(matrix);
  } catch (error) {
    throw new UserError('data', (error as Error).message);
  }
}

export function checkMatrix(matrix: Matrix): void {
  const { rowCount, columnCount } = matrix;
  if (matrix.kind === 'dense') {
    if (matrix.values.length !== rowCount * columnCount) {
      throw new Error(`dense matrix of ${rowCount} x ${columnCount} holds ${matrix.values.length} values`);
    }
    return;
  }
  if (matrix.rowStart.length !== rowCount + 1) {
    throw new Error(`sparse matrix of ${rowCount} rows holds ${matrix.rowStart.length} row starts`);
  }
  const entryCount = matrix.rowStart[rowCount];
  if (matrix.rowStart[0] !== 0 || matrix.column.length !== entryCount || matrix.value.length !== entryCount) {
    throw new Error(
      `sparse matrix says ${entryCount} entries and holds ${matrix.column.length} columns and ${matrix.value.length} values`,
    );
  }
  for (let row = 0; row < rowCount; row++) checkSparseRow(matrix, row);
}

function checkSparseRow(matrix: SparseMatrix, row: number): void {
  const { rowStart, column, columnCount } = matrix;
  if (rowStart[row + 1] < rowStart[row]) throw new Error(`sparse row ${row} ends before it starts`);
  let previous = -1;
  for (let at = rowStart[row]; at < rowStart[row + 1]; at++) {
    if (column[at] <= previous || column[at] >= columnCount) {
      throw new Error(`sparse row ${row}: column ${column[at]} after ${previous} of ${columnCount}`);
    }
    previous = column[at];
  }
}
