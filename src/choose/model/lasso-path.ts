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
/** Products that are made between two turns of the event loop, about a tenth of a second. */
const productsAtOnce = 2 ** 28;
/** A product costs less than a step of plain code. */
const stepsPerProduct = 0.1;

export class LassoPath {
  readonly #columns: ScoredColumns;
  readonly #fits: readonly LassoFit[];
  readonly #engine: Engine;
  readonly #pacer: Pacer;
  readonly #mark: number;
  readonly #responseCount: number;
  /** Residuals, [fit][response][stride], and products of all columns with them, [column][fit][response]. */
  readonly #residuals;
  readonly #products;
  readonly #width: number;

  private constructor(columns: ScoredColumns, fits: readonly LassoFit[], engine: Engine, pacer: Pacer) {
    this.#columns = columns;
    this.#fits = fits;
    this.#engine = engine;
    this.#pacer = pacer;
    this.#mark = engine.memory.mark();
    this.#responseCount = fits[0].residuals.length;
    this.#width = paddedCount(fits.length * this.#responseCount);
    this.#residuals = engine.memory.float32(this.#width * columns.stride);
    this.#products = engine.memory.float64(paddedCount(columns.columnCount) * this.#width);
  }

  /** Fits of the same responses, without weights as yet. `dispose` frees what was allocated. */
  static async create(
    columns: ScoredColumns,
    fits: readonly LassoFit[],
    engine: Engine,
    pacer: Pacer,
  ): Promise<LassoPath> {
    const path = new LassoPath(columns, fits, engine, pacer);
    await path.#multiply();
    return path;
  }

  dispose(): void {
    this.#engine.memory.release(this.#mark);
  }

  /** The largest size of a product of any column with what is left of a response in the fit of this number. */
  largestProduct(fit: number): number {
    let most = 0;
    for (let column = 0; column < this.#columns.columnCount; column++)
      most = Math.max(most, this.#productOf(fit, column));
    return most;
  }

  async solve(lambda: number): Promise<void> {
    let open = this.#fits.map((fit, at) => ({ fit, productOf: (column: number) => this.#productOf(at, column) }));
    for (let round = 0; ; round++) {
      const hasCome = open.map(({ fit, productOf }) => fit.bringIn(productOf, lambda * (1 + slack)));
      // In the first round those in which no column came have to go on to this lambda, too.
      if (round > 0) open = open.filter((_, at) => hasCome[at]);
      if (open.length === 0) return;
      for (const { fit } of open) await fit.descend(lambda);
      await this.#multiply();
    }
  }

  /** The largest over the responses. */
  #productOf(fit: number, column: number): number {
    const first = column * this.#width + fit * this.#responseCount;
    let most = 0;
    for (let at = first; at < first + this.#responseCount; at++) {
      most = Math.max(most, Math.abs(this.#products.view[at]));
    }
    return most;
  }

  async #multiply(): Promise<void> {
    const { stride, scores, columnCount } = this.#columns;
    this.#fits.forEach((fit, number) => {
      for (let response = 0; response < this.#responseCount; response++) {
        const from = (number * this.#responseCount + response) * stride;
        fit.writeResiduals(response, this.#residuals.view.subarray(from, from + stride));
      }
    });
    this.#products.view.fill(0);
    const [into, left] = [this.#products.pointer, this.#residuals.pointer];
    const end = paddedCount(columnCount) / 2;
    const each = 2 * this.#width * stride;
    const step = Math.max(1, Math.floor(productsAtOnce / each));
    for (let from = 0; from < end; from += step) {
      const count = Math.min(step, end - from);
      const bounds = evenBounds(count, this.#engine.partCount).map((bound) => from + bound);
      this.#engine.run('crossOfFloats', bounds, into, scores.pointer, left, this.#width, stride);
      if (this.#pacer.isDue(stepsPerProduct * count * each)) await this.#pacer.rest(0);
    }
  }
}
