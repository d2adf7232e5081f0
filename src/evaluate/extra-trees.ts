/**
 * Extra trees: 50 extremely randomised trees, sqrt(features) drawn at every split, no bootstrap, grown to purity, as
 * scikit-learn's ExtraTreesClassifier has them. The classes' shares of the leaves are summed over the trees; the
 * largest sum wins, the lower class among equals. Trees grow side by side, one a thread; see kernels/extra-trees.ts.
 */
import type { Engine } from '../compute/engine.js';
import type { Block } from '../compute/memory.js';
import { yieldToEventLoop } from '../compute/yield.js';
import { throwIfAborted } from '../errors.js';
import type { ClassifierContext, ClassifierInput } from './contract.js';
import type { Points } from './points.js';

export interface ExtraTreesOptions {
  readonly trees: number;
  /** Features drawn at every split; "sqrt" is the whole part of the root of their number. */
  readonly featuresPerSplit: number | 'sqrt';
}

export const extraTreesDefaults: ExtraTreesOptions = { trees: 50, featuresPerSplit: 'sqrt' };

/** About 50 ms of work between two looks at the event loop. */
const sliceWork = 5e7;
/** Bytes of a tree's record: a double, then integers; see the kernel's class Tree. */
const treeBytes = 80;
const nodeBytes = 24;
/** Waiting nodes never exceed log2(rows) + 1. */
const stackNodes = 64;

export async function classifyExtraTrees(
  input: ClassifierInput,
  options: ExtraTreesOptions,
  context: ClassifierContext,
): Promise<Int32Array> {
  const { memory, threadCount } = context.engine;
  const mark = memory.mark();
  try {
    const lanes = Math.min(threadCount, options.trees);
    const columns = { train: toColumns(context.engine, input.train), test: toColumns(context.engine, input.test) };
    const records = memory.uint8(lanes * treeBytes);
    const bounds = Int32Array.from({ length: threadCount + 1 }, (_, part) => Math.min(part, lanes));
    const nurseries = Array.from({ length: lanes }, (_, lane) =>
      createNursery(context.engine, records.pointer + lane * treeBytes, columns, input, options),
    );
    let [started, done] = [0, 0];
    while (done < options.trees) {
      throwIfAborted(context.signal);
      for (const nursery of nurseries) {
        if (nursery.isBusy() || started === options.trees) continue;
        nursery.start(context.random.fork(`tree ${started++}`));
      }
      context.engine.run('growTrees', bounds, records.pointer, treeBytes, sliceWork);
      done = started - nurseries.filter((nursery) => nursery.isBusy()).length;
      context.onProgress?.(done / options.trees);
      await yieldToEventLoop();
    }
    return countVotes(
      nurseries.map(({ votes }) => votes.view),
      input.test.rowCount,
      input.classCount,
    );
  } finally {
    memory.release(mark);
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

/** Where one tree after another grows, on one thread. */
interface Nursery {
  readonly votes: Block<Float64Array>;
  isBusy(): boolean;
  start(random: { uint32(): number }): void;
}

function createNursery(
  engine: Engine,
  recordPointer: number,
  columns: { readonly train: Block<Float32Array>; readonly test: Block<Float32Array> },
  { train, trainLabels, classCount, test }: ClassifierInput,
  options: ExtraTreesOptions,
): Nursery {
  const { memory } = engine;
  const tryCount =
    options.featuresPerSplit === 'sqrt'
      ? Math.max(1, Math.floor(Math.sqrt(train.featureCount)))
      : Math.min(options.featuresPerSplit, train.featureCount);
  const trainIndex = memory.int32(train.rowCount);
  const trainLabel = memory.int32(train.rowCount);
  const testIndex = memory.int32(test.rowCount);
  const features = memory.int32(train.featureCount);
  const swaps = memory.int32(train.featureCount);
  const values = memory.float32(train.rowCount);
  const counts = memory.int32(2 * classCount);
  const votes = memory.float64(test.rowCount * classCount);
  const stack = memory.int32((stackNodes * nodeBytes) / 4);
  const record = new Int32Array(memory.wasm.buffer, recordPointer, treeBytes / 4);
  const waitingAt = 10;
  features.view.forEach((_, i) => {
    features.view[i] = i;
  });
  // The first two integers are the double `work`.
  record.set([0, 0, columns.train.pointer, columns.test.pointer, train.rowCount, test.rowCount], 0);
  record.set([train.featureCount, tryCount, classCount, stack.pointer, 0], 6);
  record.set([trainIndex.pointer, trainLabel.pointer, testIndex.pointer, features.pointer, swaps.pointer], 11);
  record.set([values.pointer, counts.pointer, counts.pointer + classCount * 4, votes.pointer], 16);
  return {
    votes,
    isBusy: () => record[waitingAt] > 0,
    start: (random) => {
      trainLabel.view.set(trainLabels);
      for (let i = 0; i < train.rowCount; i++) trainIndex.view[i] = i;
      for (let i = 0; i < test.rowCount; i++) testIndex.view[i] = i;
      stack.view.set([0, train.rowCount, 0, test.rowCount, random.uint32() | 0, random.uint32() | 0]);
      record[waitingAt] = test.rowCount > 0 ? 1 : 0;
    },
  };
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
