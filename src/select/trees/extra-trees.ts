/**
 * Importance in extremely randomised trees: how much of the Gini impurity the splits on a feature take off, the mean
 * over many trees.
 *
 * Source: Geurts, Ernst and Wehenkel, Extremely randomized trees (Machine Learning 63, 2006), with the mean decrease in
 * impurity as scikit-learn's ExtraTreesClassifier gives it in `feature_importances_`: all rows in every tree (no
 * bootstrap), sqrt(features) drawn at a split, grown until leaves are pure. The random numbers are other ones, so single
 * trees differ, and means over trees agree. The trees are those of the judge of the same name (src/trees).
 */
import { Pacer } from '../../compute/pacer.js';
import { giniImportance, mostTrees } from '../../trees/gini-importance.js';
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

export const extraTrees: SelectionMethod<ExtraTreesImportanceOptions> = {
  name: 'extra-trees',
  summary: 'importance in extremely randomised trees: how much purer the splits on a feature make their rows',
  options,
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
        featureCount: training.matrix.columnCount,
        classCount: training.target.classNames.length,
        train: await gatherColumns(training, { engine, pacer }),
        trainLabels: training.target.labels,
      };
      const tries = featuresPerSplit === 'auto' ? 'sqrt' : featuresPerSplit;
      return rankScores(await giniImportance(input, { trees, featuresPerSplit: tries }, context));
    } finally {
      engine.memory.release(mark);
    }
  },
};
