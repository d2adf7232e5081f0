/**
 * The kernel of all training rows with all, worked out before a support vector machine is trained on wide rows or few. One row after
 * another, as the solver asks for them, would fetch all training rows from memory every time; tile by tile they stay in
 * the cache, every pair is computed once, all threads take part, and the problems of all pairs of classes share it. Rows that
 * are mostly 0 are multiplied over the columns of the others instead. The values have the same bits either way
 * (kernels/gaussian-tile.ts, kernels/sparse-columns.ts).
 */
import { type Engine, evenBounds } from '../../compute/engine.js';
import { kernelNumbers } from '../../compute/kernels-interface.js';
import type { Block } from '../../compute/memory.js';
import { yieldToEventLoop } from '../../compute/yield.js';
import { throwIfAborted } from '../../errors.js';
import type { JudgeContext } from '../contract.js';
import { groupsFrom, type Points } from '../points.js';
import type { SparseColumns } from '../sparse-columns.js';

export interface GaussianTable {
  /** [row][row] */
  readonly block: Block<Float32Array>;
}

const { tileRows, tileBytes } = kernelNumbers;

/**
 * Narrower rows are quick to multiply, and where there are many of them the solver may ask for few of their products. Of rows that are
 * mostly 0 it asks for nearly all, because counts of that kind seldom tell the classes well.
 */
const fewestFeatures = 256;
const fewRows = 2048;
/** About 50 ms of products between two looks at the event loop. */
const sliceProducts = 4e8;
/** As many rows that are mostly 0 at once, for every part of the work. */
const sliceRows = 16;

/** Room for the sums of tiles, for every thread. */
export function tileScratch({ memory, threadCount }: Engine): Block<Uint8Array> {
  return memory.uint8(tileBytes * threadCount);
}

/** Undefined where rows are narrow, many and not mostly 0, or the table would take more than `mostBytes`. */
export async function tabulateKernel(
  points: Points,
  squares: Block<Float64Array>,
  columns: SparseColumns | undefined,
  gamma: number,
  mostBytes: number,
  { engine, signal }: JudgeContext,
): Promise<GaussianTable | undefined> {
  const { rowCount, stride, groups } = points;
  const { memory, partCount } = engine;
  if (columns === undefined && stride < fewestFeatures && rowCount > fewRows) return undefined;
  if (rowCount * rowCount * 4 > mostBytes) return undefined;
  if (groups !== undefined && columns === undefined) return undefined;
  const block = memory.float32(rowCount * rowCount);
  const mark = memory.mark();
  const { count, atOnce, run } = columns
    ? sparseWork(engine, block, points, squares, columns, gamma)
    : tiledWork(engine, block, points, squares, gamma);
  for (let start = 0; start < count; start += atOnce) {
    throwIfAborted(signal);
    run(evenBounds(Math.min(atOnce, count - start), partCount).map((place) => start + place));
    await yieldToEventLoop();
  }
  memory.release(mark);
  return { block };
}

/** What there is to do, how much of it between two looks at the event loop, and how a part is done. */
interface TableWork {
  readonly count: number;
  readonly atOnce: number;
  run(bounds: Int32Array): void;
}

/** Tile by tile. */
function tiledWork(
  engine: Engine,
  block: Block<Float32Array>,
  { rowCount, stride, x }: Points,
  squares: Block<Float64Array>,
  gamma: number,
): TableWork {
  const scratch = tileScratch(engine);
  const lines = Math.ceil(rowCount / tileRows);
  const addresses = [block.pointer, x.pointer, squares.pointer, scratch.pointer] as const;
  return {
    count: (lines * (lines + 1)) / 2,
    atOnce: engine.partCount * Math.ceil(sliceProducts / (tileRows * tileRows * stride)),
    run: (bounds) => engine.run('gaussianTable', bounds, ...addresses, rowCount, stride, gamma),
  };
}

/** Row by row, over the columns of what is not 0. */
function sparseWork(
  engine: Engine,
  block: Block<Float32Array>,
  points: Points,
  squares: Block<Float64Array>,
  { columnStart, columnRow, columnValue }: SparseColumns,
  gamma: number,
): TableWork {
  const { rowCount, stride, x } = points;
  const sums = engine.memory.float64(rowCount * 4 * engine.threadCount);
  const rows = [block.pointer, x.pointer, squares.pointer, groupsFrom(points, 0)] as const;
  const columns = [columnStart, columnRow, columnValue] as const;
  return {
    count: rowCount,
    atOnce: engine.partCount * sliceRows,
    run: (bounds) => engine.run('sparseTable', bounds, ...rows, ...columns, sums.pointer, rowCount, stride, gamma),
  };
}
