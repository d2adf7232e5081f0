/**
 * Importance by mean decrease in impurity (Breiman, Friedman, Olshen and Stone 1984; Louppe et al., NIPS 2013): a
 * feature's share of what all splits of a tree take off the impurity (Gini's, or the variance of numbers), each split
 * weighted by its rows; the mean over the trees, as scikit-learn's `feature_importances_`. Trees of one leaf give nothing, and are left out of the mean.
 */
import { type ForestContext, type ForestInput, type ForestOptions, growForest } from './grow-forest.js';

/** A tree's shares add up to this; they are whole numbers, so that the order of the trees does not matter. */
const shareUnits = 2 ** 40;

/** So many trees add up to less than 2^53, up to where sums of whole numbers are exact. */
export const mostTrees = 4096;

export interface ImportanceContext extends Omit<ForestContext, 'onGains' | 'review'> {
  /** The importance in the first `after` trees may be enough: where `goesOn` says no, it is given back. */
  readonly review?: { readonly after: number; readonly goesOn: (importance: Float64Array) => boolean } | undefined;
}

/** The importance of every feature; they add up to 1, or to 0 where no tree could split. */
export async function giniImportance(
  input: ForestInput,
  options: ForestOptions,
  { review, ...context }: ImportanceContext,
): Promise<Float64Array> {
  const sums = new Float64Array(input.featureCount);
  const { memory } = context.engine;
  const mark = memory.mark();
  try {
    await growForest(input, options, {
      ...context,
      onGains: (gains) => addShares(sums, gains),
      review: review && { after: review.after, goesOn: () => review.goesOn(shared(sums)) },
    });
  } finally {
    memory.release(mark);
  }
  return shared(sums);
}

function shared(sums: Float64Array): Float64Array {
  const total = sums.reduce((sum, share) => sum + share, 0);
  return total === 0 ? sums : sums.map((share) => share / total);
}

function addShares(sums: Float64Array, gains: Float64Array): void {
  let total = 0;
  for (let feature = 0; feature < gains.length; feature++) total += gains[feature];
  if (total <= 0) return;
  for (let feature = 0; feature < gains.length; feature++) {
    if (gains[feature] !== 0) sums[feature] += Math.round((gains[feature] / total) * shareUnits);
  }
}
