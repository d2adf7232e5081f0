/**
 * The k nearest neighbours by Euclidean distance, every neighbour one vote: scikit-learn's KNeighborsClassifier.
 * Neighbours at equal distance are taken in row order, and among classes with equal votes the lower index wins.
 * kernels/knn.ts says how candidates are found in integers and measured in double precision.
 */
import { shifted } from '../compute/address.js';
import { type Engine, evenBounds } from '../compute/engine.js';
import { kernelNumbers, layouts } from '../compute/kernels-interface.js';
import { yieldToEventLoop } from '../compute/yield.js';
import { throwIfAborted, UserError } from '../errors.js';
import type { ClassifierContext, ClassifierInput } from './contract.js';
import { type RoundedPoints, roundPoints } from './knn-rounding.js';
import type { Points } from './points.js';

export interface KnnOptions {
  /** k: how many neighbours vote. */
  readonly neighbours: number;
}

export const knnDefaults: KnnOptions = { neighbours: 1 };

/** Integers before the heap in a test row's record, and the places of two of them. */
const { bytes: headerBytes, fields } = layouts.Neighbourhood;
const heapOffset = headerBytes / 4;
const overflowAt = fields.overflow.at / 4;
const thresholdAt = fields.threshold.at / 4;
/** Training rows that stand side by side. */
const { panelRows } = kernelNumbers;
/** Test rows of a batch, for every thread. */
const batchRows = 128;
/** About 50 ms of products between two looks at the event loop. */
const sliceProducts = 5e8;

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
  const { list, nearCount, isFarTest } = rounded;
  const panelCount = Math.ceil(nearCount / panelRows);
  const slicePanels = Math.max(1, Math.floor((sliceProducts * threadCount) / (batch * panelRows * train.stride)));
  const neighbours = new Int32Array(test.rowCount * k);
  for (let start = 0; start < test.rowCount; start += batch) {
    const count = Math.min(batch, test.rowCount - start);
    records.view.fill(0);
    for (let row = 0; row < batch; row++) {
      records.view[row * recordLength + thresholdAt] = 2 ** 31 - 1;
      records.view[row * recordLength + overflowAt] = isFarTest[start + row] ? 1 : 0;
    }
    for (let panel = 0; panel < panelCount; panel += slicePanels) {
      throwIfAborted(context.signal);
      const panelEnd = Math.min(panel + slicePanels, panelCount);
      engine.run(
        'nearestCandidates',
        evenBounds(Math.ceil(count / 4), threadCount),
        records.pointer,
        shifted(rounded.slack.pointer, start * 8),
        shifted(rounded.test.pointer, start * train.stride * 2),
        shifted(rounded.testSquares.pointer, start * 4),
        rounded.train.pointer,
        rounded.trainSquares.pointer,
        k,
        room,
        train.stride,
        nearCount,
        panel,
        panelEnd,
      );
      context.onProgress?.((start + (count * panelEnd) / panelCount) / test.rowCount);
      await yieldToEventLoop();
    }
    engine.run(
      'nearestExact',
      evenBounds(count, threadCount),
      found.pointer,
      distances.pointer,
      records.pointer,
      shifted(test.x.pointer, start * test.stride * 8),
      train.x.pointer,
      list.pointer,
      k,
      room,
      train.stride,
      nearCount,
      train.rowCount - nearCount,
    );
    neighbours.set(found.view.subarray(0, count * k), start * k);
  }
  return neighbours;
}
