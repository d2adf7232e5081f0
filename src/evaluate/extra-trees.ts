/**
 * Extra trees: 50 extremely randomised trees, sqrt(features) drawn at every split, no bootstrap, grown to purity, as
 * scikit-learn's ExtraTreesClassifier has them. The classes' shares of the leaves are summed over the trees; the
 * largest sum wins, the lower class among equals. Trees grow side by side, one a thread; see kernels/extra-trees.ts.
 */
import { type Address, shifted } from '../compute/address.js';
import type { Engine } from '../compute/engine.js';
import { layouts } from '../compute/kernels-interface.js';
import type { Block } from '../compute/memory.js';
import { recordAt, recordStride } from '../compute/records.js';
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
/** Bytes from one tree's record to the next. */
const treeBytes = recordStride('Tree');
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
      createNursery(context.engine, shifted(records.pointer, lane * treeBytes), columns, input, options),
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
  recordPointer: Address,
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
  const total = memory.int32(classCount);
  const left = memory.int32(classCount);
  const votes = memory.float64(test.rowCount * classCount);
  const stack = memory.uint8(stackNodes * layouts.WaitingNode.bytes);
  const root = recordAt(memory, 'WaitingNode', stack.pointer);
  const record = recordAt(memory, 'Tree', recordPointer);
  features.view.forEach((_, i) => {
    features.view[i] = i;
  });
  record.set({
    train: columns.train.pointer,
    test: columns.test.pointer,
    trainRows: train.rowCount,
    testRows: test.rowCount,
    featureCount: train.featureCount,
    tryCount,
    classCount,
    stack: stack.pointer,
    trainIndex: trainIndex.pointer,
    trainLabel: trainLabel.pointer,
    testIndex: testIndex.pointer,
    features: features.pointer,
    swaps: swaps.pointer,
    values: values.pointer,
    total: total.pointer,
    left: left.pointer,
    votes: votes.pointer,
  });
  return {
    votes,
    isBusy: () => record.get('waiting') > 0,
    start: (random) => {
      trainLabel.view.set(trainLabels);
      for (let i = 0; i < train.rowCount; i++) trainIndex.view[i] = i;
      for (let i = 0; i < test.rowCount; i++) testIndex.view[i] = i;
      root.set({ trainFrom: 0, trainTo: train.rowCount, testFrom: 0, testTo: test.rowCount });
      root.set({ keyLow: random.uint32() });
      root.set({ keyHigh: random.uint32() });
      record.set({ waiting: test.rowCount > 0 ? 1 : 0 });
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
