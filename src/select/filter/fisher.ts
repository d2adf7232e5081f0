/**
 * Fisher score: F_j = sum over classes of n_c (mean_cj - mean_j)^2 / sum over classes of n_c var_cj.
 *
 * Source: Duda, Hart, Stork, Pattern Classification (2001); Gu, Li, Han, Generalized Fisher Score (2011).
 * A constant feature scores 0; a feature without scatter within its classes scores infinity and ranks first.
 */

import { Pacer } from '../../compute/pacer.js';
import type { ClassTarget } from '../../types.js';
import { checkTraining } from '../check-training.js';
import type { NoOptions, SelectionMethod } from '../contract.js';
import { rankScores } from '../rank-scores.js';
import { classScatter } from './class-scatter.js';

export const fisher: SelectionMethod<NoOptions, ClassTarget, 'stored' | 'weights'> = {
  name: 'fisher',
  summary: 'Fisher score: scatter between the classes over scatter within them, feature by feature',
  goodFor: 'a first look at classes whose means differ, column by column',
  options: {},
  kChanges: 'nothing',
  isDeterministic: true,
  takesWeights: true,
  takesStored: true,
  select: async (training, k, _options, context) => {
    checkTraining(training, k);
    const { between, within } = await classScatter(training, new Pacer(context));
    context.onProgress?.(1);
    return rankScores(between.map((value, feature) => (value === 0 ? 0 : value / within[feature])));
  },
};
