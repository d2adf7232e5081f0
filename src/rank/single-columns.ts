/** The features that are one column of the matrix: those of a group of several have no one value to be held against another's. */
import type { Dataset } from '../types.js';

export interface SingleColumns {
  /** The column of a feature that can be selected; -1 where it is several. */
  readonly columnOf: Int32Array;
  /** The feature that a column is alone; -1 where it is one of several. */
  readonly featureOf: Int32Array;
}

export function singleColumns({ featureNames, groups }: Pick<Dataset, 'featureNames' | 'groups'>): SingleColumns {
  if (groups === undefined) {
    const same = Int32Array.from(featureNames, (_, feature) => feature);
    return { columnOf: same, featureOf: same };
  }
  const sizes = new Int32Array(groups.names.length);
  for (const group of groups.groupOf) sizes[group]++;
  const columnOf = new Int32Array(groups.names.length).fill(-1);
  const featureOf = groups.groupOf.map((group, column) => {
    if (sizes[group] > 1) return -1;
    columnOf[group] = column;
    return group;
  });
  return { columnOf, featureOf };
}
