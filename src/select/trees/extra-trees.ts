/**
 * Importance in extremely randomised trees: how much of the impurity the splits on a feature take off, the mean over many
 * trees; the impurity of classes is Gini's, that of numbers their variance.
 *
 * Source: Geurts, Ernst and Wehenkel, Extremely randomized trees (Machine Learning 63, 2006), with the mean decrease in
 * impurity as scikit-learn's ExtraTreesClassifier and ExtraTreesRegressor give it in `feature_importances_`: all rows in
 * every tree (no bootstrap), grown until leaves are pure, rows weighted as by `sample_weight`. sqrt(features) are drawn at
 * a split, for numbers too, where scikit-learn draws all. The random numbers are other ones, so single trees differ, and
 * means over trees agree. The trees are those of the judge of the same name (src/trees).
 */
import { Pacer } from '../../compute/pacer.js';
import { forestTarget } from '../../trees/forest-target.js';
import { giniImportance, mostTrees } from '../../trees/gini-importance.js';
import type { ClassTarget, ValueTarget } from '../../types.js';
import { checkTraining } from '../check-training.js';
import type { OptionSpecs, SelectionMethod } from '../contract.js';
import { rankScores } from '../rank-scores.js';
import { gatherColumns } from './gather-columns.js';

export interface ExtraTreesImportanceOptions {
  readonly trees: number;
  readonly featuresPerSplit: number | 'auto';
}

const options: OptionSpecs<ExtraTreesImportanceOptions> = {
  trees: {
    type: 'number',
    integer: true,
    min: 1,
    max: mostTrees,
    default: 500,
    help: 'trees to grow: more make the ranking steadier',
  },
  featuresPerSplit: {
    type: 'number',
    integer: true,
    min: 1,
    auto: true,
    default: 'auto',
    help: 'features drawn at every split; auto is the root of their number',
  },
};

export const extraTrees: SelectionMethod<
  ExtraTreesImportanceOptions,
  ClassTarget | ValueTarget,
  'several' | 'weights'
> = {
  name: 'extra-trees',
  summary: 'importance in extremely randomised trees: how much purer the splits on a feature make their rows',
  goodFor: 'tables of mixed scales, steps and interactions, with nothing to set',
  options,
  targets: ['classes', 'values'],
  takesSeveral: true,
  takesWeights: true,
  kChanges: 'nothing',
  settle: (chosen, { columnCount }) => ({
    ...chosen,
    featuresPerSplit:
      chosen.featuresPerSplit === 'auto' ? Math.max(1, Math.floor(Math.sqrt(columnCount))) : chosen.featuresPerSplit,
  }),
  select: async (training, k, { trees, featuresPerSplit }, context) => {
    checkTraining(training, k);
    const { engine } = context;
    const mark = engine.memory.mark();
    try {
      const pacer = new Pacer(context);
      const input = {
        ...forestTarget(training.target, training.weights),
        featureCount: training.matrix.columnCount,
        train: await gatherColumns(training, { engine, pacer }),
      };
      const tries = featuresPerSplit === 'auto' ? 'sqrt' : featuresPerSplit;
      return rankScores(await giniImportance(input, { trees, featuresPerSplit: tries }, context));
    } finally {
      engine.memory.release(mark);
    }
  },
};
