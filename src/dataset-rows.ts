/** Some rows of a dataset as a dataset of their own. */
import { takeRows } from './matrix/take-rows.js';
import { takeTargetRows } from './target/take-target-rows.js';
import type { AnyMatrix, Dataset } from './types.js';

export function datasetRows(dataset: Dataset<AnyMatrix>, rows: Int32Array): Dataset<AnyMatrix> {
  const { groupOfRow, weights } = dataset;
  return {
    ...dataset,
    matrix: takeRows(dataset.matrix, rows),
    target: takeTargetRows(dataset.target, rows),
    ...(groupOfRow && { groupOfRow: renumber(rows.map((row) => groupOfRow[row])) }),
    ...(weights && { weights: Float64Array.from(rows, (row) => weights[row]) }),
  };
}

/** Groups without gaps between their numbers. */
function renumber(groups: Int32Array): Int32Array {
  const numbers = new Map([...new Set(groups)].sort((a, b) => a - b).map((group, number) => [group, number]));
  return groups.map((group) => numbers.get(group)!);
}
