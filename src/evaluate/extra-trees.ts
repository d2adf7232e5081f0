/**
 * Extra trees: 50 extremely randomised trees, sqrt(features) drawn at every split, no bootstrap, grown to purity, as
 * scikit-learn's ExtraTreesClassifier has them. The classes' shares of the leaves are summed over the trees; the
 * largest sum wins, the lower class among equals. Trees grow side by side, one a thread; see trees/grow-forest.ts.
 */
import type { Engine } from '../compute/engine.js';
import type { Block } from '../compute/memory.js';
import { type ForestOptions, growForest } from '../trees/grow-forest.js';
import type { ClassifierContext, ClassifierInput } from './contract.js';
import type { Points } from './points.js';

export type ExtraTreesOptions = ForestOptions;

export const extraTreesDefaults: ExtraTreesOptions = { trees: 50, featuresPerSplit: 'sqrt' };

export async function classifyExtraTrees(
  { train, trainLabels, classCount, test }: ClassifierInput,
  options: ExtraTreesOptions,
  context: ClassifierContext,
): Promise<Int32Array> {
  const { engine } = context;
  const mark = engine.memory.mark();
  try {
    const input = {
      featureCount: train.featureCount,
      classCount,
      train: toColumns(engine, train),
      trainLabels,
      test: { rowCount: test.rowCount, columns: toColumns(engine, test) },
    };
    return countVotes(await growForest(input, options, context), test.rowCount, classCount);
  } finally {
    engine.memory.release(mark);
  }
}

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
function countVotes(votes: readonly Float64Array[], rowCount: number, classCount: number): Int32Array {
  return Int32Array.from({ length: rowCount }, (_, row) => {
    let [best, most] = [0, -1];
    for (let label = 0; label < classCount; label++) {
      const sum = votes.reduce((total, lane) => total + lane[row * classCount + label], 0);
      if (sum > most) [best, most] = [label, sum];
    }
    return best;
  });
}
