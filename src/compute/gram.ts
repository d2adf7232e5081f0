/**
 * Sums of products of all pairs of rows, run by the kernels in kernel memory: the matrix behind least squares on many
 * rows and behind HSIC Lasso. Rows enter in panels; long panels are cut so that the event loop gets its turns.
 */
import type { Engine } from './engine.js';
import type { Block } from './memory.js';
import type { Pacer } from './pacer.js';

/** Multiplications of one kernel call on one thread: about 10 milliseconds. */
const productsPerCall = 30_000_000;

/** Of the numbers in the panel and of what is summed from them at first. */
export type Precision = 'float32' | 'float64';

export class Gram {
  /** Rows, rounded up to a multiple of 4. */
  readonly size: number;
  /** Numbers of a row in the panel, a multiple of 4. */
  readonly width: number;
  /** The panel, [size][width]: write numbers here, zero what is not used, and call `add`. */
  readonly panel: Float32Array | Float64Array;
  /** The products, [size][size], lower triangle. */
  readonly products: Float64Array;
  readonly #engine: Engine;
  readonly #mark: number;
  readonly #panelBlock: Block<Float32Array | Float64Array>;
  /** The same with its address, for kernels. */
  readonly productsBlock: Block<Float64Array>;

  constructor(engine: Engine, precision: Precision, count: number, width: number) {
    this.#engine = engine;
    this.#mark = engine.memory.mark();
    this.size = Math.ceil(count / 4) * 4;
    this.width = Math.ceil(width / 4) * 4;
    this.productsBlock = engine.memory.float64(this.size * this.size);
    this.#panelBlock = engine.memory[precision](this.size * this.width);
    this.products = this.productsBlock.view;
    this.panel = this.#panelBlock.view;
  }

  /** Adds the products of the panel's rows. */
  async add(pacer: Pacer, progress: () => number): Promise<void> {
    const { size, width } = this;
    const kernel = this.panel instanceof Float32Array ? 'gramOfFloats' : 'gramOfDoubles';
    let from = 0;
    while (from < size) {
      const to = this.#endOfCall(from);
      const bounds = triangleBounds(from, to, this.#engine.threadCount);
      this.#engine.run(kernel, bounds, this.productsBlock.pointer, this.#panelBlock.pointer, size, width);
      // Products cost less than the pacer's steps, which are those of plain code.
      const steps = (((to - from) * (to + from)) / 2) * width * 0.2;
      if (pacer.isDue(steps / this.#engine.threadCount)) await pacer.rest(progress());
      from = to;
    }
  }

  #endOfCall(from: number): number {
    const products = (productsPerCall * this.#engine.threadCount) / this.width;
    const end = Math.sqrt(from * from + 2 * products);
    return Math.min(this.size, Math.max(from + 4, Math.floor(end / 4) * 4));
  }

  /** Gives the memory back. Everything allocated after this object must be gone by then. */
  release(): void {
    this.#engine.memory.release(this.#mark);
  }
}

/** Cuts the rows from .. to into parts of nearly equal area below the diagonal, at multiples of 4. */
export function triangleBounds(from: number, to: number, parts: number): Int32Array {
  const bounds = new Int32Array(parts + 1).fill(to);
  bounds[0] = from;
  for (let part = 1; part < parts; part++) {
    const area = from * from + ((to * to - from * from) * part) / parts;
    bounds[part] = Math.max(bounds[part - 1], Math.min(to, Math.round(Math.sqrt(area) / 4) * 4));
  }
  return bounds;
}
