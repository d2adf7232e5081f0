/**
 * F statistic of every feature, for n rows.
 *
 * Classes, one-way analysis of variance: F_j = (between_j / (C - 1)) / (within_j / (n - C)), for C classes; the same
 * ranking as the Fisher score, as the numbers scikit-learn's f_classif gives.
 * A number, regression on it: F_j = r_j^2 / (1 - r_j^2) * (n - 2), for the correlation r_j; as f_regression.
 * Where scikit-learn gives NaN, for a constant feature, the score here is 0. With weights, n is their sum: a row of weight 2
 * counts as two rows.
 */

import { Pacer } from '../../compute/pacer.js';
import type { ClassTarget, ValueTarget } from '../../types.js';
import { checkTraining } from '../check-training.js';
import type { NoOptions, SelectionMethod } from '../contract.js';
import { rankScores } from '../rank-scores.js';
import { measureScatter } from './measure-scatter.js';
import type { Scatter } from './scatter.js';

export const anovaF: SelectionMethod<NoOptions, ClassTarget | ValueTarget, 'stored' | 'weights'> = {
  name: 'anova-f',
  summary: 'F statistic of every feature, as f_classif and f_regression of scikit-learn',
  goodFor: 'a first look, column by column, that every other method should beat',
  options: {},
  targets: ['classes', 'values'],
  takesWeights: true,
  kChanges: 'nothing',
  isDeterministic: true,
  takesStored: true,
  select: async (training, k, _options, context) => {
    checkTraining(training, k);
    const scatter = await measureScatter(training, new Pacer(context));
    context.onProgress?.(1);
    return rankScores(fStatistics(scatter));
  },
};

/** The F statistic of every feature: 0 where the target explains nothing, infinite where it explains all. */
export function fStatistics({ between, within, freedom }: Scatter): Float64Array {
  return between.map((value, feature) => {
    if (value === 0) return 0;
    return within[feature] === 0 ? Number.POSITIVE_INFINITY : (value / within[feature]) * freedom;
  });
}
