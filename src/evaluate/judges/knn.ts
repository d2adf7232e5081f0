/**
 * The k nearest neighbours by Euclidean distance, every neighbour one vote: scikit-learn's KNeighborsClassifier, and its
 * KNeighborsRegressor, the mean of the neighbours, for numbers. Neighbours at equal distance are taken in row order, and
 * among classes with equal votes the lower index wins. kernels/knn.ts says how candidates are found in integers and
 * measured in double precision.
 */
import { shifted } from '../../compute/address.js';
import { type Engine, evenBounds } from '../../compute/engine.js';
import { kernelNumbers, layouts } from '../../compute/kernels-interface.js';
import { yieldToEventLoop } from '../../compute/yield.js';
import { throwIfAborted, UserError } from '../../errors.js';
import type { ClassTarget, ValueTarget } from '../../types.js';
import type { JudgeContext, PointJudge } from '../contract.js';
import type { Points } from '../points.js';
import type { ClassPredictions, ValuePredictions } from '../predictions.js';
import { type RoundedPoints, roundPoints } from './knn-rounding.js';
import { likeliest } from './likeliest.js';

export interface KnnOptions {
  /** k: how many neighbours vote; `auto` is 1 for classes, as in the paper, and 5 for numbers, as in scikit-learn. */
  readonly neighbours: number | 'auto';
}

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

export const knn: PointJudge<KnnOptions> = {
  name: 'knn',
  title: 'Nearest neighbour',
  summary: 'the nearest training rows: a vote on the class, or the mean of the numbers',
  targets: ['classes', 'values'],
  options: {
    neighbours: {
      type: 'number',
      min: 1,
      integer: true,
      auto: true,
      default: 'auto',
      help: 'how many neighbours vote; auto is 1 for classes and 5 for numbers',
    },
  },
  async judgePoints({ train, target, test }, options, context) {
    const usual = target.kind === 'classes' ? 1 : Math.min(5, train.rowCount);
    const k = options.neighbours === 'auto' ? usual : options.neighbours;
    const neighbours = await findNeighbours(train, test, k, context);
    return target.kind === 'classes' ? vote(neighbours, k, target) : average(neighbours, k, target as ValueTarget);
  },
};

function vote(neighbours: Int32Array, k: number, { labels, classNames }: ClassTarget): ClassPredictions {
  const classCount = classNames.length;
  const probabilities = new Float64Array((neighbours.length / k) * classCount);
  neighbours.forEach((neighbour, i) => {
    probabilities[Math.floor(i / k) * classCount + labels[neighbour]]++;
  });
  const predicted = likeliest(probabilities, classCount);
  for (let i = 0; i < probabilities.length; i++) probabilities[i] /= k;
  return { kind: 'classes', labels: predicted, probabilities };
}

function average(neighbours: Int32Array, k: number, { values, outputCount }: ValueTarget): ValuePredictions {
  const means = new Float64Array((neighbours.length / k) * outputCount);
  neighbours.forEach((neighbour, i) => {
    const row = Math.floor(i / k);
    for (let output = 0; output < outputCount; output++) {
      means[row * outputCount + output] += values[neighbour * outputCount + output];
    }
  });
  for (let i = 0; i < means.length; i++) means[i] /= k;
  return { kind: 'values', values: means };
}

/** [test row][k] training rows, nearest first. */
export async function findNeighbours(
  train: Points,
  test: Points,
  k: number,
  context: JudgeContext,
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
  context: JudgeContext,
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
