/**
 * Conditional infomax feature extraction: greedily the largest
 * J(f) = I(f;y) - sum over selected s of [I(s;f) - I(s;f|y)].
 *
 * Source: Lin, Tang, Conditional Infomax Learning (ECCV 2006); Brown et al., Conditional Likelihood Maximisation
 * (JMLR 2012). Features are binned by default; `discretise: 'none'` takes every distinct value as a symbol, as
 * scikit-feature does, and then makes the same choices.
 */
import type { SelectionMethod } from '../contract.js';
import { type DiscretiseOptions, discretiseOptions } from './discretise.js';
import { type Redundancy, selectByInformation } from './select-by-information.js';

export const cife: SelectionMethod<DiscretiseOptions> = {
  name: 'cife',
  summary: 'greedy: information about the class, less what the selected features share, plus what they add together',
  goodFor: 'columns of few values that tell together',
  options: discretiseOptions,
  kChanges: 'length',
  isDeterministic: true,
  select: (training, k, options, context) =>
    selectByInformation(training, k, options, context, createSums(training.matrix.columnCount)),
};

/** Two running sums, added in scikit-feature's order so that rounding goes the same way. */
function createSums(featureCount: number): Redundancy {
  const shared = new Float64Array(featureCount);
  const sharedInClass = new Float64Array(featureCount);
  return {
    add: (feature, pairShared, pairInClass) => {
      shared[feature] += pairShared;
      sharedInClass[feature] += pairInClass;
    },
    objective: (feature, relevance) => relevance - shared[feature] + sharedInClass[feature],
  };
}
