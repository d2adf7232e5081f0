/** One row of a matrix as doubles, zeros written out: what row-wise consumers of either kind read. */
import type { Matrix } from '../types.js';

/** Writes the row to `row` (length columnCount). */
export function copyRow(matrix: Matrix, index: number, row: Float64Array): void {
  if (matrix.kind === 'dense') {
    const from = index * matrix.columnCount;
    row.set(matrix.values.subarray(from, from + matrix.columnCount));
    return;
  }
  row.fill(0);
  for (let at = matrix.rowStart[index]; at < matrix.rowStart[index + 1]; at++)
    row[matrix.column[at]] = matrix.value[at];
}
