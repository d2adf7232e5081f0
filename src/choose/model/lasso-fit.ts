/**
 * The lasso of one or more responses on the rows that count, each with weights of its own, at one lambda after the other:
 *
 *   min over w of  mean over rows of (y - x w)^2 / 2  +  lambda * sum of |w_j|
 *
 * By coordinate descent on products of the columns in play: a move then costs their number instead of the number of rows,
 * and all responses share them. In play are the columns whose gradient was ever above lambda for one of the responses;
 * whoever asks for a solution gives gradients of all columns and asks again until no column has come in (lasso-path.ts).
 */
import { type Engine, evenBounds } from '../../compute/engine.js';
import type { Pacer } from '../../compute/pacer.js';
import { paddedCount, type ScoredColumns } from '../ranked-columns.js';

/** Solved when no weight moves the fit by more than this share of the response's mean square. */
const tolerance = 1e-7;
const mostPasses = 500;

export class LassoFit {
  readonly #engine: Engine;
  readonly #pacer: Pacer;
  readonly #columns: ScoredColumns;
  readonly #responses: readonly Float64Array[];
  readonly #isHeldOut: Uint8Array;
  /** Rows that count. */
  readonly #rowCount: number;
  readonly #inPlay: number[] = [];
  readonly #isIn: Uint8Array;
  /** Of the columns in play: [response][capacity]. */
  #weights: Float64Array<ArrayBuffer>[];
  /** At no weights: [response][capacity]. */
  #firstGradients: Float64Array<ArrayBuffer>[];
  /** Mean products of the columns in play over the rows that count, with room for more: [capacity][capacity]. */
  #products = new Float64Array(0);
  #capacity = 0;
  /** What is left of every row, those that are held out, too: [response][row]. */
  readonly residuals: readonly Float64Array[];

  constructor(
    columns: ScoredColumns,
    responses: readonly Float64Array[],
    isHeldOut: Uint8Array,
    engine: Engine,
    pacer: Pacer,
  ) {
    this.#engine = engine;
    this.#pacer = pacer;
    this.#columns = columns;
    this.#responses = responses;
    this.#isHeldOut = isHeldOut;
    this.#rowCount = isHeldOut.reduce((count, held) => count + 1 - held, 0);
    this.#isIn = new Uint8Array(columns.columnCount);
    this.#weights = responses.map(() => new Float64Array(0));
    this.#firstGradients = responses.map(() => new Float64Array(0));
    this.residuals = responses.map((response) => response.slice());
  }

  get inPlayCount(): number {
    return this.#inPlay.length;
  }

  /** The sum of squares of what is left of the rows that are held out. */
  heldOutError(): number {
    let sum = 0;
    for (const residual of this.residuals) {
      for (let row = 0; row < residual.length; row++) sum += this.#isHeldOut[row] * residual[row] ** 2;
    }
    return sum;
  }

  /** Of every column, for every response. */
  weights(): readonly Float64Array[] {
    return this.#weights.map((own) => {
      const all = new Float64Array(this.#columns.columnCount);
      this.#inPlay.forEach((column, place) => {
        all[column] = own[place];
      });
      return all;
    });
  }

  /** Residuals as floats, zeros where a row is held out: their products with the columns make the gradients. */
  writeResiduals(response: number, into: Float32Array): void {
    this.#writeCounted(this.residuals[response], into.fill(0), 0);
  }

  /**
   * Brings in the columns whose gradient is above `level` for one of the responses; false where there are none.
   * `largestProduct` is of the column with the residuals.
   */
  bringIn(largestProduct: (column: number) => number, level: number): boolean {
    const fresh: number[] = [];
    const bar = level * this.#rowCount;
    for (let column = 0; column < this.#isIn.length; column++) {
      if (this.#isIn[column] === 1 || largestProduct(column) <= bar) continue;
      this.#isIn[column] = 1;
      fresh.push(column);
    }
    if (fresh.length > 0) this.#add(fresh);
    return fresh.length > 0;
  }

  /** Solves at lambda in the columns in play. */
  async descend(lambda: number): Promise<void> {
    for (let response = 0; response < this.#responses.length; response++) {
      await this.#descend(lambda, this.#weights[response], this.#firstGradients[response]);
      this.#updateResiduals(response);
    }
  }

  async #descend(lambda: number, weights: Float64Array, firstGradients: Float64Array): Promise<void> {
    const count = this.#inPlay.length;
    const [products, capacity] = [this.#products, this.#capacity];
    const gradients = firstGradients.slice(0, count);
    const move = (place: number, by: number): void => {
      const start = place * capacity;
      for (let other = 0; other < count; other++) gradients[other] -= by * products[start + other];
    };
    for (let place = 0; place < count; place++) if (weights[place] !== 0) move(place, weights[place]);
    // Weights that are 0 rarely move after the first pass, so all are tried again only when the others are at rest.
    let isFull = true;
    for (let pass = 0; pass < mostPasses; pass++) {
      let most = 0;
      for (let place = 0; place < count; place++) {
        const old = weights[place];
        if (old === 0 && (!isFull || Math.abs(gradients[place]) <= lambda)) continue;
        const own = products[place * capacity + place];
        const aim = gradients[place] + own * old;
        const next = aim > lambda ? (aim - lambda) / own : aim < -lambda ? (aim + lambda) / own : 0;
        if (next === old) continue;
        weights[place] = next;
        move(place, next - old);
        most = Math.max(most, (next - old) ** 2 * own);
        if (this.#pacer.isDue(count)) await this.#pacer.rest(0);
      }
      if (most > tolerance) isFull = false;
      else if (isFull) break;
      else isFull = true;
    }
  }

  #updateResiduals(response: number): void {
    const residuals = this.residuals[response];
    residuals.set(this.#responses[response]);
    this.#inPlay.forEach((column, place) => {
      const weight = this.#weights[response][place];
      if (weight === 0) return;
      const values = this.#columnOf(column);
      for (let row = 0; row < values.length; row++) residuals[row] -= weight * values[row];
    });
  }

  #add(fresh: readonly number[]): void {
    const known = this.#inPlay.length;
    this.#inPlay.push(...fresh);
    const count = this.#inPlay.length;
    if (count > this.#capacity) this.#grow(Math.max(64, 2 * count));
    const { memory } = this.#engine;
    const { stride } = this.#columns;
    const mark = memory.mark();
    const [width, height] = [paddedCount(count), paddedCount(fresh.length + this.#responses.length)];
    const products = memory.float64(height * width);
    const all = memory.float32(width * stride);
    this.#inPlay.forEach((column, place) => {
      all.view.set(this.#columnOf(column), place * stride);
    });
    // Rows that are held out are zeros here, and so count in no product. The responses follow.
    const own = memory.float32(height * stride);
    fresh.forEach((column, at) => {
      this.#writeCounted(this.#columnOf(column), own.view, at * stride);
    });
    this.#responses.forEach((response, at) => {
      this.#writeCounted(response, own.view, (fresh.length + at) * stride);
    });
    const bounds = evenBounds(height / 2, this.#engine.partCount);
    this.#engine.run('crossOfFloats', bounds, products.pointer, own.pointer, all.pointer, width, stride);
    for (let at = 0; at < fresh.length; at++) {
      for (let place = 0; place < count; place++) {
        const product = products.view[at * width + place] / this.#rowCount;
        this.#products[(known + at) * this.#capacity + place] = product;
        this.#products[place * this.#capacity + known + at] = product;
      }
    }
    this.#firstGradients.forEach((gradients, response) => {
      for (let place = known; place < count; place++) {
        gradients[place] = products.view[(fresh.length + response) * width + place] / this.#rowCount;
      }
    });
    memory.release(mark);
  }

  #grow(capacity: number): void {
    const products = new Float64Array(capacity * capacity);
    for (let place = 0; place < this.#capacity; place++) {
      const from = place * this.#capacity;
      products.set(this.#products.subarray(from, from + this.#capacity), place * capacity);
    }
    this.#products = products;
    this.#capacity = capacity;
    this.#weights = this.#weights.map((weights) => enlarged(weights, capacity));
    this.#firstGradients = this.#firstGradients.map((gradients) => enlarged(gradients, capacity));
  }

  #writeCounted(values: Float32Array | Float64Array, into: Float32Array, start: number): void {
    for (let row = 0; row < values.length; row++) if (this.#isHeldOut[row] === 0) into[start + row] = values[row];
  }

  #columnOf(column: number): Float32Array {
    const { stride, rowCount, scores } = this.#columns;
    return scores.view.subarray(column * stride, column * stride + rowCount);
  }
}

function enlarged(values: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(length);
  larger.set(values);
  return larger;
}
