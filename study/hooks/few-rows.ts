/**
 * For few rows: fewer updates, so that they are not learnt by heart, and the importance in trees freed of copies where
 * features are alike, the less the more rows there are:
 *
 *   alike  = the larger of 10 * mean r^2 and 2 * nearest r^2, at most 1
 *   weight = 2 * alike * 200 / (200 + rows)
 */

import { alikeness } from '../../src/select/network/alikeness.js';
import type { NeurofsOptions } from '../../src/select/network/neurofs.js';
import type { EpochHooks } from '../../src/select/network/sparse-network.js';
import type { TrainingSet } from '../../src/types.js';
import { freeOfCopies } from './free-of-copies.js';

const fewRows = 200;
const [fewestInBatch, mostInBatch] = [20, 100];

export const freedTrees = (): EpochHooks => ({
  morePriors: ({ columns, rowCount, importance, values }) => {
    const { mean, nearest } = alikeness(columns);
    const weight = (2 * Math.min(1, Math.max(10 * mean, 2 * nearest)) * fewRows) / (fewRows + rowCount);
    const seen = { values, rowCount: values.length / importance.length };
    return weight > 0 ? [{ importance: freeOfCopies(importance, seen), weight }] : [];
  },
});

/** Two updates a class in an epoch; larger batches where there are more features for a row, as long as that many are left. */
export function fewUpdates(
  { matrix, target }: TrainingSet,
  epochSteps = 2 * target.classNames.length,
): Partial<NeurofsOptions> {
  const { rowCount, columnCount } = matrix;
  const room = Math.floor(Math.min(columnCount / rowCount, rowCount / epochSteps, mostInBatch));
  return { epochSteps, batchSize: Math.max(fewestInBatch, room) };
}

/** Four updates for every two classes that are to be told apart; at most 20, and two a class where those are more. */
export function updatesByPairs({ target }: TrainingSet): number {
  const count = target.classNames.length;
  return Math.min(2 * count * (count - 1), Math.max(20, 2 * count));
}

/** One pass an epoch once the loss is below so large a share of what it was in the first. */
export const untilLearnt = (share: number) => (): EpochHooks => {
  let first: number | undefined;
  return {
    passesOnce(loss) {
      first ??= loss;
      return loss < share * first;
    },
  };
};
