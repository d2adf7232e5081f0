/**
 * Extra trees: 50 extremely randomised trees, sqrt(features) drawn at every split, no bootstrap, grown to purity, as
 * scikit-learn's ExtraTreesClassifier has them. The classes' shares of the leaves are summed over the trees; the
 * largest sum wins, the lower class among equals. Trees grow side by side, one a thread; see trees/grow-forest.ts.
 */
import type { Engine } from '../../compute/engine.js';
import type { Block } from '../../compute/memory.js';
import { type ForestOptions, growForest } from '../../trees/grow-forest.js';
import type { ClassTarget } from '../../types.js';
import type { PointJudge } from '../contract.js';
import type { Points } from '../points.js';
import type { ClassPredictions } from '../predictions.js';
import { likeliest } from './likeliest.js';

export type ExtraTreesOptions = ForestOptions;

export const extraTrees: PointJudge<ExtraTreesOptions> = {
  name: 'extra-trees',
  title: 'Extra trees',
  summary: 'a forest of extremely randomised trees',
  targets: ['classes'],
  options: {
    trees: { type: 'number', min: 1, integer: true, default: 50, help: 'number of trees' },
    featuresPerSplit: {
      type: 'number',
      min: 1,
      integer: true,
      words: ['sqrt'],
      default: 'sqrt',
      help: 'features drawn at every split; sqrt is the root of their number',
    },
  },
  async judgePoints({ train, target, test }, options, context) {
    const { engine } = context;
    const { labels, classNames } = target as ClassTarget;
    const mark = engine.memory.mark();
    try {
      const input = {
        featureCount: train.featureCount,
        classCount: classNames.length,
        train: toColumns(engine, train),
        trainLabels: labels,
        test: { rowCount: test.rowCount, columns: toColumns(engine, test) },
      };
      return countVotes(await growForest(input, options, context), classNames.length);
    } finally {
      engine.memory.release(mark);
    }
  },
};

/** [feature][row] floats, as a tree reads them. */
function toColumns(engine: Engine, { rowCount, featureCount, stride, x }: Points): Block<Float32Array> {
  const columns = engine.memory.float32(featureCount * rowCount);
  // Sixteen rows at a time, so that the lines written to stay in cache.
  for (let start = 0; start < rowCount; start += 16) {
    const end = Math.min(start + 16, rowCount);
    for (let f = 0; f < featureCount; f++) {
      for (let row = start; row < end; row++) columns.view[f * rowCount + row] = x.view[row * stride + f];
    }
  }
  return columns;
}

/** Votes are whole numbers, so the sum over the threads is the same for any number of them. */
function countVotes(votes: readonly Float64Array[], classCount: number): ClassPredictions {
  const sums = votes[0].slice();
  for (const lane of votes.slice(1)) for (let i = 0; i < sums.length; i++) sums[i] += lane[i];
  const labels = likeliest(sums, classCount);
  for (let start = 0; start < sums.length; start += classCount) {
    const row = sums.subarray(start, start + classCount);
    const all = row.reduce((total, each) => total + each, 0);
    for (let label = 0; label < classCount; label++) row[label] /= all;
  }
  return { kind: 'classes', labels, probabilities: sums };
}
