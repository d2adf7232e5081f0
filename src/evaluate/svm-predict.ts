/** The votes of all pairs of classes for new rows; see svm.ts. */
import { shifted } from '../compute/address.js';
import { evenBounds } from '../compute/engine.js';
import type { Block, ComputeMemory } from '../compute/memory.js';
import { yieldToEventLoop } from '../compute/yield.js';
import { throwIfAborted } from '../errors.js';
import type { ClassifierContext } from './contract.js';
import { type Points, squaredNorms } from './points.js';
import type { SvmModel } from './svm.js';

/** The support vectors of all pairs, by class. */
export interface SupportVectors {
  readonly count: number;
  /** Support vectors of a class stand at classStart[class] .. classStart[class + 1]. */
  readonly classStart: Int32Array;
  /** Training rows, padded to `stride` with row 0. */
  readonly rows: Int32Array;
  readonly stride: number;
  /** [classCount - 1][stride]: a vector of class i has its coefficient against class j in line j - (j > i). */
  readonly coefficients: Float64Array;
}

/** Kernel values a batch may hold at once, in doubles. */
const batchValues = 2 ** 20;
/** About 50 ms of kernel products between two looks at the event loop. */
const batchProducts = 1e8;

export async function predictSvm(model: SvmModel, test: Points, context: ClassifierContext): Promise<Int32Array> {
  const { engine } = context;
  const classCount = model.classRows.length;
  const mark = engine.memory.mark();
  const support = collectSupportVectors(model);
  const blocks = placeModel(engine.memory, model, support);
  const testSquares = squaredNorms(engine, test);
  const batchRows = batchSize(support, test.stride, engine.threadCount);
  const kernels = engine.memory.float64(batchRows * support.stride);
  const decisions = engine.memory.float64(batchRows * model.pairs.length);
  const predictions = new Int32Array(test.rowCount);
  try {
    for (let start = 0; start < test.rowCount; start += batchRows) {
      throwIfAborted(context.signal);
      const count = Math.min(batchRows, test.rowCount - start);
      engine.run(
        'svmDecide',
        evenBounds(count, engine.threadCount),
        decisions.pointer,
        shifted(test.x.pointer, start * test.stride * 8),
        shifted(testSquares.pointer, start * 8),
        model.train.x.pointer,
        model.squares.pointer,
        blocks.rows.pointer,
        blocks.coefficients.pointer,
        blocks.rho.pointer,
        blocks.classStart.pointer,
        kernels.pointer,
        test.stride,
        support.stride,
        classCount,
        model.gamma,
      );
      for (let row = 0; row < count; row++) {
        predictions[start + row] = vote(decisions.view, row * model.pairs.length, classCount);
      }
      context.onProgress?.((start + count) / test.rowCount);
      await yieldToEventLoop();
    }
    return predictions;
  } finally {
    engine.memory.release(mark);
  }
}

function batchSize(support: SupportVectors, featureStride: number, threadCount: number): number {
  const byMemory = batchValues / support.stride;
  const byTime = (batchProducts * threadCount) / (support.stride * (featureStride + 16));
  return 2 * threadCount * Math.max(1, Math.floor(Math.min(byMemory, byTime) / (2 * threadCount)));
}

interface ModelBlocks {
  readonly rows: Block<Int32Array>;
  readonly coefficients: Block<Float64Array>;
  readonly rho: Block<Float64Array>;
  readonly classStart: Block<Int32Array>;
}

function placeModel(memory: ComputeMemory, model: SvmModel, support: SupportVectors): ModelBlocks {
  const rows = memory.int32(support.rows.length);
  rows.view.set(support.rows);
  const coefficients = memory.float64(support.coefficients.length);
  coefficients.view.set(support.coefficients);
  const rho = memory.float64(model.pairs.length);
  rho.view.set(model.pairs.map((pair) => pair.rho));
  const classStart = memory.int32(support.classStart.length);
  classStart.view.set(support.classStart);
  return { rows, coefficients, rho, classStart };
}

/** A row is a support vector where any pair gives it a coefficient that is not 0. */
export function collectSupportVectors(model: SvmModel): SupportVectors {
  const classCount = model.classRows.length;
  const used = model.classRows.map((rows) => new Uint8Array(rows.length));
  forEachPair(classCount, (i, j, pair) => {
    const { coefficients } = model.pairs[pair];
    used[i].forEach((_, at) => {
      if (coefficients[at] !== 0) used[i][at] = 1;
    });
    used[j].forEach((_, at) => {
      if (coefficients[used[i].length + at] !== 0) used[j][at] = 1;
    });
  });
  const kept = used.map((flags) => [...flags.keys()].filter((at) => flags[at] === 1));
  const classStart = new Int32Array(classCount + 1);
  kept.forEach((list, label) => {
    classStart[label + 1] = classStart[label] + list.length;
  });
  const count = classStart[classCount];
  const stride = Math.ceil(count / 4) * 4;
  const rows = new Int32Array(stride);
  const coefficients = new Float64Array((classCount - 1) * stride);
  kept.forEach((list, label) => {
    list.forEach((at, i) => {
      rows[classStart[label] + i] = model.classRows[label][at];
    });
  });
  forEachPair(classCount, (i, j, pair) => {
    const source = model.pairs[pair].coefficients;
    kept[i].forEach((at, s) => {
      coefficients[(j - 1) * stride + classStart[i] + s] = source[at];
    });
    kept[j].forEach((at, s) => {
      coefficients[i * stride + classStart[j] + s] = source[used[i].length + at];
    });
  });
  return { count, classStart, rows, stride, coefficients };
}

function forEachPair(classCount: number, visit: (i: number, j: number, pair: number) => void): void {
  let pair = 0;
  for (let i = 0; i < classCount; i++) {
    for (let j = i + 1; j < classCount; j++) visit(i, j, pair++);
  }
}

/** A positive decision is a vote for the first class of the pair; the first class with the most votes wins. */
function vote(decisions: Float64Array, start: number, classCount: number): number {
  const votes = new Int32Array(classCount);
  forEachPair(classCount, (i, j, pair) => {
    votes[decisions[start + pair] > 0 ? i : j]++;
  });
  return votes.indexOf(Math.max(...votes));
}
