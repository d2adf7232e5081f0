/** Puts the entries of every row in ascending order of column, where a file did not; itself where nothing is to do. */
import type { Steps } from '../turns.js';
import type { SparseMatrix } from '../types.js';
import { sameType } from './take-rows.js';

export function* sortSparseRows(matrix: SparseMatrix): Steps<SparseMatrix> {
  const { rowStart, rowCount } = matrix;
  if (isSorted(matrix)) return matrix;
  const column = new Int32Array(matrix.column.length);
  const value = sameType(matrix.value, matrix.value.length);
  for (let row = 0; row < rowCount; row++) {
    const order = Array.from({ length: rowStart[row + 1] - rowStart[row] }, (_, at) => rowStart[row] + at);
    order.sort((a, b) => matrix.column[a] - matrix.column[b]);
    order.forEach((from, at) => {
      column[rowStart[row] + at] = matrix.column[from];
      value[rowStart[row] + at] = matrix.value[from];
    });
    yield order.length;
  }
  return { ...matrix, column, value };
}

function isSorted({ rowCount, rowStart, column }: SparseMatrix): boolean {
  for (let row = 0; row < rowCount; row++) {
    for (let at = rowStart[row] + 1; at < rowStart[row + 1]; at++) if (column[at] <= column[at - 1]) return false;
  }
  return true;
}

/** Whether a row whose entries are in order holds a column twice. */
export function hasRepeats(matrix: SparseMatrix): boolean {
  return !isSorted(matrix);
}
