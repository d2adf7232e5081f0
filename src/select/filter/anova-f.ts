/**
 * One-way analysis of variance: F_j = (between_j / (C - 1)) / (within_j / (n - C)), for n rows of C classes.
 *
 * The same ranking as the Fisher score, as the numbers scikit-learn's f_classif gives. Where that gives NaN, for a
 * constant feature, the score here is 0.
 */

import { Pacer } from '../../compute/pacer.js';
import { checkTraining } from '../check-training.js';
import type { NoOptions, SelectionMethod } from '../contract.js';
import { rankScores } from '../rank-scores.js';
import { type ClassMoments, computeClassMoments } from './class-moments.js';

export const anovaF: SelectionMethod<NoOptions> = {
  name: 'anova-f',
  summary: 'F statistic of a one-way analysis of variance, as f_classif of scikit-learn',
  options: {},
  kChanges: 'nothing',
  isDeterministic: true,
  takesStored: true,
  select: async (training, k, _options, context) => {
    checkTraining(training, k);
    const moments = await computeClassMoments(training, new Pacer(context));
    context.onProgress?.(1);
    return rankScores(fStatistics(moments));
  },
};

/** The F statistic of every feature: 0 where nothing differs between classes, infinite where nothing differs within. */
export function fStatistics({ between, within, rowCount, presentClassCount }: ClassMoments): Float64Array {
  const freedom = (rowCount - presentClassCount) / (presentClassCount - 1);
  return between.map((value, feature) => {
    if (value === 0) return 0;
    return within[feature] === 0 ? Number.POSITIVE_INFINITY : (value / within[feature]) * freedom;
  });
}
