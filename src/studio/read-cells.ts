/** The cells of one column of a matrix, one for every row. */
import type { Matrix } from '../types.js';

export function readCells(matrix: Matrix, column: number): Float64Array {
  const cells = new Float64Array(matrix.rowCount);
  if (matrix.kind === 'dense') {
    for (let row = 0; row < cells.length; row++) cells[row] = matrix.values[row * matrix.columnCount + column];
    return cells;
  }
  for (let row = 0; row < cells.length; row++) {
    for (let at = matrix.rowStart[row]; at < matrix.rowStart[row + 1]; at++) {
      if (matrix.column[at] === column) cells[row] = matrix.value[at];
    }
  }
  return cells;
}
