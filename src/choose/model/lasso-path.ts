/**
 * Fits of the lasso on the same columns that are solved together, at one lambda after the other: one product of all columns
 * with what is left of every fit makes the gradients of all.
 */
import { type Engine, evenBounds } from '../../compute/engine.js';
import type { Pacer } from '../../compute/pacer.js';
import { paddedCount, type ScoredColumns } from '../ranked-columns.js';
import type { LassoFit } from './lasso-fit.js';

/** A gradient above lambda by this share of it breaks the optimality conditions; less is rounding. */
const slack = 1e-3;

export class LassoPath {
  readonly #columns: ScoredColumns;
  readonly #fits: readonly LassoFit[];
  readonly #engine: Engine;
  readonly #pacer: Pacer;
  readonly #mark: number;
  /** Residuals, [fit][stride], and products of all columns with them, [column][fit]. */
  readonly #residuals;
  readonly #products;
  readonly #width: number;
  readonly #bounds: Int32Array;

  constructor(columns: ScoredColumns, fits: readonly LassoFit[], engine: Engine, pacer: Pacer) {
    this.#columns = columns;
    this.#fits = fits;
    this.#engine = engine;
    this.#pacer = pacer;
    this.#mark = engine.memory.mark();
    this.#width = paddedCount(fits.length);
    this.#residuals = engine.memory.float32(this.#width * columns.stride);
    this.#products = engine.memory.float64(paddedCount(columns.columnCount) * this.#width);
    this.#bounds = evenBounds(paddedCount(columns.columnCount) / 2, engine.partCount);
    this.#multiply();
  }

  dispose(): void {
    this.#engine.memory.release(this.#mark);
  }

  /** The largest size of a product of a column with what is left of one of the first `count` fits. */
  largestProduct(count: number): number {
    let most = 0;
    for (let column = 0; column < this.#columns.columnCount; column++) {
      for (let fit = 0; fit < count; fit++) {
        most = Math.max(most, Math.abs(this.#products.view[column * this.#width + fit]));
      }
    }
    return most;
  }

  async solve(lambda: number): Promise<void> {
    const productsOf = (at: number) => (column: number) => this.#products.view[column * this.#width + at];
    let open = this.#fits.map((fit, at) => ({ fit, products: productsOf(at) }));
    for (let round = 0; ; round++) {
      const hasCome = open.map(({ fit, products }) => fit.bringIn(products, lambda * (1 + slack)));
      // In the first round those in which no column came have to go on to this lambda, too.
      if (round > 0) open = open.filter((_, at) => hasCome[at]);
      if (open.length === 0) return;
      for (const { fit } of open) await fit.descend(lambda);
      this.#multiply();
      await this.#breathe();
    }
  }

  #multiply(): void {
    const { stride, scores } = this.#columns;
    this.#fits.forEach((fit, at) => {
      fit.writeResiduals(this.#residuals.view.subarray(at * stride, (at + 1) * stride));
    });
    this.#products.view.fill(0);
    const [into, left] = [this.#products.pointer, this.#residuals.pointer];
    this.#engine.run('crossOfFloats', this.#bounds, into, scores.pointer, left, this.#width, stride);
  }

  async #breathe(): Promise<void> {
    if (this.#pacer.isDue(0.5 * this.#columns.columnCount * this.#columns.stride)) await this.#pacer.rest(0);
  }
}
