/** Scaled values of one row: `(value - offset) * factor`. For evaluation and reports; training scales inside batches. */
import { copyRow } from '../matrix/copy-row.js';
import type { Matrix, Scaling } from '../types.js';

/** Writes the scaled row to `row` (length columnCount). */
export function copyScaledRow(matrix: Matrix, scaling: Scaling, index: number, row: Float64Array): void {
  copyRow(matrix, index, row);
  const { offset, factor } = scaling;
  for (let feature = 0; feature < row.length; feature++) {
    row[feature] = (row[feature] - offset[feature]) * factor[feature];
  }
}
