/**
 * Grows many extremely randomised trees side by side, one a thread, in pieces short enough for signals and progress;
 * see kernels/extra-trees.ts for what a tree is. A tree may give votes on test rows, its gains by feature, or both.
 *
 * Every tree has random numbers of its own, and what trees give are whole numbers, so neither the number of threads nor
 * the order in which trees are finished changes a bit.
 */
import { type Address, nowhere, shifted } from '../compute/address.js';
import type { Engine } from '../compute/engine.js';
import { layouts } from '../compute/kernels-interface.js';
import type { Block, ComputeMemory } from '../compute/memory.js';
import { recordAt, recordStride } from '../compute/records.js';
import { yieldToEventLoop } from '../compute/yield.js';
import { throwIfAborted } from '../errors.js';
import type { Random } from '../maths/random.js';
import { type CommonValues, findCommonValues, noCommonValues } from './common-values.js';
import type { ForestTarget, WeightedNumbers } from './forest-target.js';

export interface ForestOptions {
  readonly trees: number;
  /** Features drawn at every split; "sqrt" is the whole part of the root of their number. */
  readonly featuresPerSplit: number | 'sqrt';
}

/** What is told of the rows, and where they stand in kernel memory. */
export interface ForestInput extends ForestTarget {
  readonly featureCount: number;
  /** [feature][row] */
  readonly train: Block<Float32Array>;
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
  readonly review?: ForestReview | undefined;
}

/** A look at the first trees, which may be enough. */
export interface ForestReview {
  /** How many they are; always the first ones, whatever the number of threads. */
  readonly after: number;
  /** Whether the others are to be grown too. */
  readonly goesOn: () => boolean;
}

/** About 50 ms of work between two looks at the event loop. */
const sliceWork = 5e7;
/** Bytes from one tree's record to the next. */
const treeBytes = recordStride('Tree');
/** Waiting nodes never exceed log2(rows) + 1. */
const stackNodes = 64;

/** Grows the trees; returns the votes, [test row][class], or the sums of what trees tell, one block a thread to be added up. */
export async function growForest(
  input: ForestInput,
  options: ForestOptions,
  context: ForestContext,
): Promise<readonly Float64Array[]> {
  const { memory, threadCount } = context.engine;
  const lanes = Math.min(threadCount, options.trees);
  const records = memory.uint8(lanes * treeBytes);
  const bounds = Int32Array.from({ length: threadCount + 1 }, (_, part) => Math.min(part, lanes));
  const places = placeNumbers(memory, input.trainNumbers);
  const lists =
    input.trainLabels && findCommonValues(memory, input.train, input.featureCount, input.trainLabels.length);
  const nurseries = Array.from({ length: lanes }, (_, lane) =>
    createNursery(context, shifted(records.pointer, lane * treeBytes), input, places, lists, options),
  );
  const { review } = context;
  // At least one tree, because a review of none could tell nothing.
  let wanted = review ? Math.max(1, Math.min(review.after, options.trees)) : options.trees;
  let [started, done] = [0, 0];
  while (done < wanted) {
    throwIfAborted(context.signal);
    for (const nursery of nurseries) {
      if (nursery.isBusy() || started === wanted) continue;
      nursery.start(context.random.fork(`tree ${started++}`));
    }
    context.engine.run('growTrees', bounds, records.pointer, treeBytes, sliceWork);
    for (const nursery of nurseries) nursery.collect();
    done = started - nurseries.filter((nursery) => nursery.isBusy()).length;
    context.onProgress?.(done / options.trees);
    await yieldToEventLoop();
    const isForReview = done === wanted && wanted < options.trees;
    if (isForReview && review?.goesOn()) wanted = options.trees;
  }
  return nurseries.map(({ votes }) => votes);
}

interface NumberPlaces {
  readonly targets: Address;
  readonly weighted: Address;
  readonly weights: Address;
}

function placeNumbers(memory: ComputeMemory, numbers: WeightedNumbers | undefined): NumberPlaces {
  if (numbers === undefined) return { targets: nowhere, weighted: nowhere, weights: nowhere };
  const place = (values: Float64Array): Address => {
    const block = memory.float64(values.length);
    block.view.set(values);
    return block.pointer;
  };
  const targets = place(numbers.values);
  const weighted = numbers.weighted === numbers.values ? targets : place(numbers.weighted);
  return { targets, weighted, weights: place(numbers.weights) };
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
  recordPointer: Address,
  { featureCount, classCount, train, trainLabels, trainNumbers, test }: ForestInput,
  places: NumberPlaces,
  lists: CommonValues | undefined,
  options: ForestOptions,
): Nursery {
  const { memory } = engine;
  const rowCount = (trainLabels ?? trainNumbers?.weights ?? []).length;
  const counting = Int32Array.from({ length: rowCount }, (_, row) => row).filter(
    (row) => trainNumbers === undefined || trainNumbers.weights[row] > 0,
  );
  const testCount = test?.rowCount ?? 0;
  const trainIndex = memory.int32(rowCount);
  const trainLabel = memory.int32(rowCount);
  const testIndex = memory.int32(testCount);
  const place = lists && memory.int32(rowCount);
  const hits = lists && memory.int32(rowCount);
  const features = memory.int32(featureCount);
  const swaps = memory.int32(featureCount);
  const values = memory.float32(rowCount);
  // Integers for classes, doubles for numbers: room for either.
  const total = memory.float64(classCount);
  const left = memory.float64(classCount);
  const votes = memory.float64(testCount * classCount);
  const stack = memory.uint8(stackNodes * layouts.WaitingNode.bytes);
  const gains = onGains ? memory.float64(featureCount) : undefined;
  const root = recordAt(memory, 'WaitingNode', stack.pointer);
  const record = recordAt(memory, 'Tree', recordPointer);
  for (let i = 0; i < featureCount; i++) features.view[i] = i;
  record.set({
    train: train.pointer,
    test: test?.columns.pointer ?? nowhere,
    trainRows: rowCount,
    testRows: testCount,
    featureCount,
    tryCount: triesOf(options, featureCount),
    classCount,
    ...places,
    stack: stack.pointer,
    trainIndex: trainIndex.pointer,
    trainLabel: trainLabel.pointer,
    testIndex: testIndex.pointer,
    ...(lists ?? noCommonValues),
    place: place?.pointer ?? nowhere,
    hits: hits?.pointer ?? nowhere,
    features: features.pointer,
    swaps: swaps.pointer,
    values: values.pointer,
    total: total.pointer,
    left: left.pointer,
    votes: votes.pointer,
    gains: gains?.pointer ?? nowhere,
  });
  const isBusy = () => record.get('waiting') > 0;
  let hasTree = false;
  return {
    votes: votes.view,
    isBusy,
    start: (random) => {
      if (trainLabels) trainLabel.view.set(trainLabels);
      trainIndex.view.set(counting);
      place?.view.set(counting);
      for (let i = 0; i < testCount; i++) testIndex.view[i] = i;
      gains?.view.fill(0);
      root.set({ trainFrom: 0, trainTo: counting.length, testFrom: 0, testTo: testCount });
      root.set({ keyLow: random.uint32() });
      root.set({ keyHigh: random.uint32() });
      record.set({ waiting: testCount > 0 || gains ? 1 : 0 });
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
