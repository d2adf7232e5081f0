/** The numbers of all rows of a matrix, ascending. */
import type { AnyMatrix } from '../types.js';

export function allRows({ rowCount }: Pick<AnyMatrix, 'rowCount'>): Int32Array {
  const rows = new Int32Array(rowCount);
  for (let row = 0; row < rowCount; row++) rows[row] = row;
  return rows;
}
