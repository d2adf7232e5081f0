/**
 * The k nearest neighbours by Euclidean distance, every neighbour one vote: scikit-learn's KNeighborsClassifier.
 * Neighbours at equal distance are taken in row order, and among classes with equal votes the lower index wins.
 * kernels/knn.ts says how candidates are found in integers and measured in double precision.
 */
import { type Engine, evenBounds } from '../compute/engine.js';
import type { Block } from '../compute/memory.js';
import { yieldToEventLoop } from '../compute/yield.js';
import { throwIfAborted, UserError } from '../errors.js';
import type { ClassifierContext, ClassifierInput } from './contract.js';
import type { Points } from './points.js';

export interface KnnOptions {
  /** k: how many neighbours vote. */
  readonly neighbours: number;
}

export const knnDefaults: KnnOptions = { neighbours: 1 };

/** Training rows that stand side by side, as in the kernel. */
const panelRows = 8;
/** Integers before the heap in a test row's record, and the place of the threshold among them, as in the kernel. */
const heapOffset = 4;
const thresholdAt = 2;
/** Test rows of a batch, for every thread. */
const batchRows = 128;
/** About 50 ms of products between two looks at the event loop. */
const sliceProducts = 5e8;
/** |qa - qb|^2 <= (|qa| + |qb|)^2 stays below 2^31 up to this length. */
const longest = 23170;

export async function classifyKnn(
  input: ClassifierInput,
  options: KnnOptions,
  context: ClassifierContext,
): Promise<Int32Array> {
  const k = options.neighbours;
  const neighbours = await findNeighbours(input.train, input.test, k, context);
  const votes = new Int32Array(input.classCount);
  return Int32Array.from({ length: input.test.rowCount }, (_, row) => {
    votes.fill(0);
    for (let i = row * k; i < (row + 1) * k; i++) votes[input.trainLabels[neighbours[i]]]++;
    return votes.indexOf(Math.max(...votes));
  });
}

/** [test row][k] training rows, nearest first. */
export async function findNeighbours(
  train: Points,
  test: Points,
  k: number,
  context: ClassifierContext,
): Promise<Int32Array> {
  if (!Number.isInteger(k) || k < 1 || k > train.rowCount) {
    throw new UserError(
      'usage',
      `nearest neighbours: expected a whole number of neighbours from 1 to ${train.rowCount} (the training rows), got ${k}`,
    );
  }
  const { engine } = context;
  const mark = engine.memory.mark();
  try {
    return await searchBatches(engine, roundPoints(engine, train, test), train, test, k, context);
  } finally {
    engine.memory.release(mark);
  }
}

/** Both sets of points in 16-bit integers; see the kernel for the layout. */
interface RoundedPoints {
  readonly train: Block<Int32Array>;
  readonly trainSquares: Block<Int32Array>;
  readonly test: Block<Int32Array>;
  readonly testSquares: Block<Int32Array>;
  /** 2 e of every test row, in steps. */
  readonly slack: Block<Float64Array>;
}

function roundPoints(engine: Engine, train: Points, test: Points): RoundedPoints {
  const { memory } = engine;
  const pairCount = train.stride / 2;
  const centre = memory.float64(train.stride);
  centre.view.set(meanRow(train));
  const reach = Math.max(longestRow(train, centre.view), longestRow(test, centre.view));
  // Rounding may lengthen a row by half a step in every feature.
  const inverseStep = reach > 0 ? (longest - 1 - Math.sqrt(train.stride) / 2) / reach : 1;
  const panels = Math.ceil(train.rowCount / panelRows) * panelRows;
  const groups = Math.ceil(test.rowCount / 4) * 4;
  const rounded = {
    train: memory.int32(panels * pairCount),
    trainSquares: memory.int32(panels),
    test: memory.int32(groups * pairCount),
    testSquares: memory.int32(groups),
    slack: memory.float64(groups),
  };
  const errors = memory.float64(train.rowCount);
  const round = (points: Points, out: number, squares: number, errorsAt: number, rows: number) =>
    engine.run(
      'quantiseRows',
      evenBounds(points.rowCount, engine.threadCount),
      ...[out, squares, errorsAt, points.x.pointer, centre.pointer, points.stride, rows, inverseStep],
    );
  round(train, rounded.train.pointer, rounded.trainSquares.pointer, errors.pointer, panelRows);
  round(test, rounded.test.pointer, rounded.testSquares.pointer, rounded.slack.pointer, 1);
  const worst = errors.view.reduce((a, b) => Math.max(a, b), 0);
  for (let row = 0; row < groups; row++) rounded.slack.view[row] = 2 * (rounded.slack.view[row] + worst);
  return rounded;
}

function meanRow({ rowCount, stride, x }: Points): Float64Array {
  const mean = new Float64Array(stride);
  for (let row = 0; row < rowCount; row++) {
    for (let f = 0; f < stride; f++) mean[f] += x.view[row * stride + f];
  }
  return mean.map((sum) => sum / rowCount);
}

function longestRow({ rowCount, stride, x }: Points, centre: Float64Array): number {
  let largest = 0;
  for (let row = 0; row < rowCount; row++) {
    let square = 0;
    for (let f = 0; f < stride; f++) square += (x.view[row * stride + f] - centre[f]) ** 2;
    if (square > largest) largest = square;
  }
  return Math.sqrt(largest);
}

async function searchBatches(
  engine: Engine,
  rounded: RoundedPoints,
  train: Points,
  test: Points,
  k: number,
  context: ClassifierContext,
): Promise<Int32Array> {
  const { memory, threadCount } = engine;
  const room = 4 * k + 252;
  const recordLength = heapOffset + k + 2 * room;
  const batch = Math.min(batchRows * threadCount, Math.ceil(test.rowCount / 4) * 4);
  const records = memory.int32(batch * recordLength);
  const found = memory.int32(batch * k);
  const distances = memory.float64(batch * k);
  const panelCount = Math.ceil(train.rowCount / panelRows);
  const slicePanels = Math.max(1, Math.floor((sliceProducts * threadCount) / (batch * panelRows * train.stride)));
  const neighbours = new Int32Array(test.rowCount * k);
  for (let start = 0; start < test.rowCount; start += batch) {
    const count = Math.min(batch, test.rowCount - start);
    records.view.fill(0);
    for (let row = 0; row < batch; row++) records.view[row * recordLength + thresholdAt] = 2 ** 31 - 1;
    for (let panel = 0; panel < panelCount; panel += slicePanels) {
      throwIfAborted(context.signal);
      const panelEnd = Math.min(panel + slicePanels, panelCount);
      engine.run(
        'nearestCandidates',
        evenBounds(Math.ceil(count / 4), threadCount),
        ...[records.pointer, rounded.slack.pointer + start * 8],
        ...[rounded.test.pointer + start * train.stride * 2, rounded.testSquares.pointer + start * 4],
        ...[rounded.train.pointer, rounded.trainSquares.pointer, k, room, train.stride, train.rowCount],
        ...[panel, panelEnd],
      );
      context.onProgress?.((start + (count * panelEnd) / panelCount) / test.rowCount);
      await yieldToEventLoop();
    }
    engine.run(
      'nearestExact',
      evenBounds(count, threadCount),
      ...[found.pointer, distances.pointer, records.pointer, test.x.pointer + start * test.stride * 8],
      ...[train.x.pointer, k, room, train.stride, train.rowCount],
    );
    neighbours.set(found.view.subarray(0, count * k), start * k);
  }
  return neighbours;
}
