/**
 * Grows many extremely randomised trees side by side, one a thread, in pieces short enough for signals and progress;
 * see kernels/extra-trees.ts for what a tree is. A tree may give votes on test rows, its gains by feature, or both.
 *
 * Every tree has random numbers of its own, and what trees give are whole numbers, so neither the number of threads nor
 * the order in which trees are finished changes a bit.
 */
import type { Engine } from '../compute/engine.js';
import type { Block } from '../compute/memory.js';
import { yieldToEventLoop } from '../compute/yield.js';
import { throwIfAborted } from '../errors.js';
import type { Random } from '../maths/random.js';

export interface ForestOptions {
  readonly trees: number;
  /** Features drawn at every split; "sqrt" is the whole part of the root of their number. */
  readonly featuresPerSplit: number | 'sqrt';
}

/** Where the rows stand in kernel memory. */
export interface ForestInput {
  readonly featureCount: number;
  readonly classCount: number;
  /** [feature][row] */
  readonly train: Block<Float32Array>;
  /** Class index of every training row. */
  readonly trainLabels: Int32Array;
  /** The rows to vote on, where there are any. */
  readonly test?: { readonly rowCount: number; readonly columns: Block<Float32Array> };
}

export interface ForestContext {
  readonly engine: Engine;
  readonly random: Random;
  readonly signal?: AbortSignal | undefined;
  /** Share of the trees done, 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined;
  /**
   * Makes the trees count gains, and is called with those of each finished tree, in any order of trees:
   * `gains[feature]` in units of 2^-30 rows, valid during the call.
   */
  readonly onGains?: (gains: Float64Array) => void;
}

/** About 50 ms of work between two looks at the event loop. */
const sliceWork = 5e7;
/** Bytes of a tree's record: a double, then integers, a multiple of 8 in all; see the kernel's class Tree. */
const treeBytes = 88;
const waitingAt = 10;
const nodeBytes = 24;
/** Waiting nodes never exceed log2(rows) + 1. */
const stackNodes = 64;

/** Grows the trees; returns the votes, [test row][class], one block a thread to be added up. */
export async function growForest(
  input: ForestInput,
  options: ForestOptions,
  context: ForestContext,
): Promise<readonly Float64Array[]> {
  const { memory, threadCount } = context.engine;
  const lanes = Math.min(threadCount, options.trees);
  const records = memory.uint8(lanes * treeBytes);
  const bounds = Int32Array.from({ length: threadCount + 1 }, (_, part) => Math.min(part, lanes));
  const nurseries = Array.from({ length: lanes }, (_, lane) =>
    createNursery(context, records.pointer + lane * treeBytes, input, options),
  );
  let [started, done] = [0, 0];
  while (done < options.trees) {
    throwIfAborted(context.signal);
    for (const nursery of nurseries) {
      if (nursery.isBusy() || started === options.trees) continue;
      nursery.start(context.random.fork(`tree ${started++}`));
    }
    context.engine.run('growTrees', bounds, records.pointer, treeBytes, sliceWork);
    for (const nursery of nurseries) nursery.collect();
    done = started - nurseries.filter((nursery) => nursery.isBusy()).length;
    context.onProgress?.(done / options.trees);
    await yieldToEventLoop();
  }
  return nurseries.map(({ votes }) => votes);
}

/** Where one tree after another grows, on one thread. */
interface Nursery {
  readonly votes: Float64Array;
  isBusy(): boolean;
  start(random: Random): void;
  /** Hands over the gains of the tree where it was finished since the last call. */
  collect(): void;
}

function createNursery(
  { engine, onGains }: ForestContext,
  recordPointer: number,
  { featureCount, classCount, train, trainLabels, test }: ForestInput,
  options: ForestOptions,
): Nursery {
  const { memory } = engine;
  const rowCount = trainLabels.length;
  const testCount = test?.rowCount ?? 0;
  const trainIndex = memory.int32(rowCount);
  const trainLabel = memory.int32(rowCount);
  const testIndex = memory.int32(testCount);
  const features = memory.int32(featureCount);
  const swaps = memory.int32(featureCount);
  const values = memory.float32(rowCount);
  const counts = memory.int32(2 * classCount);
  const votes = memory.float64(testCount * classCount);
  const stack = memory.int32((stackNodes * nodeBytes) / 4);
  const gains = onGains ? memory.float64(featureCount) : undefined;
  const record = new Int32Array(memory.wasm.buffer, recordPointer, treeBytes / 4);
  for (let i = 0; i < featureCount; i++) features.view[i] = i;
  // The first two integers are the double `work`.
  record.set([0, 0, train.pointer, test?.columns.pointer ?? 0, rowCount, testCount], 0);
  record.set([featureCount, triesOf(options, featureCount), classCount, stack.pointer, 0], 6);
  record.set([trainIndex.pointer, trainLabel.pointer, testIndex.pointer, features.pointer, swaps.pointer], 11);
  record.set([values.pointer, counts.pointer, counts.pointer + classCount * 4, votes.pointer], 16);
  record.set([gains?.pointer ?? 0], 20);
  const isBusy = () => record[waitingAt] > 0;
  let hasTree = false;
  return {
    votes: votes.view,
    isBusy,
    start: (random) => {
      trainLabel.view.set(trainLabels);
      for (let i = 0; i < rowCount; i++) trainIndex.view[i] = i;
      for (let i = 0; i < testCount; i++) testIndex.view[i] = i;
      gains?.view.fill(0);
      stack.view.set([0, rowCount, 0, testCount, random.uint32() | 0, random.uint32() | 0]);
      record[waitingAt] = testCount > 0 || gains ? 1 : 0;
      hasTree = true;
    },
    collect: () => {
      if (!hasTree || isBusy()) return;
      hasTree = false;
      if (gains) onGains?.(gains.view);
    },
  };
}

function triesOf({ featuresPerSplit }: ForestOptions, featureCount: number): number {
  if (featuresPerSplit === 'sqrt') return Math.max(1, Math.floor(Math.sqrt(featureCount)));
  return Math.min(featuresPerSplit, featureCount);
}
