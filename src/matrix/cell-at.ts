/** One cell of a matrix in memory. */
import { placeOf } from '../maths/place-of.js';
import type { Matrix } from '../types.js';

export function cellAt(matrix: Matrix, row: number, column: number): number {
  if (matrix.kind === 'dense') return matrix.values[row * matrix.columnCount + column];
  const place = placeOf(matrix.column, matrix.rowStart[row], matrix.rowStart[row + 1], column);
  return place < 0 ? 0 : matrix.value[place];
}
