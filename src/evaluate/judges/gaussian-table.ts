/**
 * The kernel of all training rows with all, worked out before a support vector machine is trained on wide rows. One row after
 * another, as the solver asks for them, would fetch all training rows from memory every time; tile by tile they stay in
 * the cache, every pair is computed once, all threads take part, and the problems of all pairs of classes share it. The
 * values have the same bits either way (kernels/gaussian-tile.ts).
 */
import { type Engine, evenBounds } from '../../compute/engine.js';
import { kernelNumbers } from '../../compute/kernels-interface.js';
import type { Block } from '../../compute/memory.js';
import { yieldToEventLoop } from '../../compute/yield.js';
import { throwIfAborted } from '../../errors.js';
import type { JudgeContext } from '../contract.js';
import type { Points } from '../points.js';

export interface GaussianTable {
  /** [row][row] */
  readonly block: Block<Float32Array>;
}

const { tileRows, tileBytes } = kernelNumbers;

/** Narrower rows are quick to multiply, and the solver asks for few of their products. */
const fewestFeatures = 256;
/** About 50 ms of products between two looks at the event loop. */
const sliceProducts = 4e8;

/** Room for the sums of tiles, for every thread. */
export function tileScratch({ memory, threadCount }: Engine): Block<Uint8Array> {
  return memory.uint8(tileBytes * threadCount);
}

/** Undefined where rows are narrow or mostly 0, or the table would take more than `mostBytes`. */
export async function tabulateKernel(
  { rowCount, stride, x, groups }: Points,
  squares: Block<Float64Array>,
  gamma: number,
  mostBytes: number,
  { engine, signal }: JudgeContext,
): Promise<GaussianTable | undefined> {
  const { memory, partCount } = engine;
  if (stride < fewestFeatures || groups !== undefined || rowCount * rowCount * 4 > mostBytes) return undefined;
  const block = memory.float32(rowCount * rowCount);
  const mark = memory.mark();
  const scratch = tileScratch(engine);
  const lines = Math.ceil(rowCount / tileRows);
  const tileCount = (lines * (lines + 1)) / 2;
  const atOnce = partCount * Math.ceil(sliceProducts / (tileRows * tileRows * stride));
  for (let start = 0; start < tileCount; start += atOnce) {
    throwIfAborted(signal);
    const bounds = evenBounds(Math.min(atOnce, tileCount - start), partCount).map((tile) => start + tile);
    const addresses = [block.pointer, x.pointer, squares.pointer, scratch.pointer] as const;
    engine.run('gaussianTable', bounds, ...addresses, rowCount, stride, gamma);
    await yieldToEventLoop();
  }
  memory.release(mark);
  return { block };
}
