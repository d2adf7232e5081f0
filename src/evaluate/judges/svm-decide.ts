/** Decision values of a solved support vector machine for new rows; see svm.ts. */
import { shifted } from '../../compute/address.js';
import { type Engine, evenBounds } from '../../compute/engine.js';
import { kernelNumbers } from '../../compute/kernels-interface.js';
import type { Block, ComputeMemory } from '../../compute/memory.js';
import { yieldToEventLoop } from '../../compute/yield.js';
import { throwIfAborted } from '../../errors.js';
import type { JudgeContext } from '../contract.js';
import { groupsFrom, type Points, squaredNorms } from '../points.js';
import type { SparseColumns } from '../sparse-columns.js';
import { tileScratch } from './gaussian-table.js';

/** What the kernels are asked with: training rows, and what each counts in every decision. */
export interface SvmModel {
  readonly train: Points;
  readonly squares: Block<Float64Array>;
  readonly gamma: number;
  /** The columns of the training rows, where most of their numbers are 0. */
  readonly columns?: SparseColumns | undefined;
  readonly support: SupportVectors;
  /** The constants of the decisions; for classes, of the pairs (0,1), (0,2) .. (1,2) .. */
  readonly rhos: readonly number[];
}

/** The support vectors by class; a machine for a number has them all in the first of two classes. */
export interface SupportVectors {
  readonly classCount: number;
  /** Support vectors of a class stand at classStart[class] .. classStart[class + 1]. */
  readonly classStart: Int32Array;
  /** Training rows, padded to `stride` with row 0. */
  readonly rows: Int32Array;
  readonly stride: number;
  /** [classCount - 1][stride]: a vector of class i has its coefficient against class j in line j - (j > i). */
  readonly coefficients: Float64Array;
}

const { tileRows } = kernelNumbers;

/** Kernel values, and decisions, that a batch may hold at once, in doubles. */
const batchValues = 2 ** 20;
/** Of very many classes some rows more are worth it, up to this, since they share what is fetched for a pair. */
const [fewRows, mostValues] = [8, 2 ** 22];
/** About 50 ms of kernel products between two looks at the event loop. */
const batchProducts = 3e8;

/** Hands the decisions over batch by batch, [row of the batch][decision], with the first row of each; valid during the call. */
export async function decide(
  model: SvmModel,
  test: Points,
  context: JudgeContext,
  read: (decisions: Float64Array, start: number) => void,
): Promise<void> {
  const { engine } = context;
  const { support } = model;
  const decisionCount = model.rhos.length;
  const mark = engine.memory.mark();
  const blocks = placeModel(engine.memory, model);
  const testSquares = squaredNorms(engine, test);
  const batchRows = batchSize(support, decisionCount, test.stride, engine.threadCount);
  const values = engine.memory.float64(batchRows * support.stride);
  const compute = kernelValues(engine, model, test, testSquares, blocks.rows, values);
  const decisions = engine.memory.float64(batchRows * decisionCount);
  try {
    for (let start = 0; start < test.rowCount; start += batchRows) {
      throwIfAborted(context.signal);
      const count = Math.min(batchRows, test.rowCount - start);
      const bounds = evenBounds(count, engine.threadCount);
      compute(start, bounds);
      engine.run(
        'svmDecide',
        bounds,
        decisions.pointer,
        values.pointer,
        blocks.coefficients.pointer,
        blocks.rho.pointer,
        blocks.classStart.pointer,
        support.stride,
        support.classCount,
      );
      read(decisions.view.subarray(0, count * decisionCount), start);
      context.onProgress?.((start + count) / test.rowCount);
      await yieldToEventLoop();
    }
  } finally {
    engine.memory.release(mark);
  }
}

/** Writes the kernel of the batch's rows, from `start` on, with the support vectors to `values`. */
function kernelValues(
  engine: Engine,
  { train, squares, gamma, support, columns }: SvmModel,
  test: Points,
  testSquares: Block<Float64Array>,
  rows: Block<Int32Array>,
  values: Block<Float64Array>,
): (start: number, bounds: Int32Array) => void {
  const rowsFrom = (start: number) =>
    [shifted(test.x.pointer, start * test.stride * 8), shifted(testSquares.pointer, start * 8)] as const;
  if (columns && test.groups) {
    const { columnStart, columnRow, columnValue } = columns;
    const sums = engine.memory.float64(train.rowCount * 4 * engine.threadCount);
    const model = [columnStart, columnRow, columnValue, squares.pointer, rows.pointer, sums.pointer] as const;
    const numbers = [test.stride, train.rowCount, support.stride, gamma] as const;
    return (start, bounds) =>
      engine.run(
        'sparseValues',
        bounds,
        values.pointer,
        ...rowsFrom(start),
        groupsFrom(test, start),
        ...model,
        ...numbers,
      );
  }
  const scratch = tileScratch(engine);
  const model = [train.x.pointer, squares.pointer, rows.pointer, scratch.pointer] as const;
  return (start, bounds) =>
    engine.run(
      'gaussianValues',
      bounds,
      values.pointer,
      ...rowsFrom(start),
      ...model,
      test.stride,
      support.stride,
      gamma,
    );
}

function batchSize(support: SupportVectors, decisionCount: number, featureStride: number, threadCount: number): number {
  const values = Math.max(support.stride, decisionCount);
  const byMemory = Math.max(batchValues, Math.min(fewRows * values, mostValues)) / values;
  const byTime = (batchProducts * threadCount) / (support.stride * (featureStride + 16));
  const rows = Math.min(byMemory, byTime) / threadCount;
  // Whole tiles where there is room for one: a part of a tile takes as much fetching as a whole one.
  const unit = rows < tileRows ? 2 : tileRows;
  return threadCount * unit * Math.max(1, Math.floor(rows / unit));
}

interface ModelBlocks {
  readonly rows: Block<Int32Array>;
  readonly coefficients: Block<Float64Array>;
  readonly rho: Block<Float64Array>;
  readonly classStart: Block<Int32Array>;
}

function placeModel(memory: ComputeMemory, { support, rhos }: SvmModel): ModelBlocks {
  const rows = memory.int32(support.rows.length);
  rows.view.set(support.rows);
  const coefficients = memory.float64(support.coefficients.length);
  coefficients.view.set(support.coefficients);
  const rho = memory.float64(rhos.length);
  rho.view.set(rhos);
  const classStart = memory.int32(support.classStart.length);
  classStart.view.set(support.classStart);
  return { rows, coefficients, rho, classStart };
}
