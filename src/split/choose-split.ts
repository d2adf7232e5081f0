/** The split a dataset asks for: by group where rows are grouped, stratified otherwise, none where nothing is kept apart. */

import type { Random } from '../maths/random.js';
import { allRows } from '../matrix/all-rows.js';
import type { AnyMatrix, Dataset, Split } from '../types.js';
import { splitGroups } from './split-groups.js';
import { splitRows } from './split-rows.js';

/** Share of the rows that are kept apart, unless another is asked for. */
export const defaultTestFraction = 0.2;

export function chooseSplit(dataset: Dataset<AnyMatrix>, testFraction: number, random: Random): Split {
  if (testFraction === 0) {
    return { train: allRows(dataset.matrix), test: new Int32Array(0) };
  }
  return dataset.groupOfRow
    ? splitGroups({ ...dataset, groupOfRow: dataset.groupOfRow }, { testFraction }, random)
    : splitRows(dataset, { testFraction }, random);
}
