/**
 * The class that every feature tells best from the others: that with the largest
 *
 *   |mean of the class - mean of all| * sqrt(n_class * n / (n - n_class)) / deviation of all
 *
 * on the training rows, the size of the two-sample statistic of the class against the rest. Of equal ones the first.
 */
import { columnMoments } from '../matrix/column-moments.js';
import { copyRow } from '../matrix/copy-row.js';
import { rowChunks } from '../matrix/stored-rows.js';
import type { AnyMatrix, ClassTarget } from '../types.js';

export interface ClassTold {
  readonly label: number;
  /** How well; 0 for a constant. */
  readonly size: number;
}

export function classesTold(matrix: AnyMatrix, { labels, classNames }: ClassTarget): readonly ClassTold[] {
  const { rowCount, columnCount } = matrix;
  const rows = Int32Array.from({ length: rowCount }, (_, row) => row);
  const { mean, deviation } = columnMoments(matrix, rows);
  const counts = new Float64Array(classNames.length);
  for (const label of labels) counts[label]++;
  // [class][column]
  const sums = new Float64Array(classNames.length * columnCount);
  const cells = new Float64Array(columnCount);
  for (const chunk of rowChunks(matrix)) {
    for (let i = 0; i < chunk.rows.length; i++) {
      copyRow(chunk.matrix, chunk.rows[i], cells);
      const at = labels[chunk.from + i] * columnCount;
      for (let column = 0; column < columnCount; column++) sums[at + column] += cells[column];
    }
  }
  return Array.from({ length: columnCount }, (_, column) => {
    let best: ClassTold = { label: 0, size: 0 };
    for (let label = 0; label < classNames.length; label++) {
      const count = counts[label];
      if (count === 0 || count === rowCount || !(deviation[column] > 0)) continue;
      const apart = Math.abs(sums[label * columnCount + column] / count - mean[column]);
      const size = (apart * Math.sqrt((count * rowCount) / (rowCount - count))) / deviation[column];
      if (size > best.size) best = { label, size };
    }
    return best;
  });
}
