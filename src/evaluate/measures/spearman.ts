/**
 * Spearman's rank correlation of the predicted and the true values: Pearson's correlation of their ranks, equal values
 * sharing the mean of theirs. Of several outputs, their mean.
 */
import { rankedBy } from '../../maths/ranks.js';
import type { ValueTarget } from '../../types.js';
import { meanOfDefined } from './confusion.js';
import type { Measure } from './contract.js';
import { meanOf, outputsOf } from './mean.js';

export const spearman: Measure<ValueTarget> = {
  name: 'spearman',
  title: 'Spearman correlation',
  target: 'values',
  best: 'highest',
  form: 'number',
  read(truth, predicted) {
    const outputs = outputsOf(truth.values, truth).map(rankedBy);
    const told = outputsOf(predicted.values, truth).map(rankedBy);
    return (counts) =>
      meanOfDefined(outputs.map((ranksOf, output) => correlation(ranksOf(counts), told[output](counts), counts)));
  },
};

/** Undefined where one of them is the same everywhere. */
function correlation(a: Float64Array, b: Float64Array, counts?: Float64Array): number | undefined {
  const [meanA, meanB] = [meanOf(a, counts) ?? 0, meanOf(b, counts) ?? 0];
  let [ab, aa, bb] = [0, 0, 0];
  for (let row = 0; row < a.length; row++) {
    const count = counts?.[row] ?? 1;
    const [fromA, fromB] = [a[row] - meanA, b[row] - meanB];
    ab += count * fromA * fromB;
    aa += count * fromA * fromA;
    bb += count * fromB * fromB;
  }
  return aa > 0 && bb > 0 ? ab / Math.sqrt(aa * bb) : undefined;
}
