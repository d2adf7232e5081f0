/** One cell of a matrix in memory. */
import type { Matrix } from '../types.js';

export function cellAt(matrix: Matrix, row: number, column: number): number {
  if (matrix.kind === 'dense') return matrix.values[row * matrix.columnCount + column];
  let low = matrix.rowStart[row];
  let high = matrix.rowStart[row + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (matrix.column[middle] < column) low = middle + 1;
    else high = middle;
  }
  return low < matrix.rowStart[row + 1] && matrix.column[low] === column ? matrix.value[low] : 0;
}
