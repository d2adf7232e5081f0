/** Writes the kernels of `KernelBlocks` into kernel memory, by the threads of the engine. */
import type { Address } from '../../compute/address.js';
import { type Engine, evenBounds } from '../../compute/engine.js';
import type { Block } from '../../compute/memory.js';
import type { KernelBlocks } from './kernel-blocks.js';

export class KernelWriter {
  readonly #engine: Engine;
  readonly #blocks: KernelBlocks;
  /** Values of a feature, [block][place]. */
  readonly #values: Block<Float32Array>;
  readonly #scratch: Address;

  constructor(engine: Engine, blocks: KernelBlocks) {
    this.#engine = engine;
    this.#blocks = blocks;
    this.#values = engine.memory.float32(blocks.blockCount * blocks.blockSize);
    const parts = this.#isCut ? engine.threadCount : 1;
    this.#scratch = engine.memory.float64(parts * (blocks.length + blocks.blockSize + 2)).pointer;
  }

  /** Few large blocks are written by one thread: another would only need as much room again. */
  get #isCut(): boolean {
    return this.#blocks.blockCount >= 2 * this.#engine.threadCount;
  }

  /** Writes the kernels of standardised values (one for every row) over the blocks first .. end to `pointer`. */
  write(standardised: Float32Array, first: number, end: number, pointer: Address): void {
    const { blockSize, rows } = this.#blocks;
    const values = this.#values.view;
    const start = first * blockSize;
    for (let i = start; i < end * blockSize; i++) values[i - start] = standardised[rows[i]];
    const args = [pointer, this.#values.pointer, this.#scratch, blockSize] as const;
    const count = end - first;
    if (this.#isCut) this.#engine.run('centredKernels', evenBounds(count, this.#engine.threadCount), ...args);
    else this.#engine.call('centredKernels', ...args, 0, count, 0);
  }
}
