/** The folds of a cross-validation: stratified, or whole groups of rows where the rows are grouped. */
import { createRandom } from '../maths/random.js';
import type { AnyMatrix, Dataset, Split } from '../types.js';
import { splitFolds } from './split-folds.js';
import { splitGroupFolds } from './split-groups.js';

type Foldable = Pick<Dataset<AnyMatrix>, 'target' | 'groupOfRow'>;

export function cutFolds(dataset: Foldable, folds: number, seed: number): Split[] {
  const random = createRandom(seed).fork('folds');
  const { groupOfRow } = dataset;
  return groupOfRow
    ? splitGroupFolds({ ...dataset, groupOfRow }, { folds }, random)
    : splitFolds(dataset, { folds }, random);
}
