/**
 * Extra trees: 50 extremely randomised trees, no bootstrap, grown to purity, as scikit-learn's ExtraTreesClassifier and
 * ExtraTreesRegressor have them. Classes: sqrt(features) are drawn at every split, the classes' shares of the leaves are
 * summed over the trees, and the largest sum wins, the lower class among equals. Numbers: all features are drawn, and the
 * mean of what the trees tell is told, to a billionth of the target's range. Trees grow side by side, one a thread; see
 * trees/grow-forest.ts. Rows may count differently, as by `sample_weight`: the trees are those of the rows repeated.
 */
import type { Engine } from '../../compute/engine.js';
import type { Block } from '../../compute/memory.js';
import { forestTarget } from '../../trees/forest-target.js';
import { growForest } from '../../trees/grow-forest.js';
import type { ClassTarget, ValueTarget } from '../../types.js';
import type { PointJudge } from '../contract.js';
import type { Points } from '../points.js';
import type { ClassPredictions } from '../predictions.js';
import { likeliest } from './likeliest.js';

export interface ExtraTreesOptions {
  readonly trees: number;
  /** Features drawn at every split; `auto` is the root of their number for classes and all of them for numbers. */
  readonly featuresPerSplit: number | 'sqrt' | 'auto';
}

export const extraTrees: PointJudge<ExtraTreesOptions> = {
  name: 'extra-trees',
  title: 'Extra trees',
  summary: 'a forest of extremely randomised trees',
  targets: ['classes', 'values'],
  takesWeights: true,
  options: {
    trees: { type: 'number', min: 1, integer: true, default: 50, help: 'number of trees' },
    featuresPerSplit: {
      type: 'number',
      min: 1,
      integer: true,
      auto: true,
      words: ['sqrt'],
      default: 'auto',
      help: 'features drawn at every split; sqrt is the root of their number, auto that for classes and all for numbers',
    },
  },
  async judgePoints({ train, target, weights, test }, { trees, featuresPerSplit }, context) {
    const { engine } = context;
    const mark = engine.memory.mark();
    try {
      const told = forestTarget(target as ClassTarget | ValueTarget, weights);
      const input = {
        ...told,
        featureCount: train.featureCount,
        train: toColumns(engine, train),
        test: { rowCount: test.rowCount, columns: toColumns(engine, test) },
      };
      const usual = target.kind === 'classes' ? 'sqrt' : train.featureCount;
      const options = { trees, featuresPerSplit: featuresPerSplit === 'auto' ? usual : featuresPerSplit };
      const sums = sumOf(await growForest(input, options, context));
      if (target.kind === 'classes') return countVotes(sums, told.classCount);
      const { middles, unit } = told.trainNumbers!;
      const values = sums.map((sum, at) => middles[at % told.classCount] + (sum / trees) * unit);
      return { kind: 'values', values };
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

/** What trees give are whole numbers, so the sum over the threads is the same for any number of them. */
function sumOf(lanes: readonly Float64Array[]): Float64Array {
  const sums = lanes[0].slice();
  for (const lane of lanes.slice(1)) for (let i = 0; i < sums.length; i++) sums[i] += lane[i];
  return sums;
}

function countVotes(votes: Float64Array, classCount: number): ClassPredictions {
  const labels = likeliest(votes, classCount);
  for (let start = 0; start < votes.length; start += classCount) {
    const row = votes.subarray(start, start + classCount);
    const all = row.reduce((total, each) => total + each, 0);
    for (let label = 0; label < classCount; label++) row[label] /= all;
  }
  return { kind: 'classes', labels, probabilities: votes };
}
