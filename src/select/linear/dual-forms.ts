/**
 * The two ways to have the decision values of a linear model w = sum over rows of beta_i x_i, with a constant feature of 1
 * for the intercept: by the weights, which costs the features for every row asked, or by the products of all pairs of rows,
 * which costs the rows for every change. The second serves wide data, where it never needs the weights.
 */
import type { Pacer } from '../../compute/pacer.js';
import { UserError } from '../../errors.js';
import type { StandardisedColumns } from './standardised.js';

export interface DualForm {
  /** x_i . x_i + 1 */
  readonly squares: Float64Array;
  /** Begins with these coefficients of the rows. */
  start(beta: Float64Array): void;
  /** w . x_i */
  decide(row: number): number;
  /** Adds `amount` to the row's coefficient. */
  change(row: number, amount: number): void;
}

/** How the work is kept polite, and what share of it is done. */
export interface Pace {
  readonly pacer: Pacer;
  readonly progress: () => number;
}

/** Rows are copied so far; the system and the other arrays need room, too. */
const mostBytes = 4 * 2 ** 30;

/** Rows of the features in play, side by side. */
export class RowForm implements DualForm {
  readonly squares: Float64Array;
  readonly #rows: Float64Array; // [row][feature, and 1 at the end]
  readonly #weights: Float64Array;

  private constructor(rowCount: number, featureCount: number) {
    const bytes = rowCount * (featureCount + 1) * 8;
    if (bytes > mostBytes) {
      throw new UserError(
        'failure',
        `rfe: ${rowCount} training rows with ${featureCount} features take ${(bytes / 2 ** 30).toFixed(1)} GiB, ` +
          'more than the 4 GiB that are allowed; use fewer rows, or another method',
      );
    }
    this.squares = new Float64Array(rowCount);
    this.#rows = new Float64Array(rowCount * (featureCount + 1));
    this.#weights = new Float64Array(featureCount + 1);
  }

  static async gather(columns: StandardisedColumns, features: Int32Array, pace: Pace): Promise<RowForm> {
    const { rowCount } = columns;
    const form = new RowForm(rowCount, features.length);
    const stride = features.length + 1;
    const column = new Float64Array(rowCount);
    for (let place = 0; place <= features.length; place++) {
      if (place === features.length) column.fill(1);
      else columns.read(features[place], column);
      for (let row = 0; row < rowCount; row++) {
        form.#rows[row * stride + place] = column[row];
        form.squares[row] += column[row] * column[row];
      }
      if (pace.pacer.isDue(10 * rowCount)) await pace.pacer.rest(pace.progress());
    }
    return form;
  }

  start(beta: Float64Array): void {
    this.#weights.fill(0);
    for (let row = 0; row < beta.length; row++) if (beta[row] !== 0) this.change(row, beta[row]);
  }

  /** Four running sums, so that an addition need not wait for the one before. */
  decide(row: number): number {
    const weights = this.#weights;
    const rows = this.#rows;
    const start = row * weights.length;
    const whole = weights.length - (weights.length % 4);
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let j = 0; j < whole; j += 4) {
      a += weights[j] * rows[start + j];
      b += weights[j + 1] * rows[start + j + 1];
      c += weights[j + 2] * rows[start + j + 2];
      d += weights[j + 3] * rows[start + j + 3];
    }
    for (let j = whole; j < weights.length; j++) a += weights[j] * rows[start + j];
    return a + b + (c + d);
  }

  change(row: number, amount: number): void {
    const weights = this.#weights;
    const rows = this.#rows;
    const start = row * weights.length;
    for (let j = 0; j < weights.length; j++) weights[j] += amount * rows[start + j];
  }
}

/** Products of all pairs of rows, over the features in play; features are taken out as they go. */
export class ProductForm implements DualForm {
  readonly squares: Float64Array;
  readonly #products: Float64Array; // [row][row]
  readonly #decisions: Float64Array;

  private constructor(rowCount: number) {
    this.squares = new Float64Array(rowCount).fill(1);
    this.#products = new Float64Array(rowCount * rowCount).fill(1);
    this.#decisions = new Float64Array(rowCount);
  }

  static async gather(columns: StandardisedColumns, features: Int32Array, pace: Pace): Promise<ProductForm> {
    const form = new ProductForm(columns.rowCount);
    await form.#add(columns, features, 1, pace);
    return form;
  }

  remove(columns: StandardisedColumns, features: Int32Array, pace: Pace): Promise<void> {
    return this.#add(columns, features, -1, pace);
  }

  start(beta: Float64Array): void {
    this.#decisions.fill(0);
    for (let row = 0; row < beta.length; row++) if (beta[row] !== 0) this.change(row, beta[row]);
  }

  decide(row: number): number {
    return this.#decisions[row];
  }

  change(row: number, amount: number): void {
    const decisions = this.#decisions;
    const products = this.#products;
    const start = row * decisions.length;
    for (let other = 0; other < decisions.length; other++) decisions[other] += amount * products[start + other];
  }

  /** Four features at a time, so that every product is fetched a quarter as often. */
  async #add(columns: StandardisedColumns, features: Int32Array, sign: 1 | -1, pace: Pace): Promise<void> {
    const { rowCount } = columns;
    const group = Array.from({ length: 4 }, () => new Float64Array(rowCount));
    for (let from = 0; from < features.length; from += 4) {
      group.forEach((column, i) => {
        if (from + i < features.length) columns.read(features[from + i], column);
        else column.fill(0);
      });
      this.#addGroup(group, sign);
      if (pace.pacer.isDue(rowCount * rowCount)) await pace.pacer.rest(pace.progress());
    }
    this.#mirror();
  }

  /** The upper triangle is the lower one turned over. */
  #mirror(): void {
    const products = this.#products;
    const rowCount = this.squares.length;
    for (let row = 0; row < rowCount; row++) {
      this.squares[row] = products[row * rowCount + row];
      for (let other = 0; other < row; other++) products[other * rowCount + row] = products[row * rowCount + other];
    }
  }

  #addGroup([a, b, c, d]: readonly Float64Array[], sign: 1 | -1): void {
    const products = this.#products;
    const rowCount = a.length;
    for (let row = 0; row < rowCount; row++) {
      const [p, q, r, s] = [sign * a[row], sign * b[row], sign * c[row], sign * d[row]];
      const start = row * rowCount;
      for (let other = 0; other <= row; other++) {
        products[start + other] += p * a[other] + q * b[other] + (r * c[other] + s * d[other]);
      }
    }
  }
}
