/**
 * The logits of a multinomial logistic model over the training rows, and what the solver asks of them: probabilities,
 * residuals, and how the loss changes along a step of one class.
 *
 * With two classes there is one logit, that of the second, and the first class's is 0; with more there is one a class.
 * Exponentials are kept relative to the largest logit of their row.
 */
import { exp, log } from '../../maths/deterministic-math.js';
import type { LinearOutputs } from './linear-outputs.js';

/** Probabilities nearer to 0 or 1 count as this far away in the curvature, so that no step becomes unbounded. */
const smallestCurvature = 1e-5;

export class Logits implements LinearOutputs {
  readonly rowCount: number;
  /** How many logits a row has. */
  readonly count: number;
  /** The logit that belongs to the row's class; -1 where the class is the one without. */
  readonly #own: Int32Array;
  readonly #eta: readonly Float64Array[];
  readonly #exp: readonly Float64Array[];
  readonly #sum: Float64Array;
  readonly #weights: Float64Array;

  /** `classes` numbers the classes that occur, 0 .. classCount; the weights of the rows are of mean 1. */
  constructor(classes: Int32Array, classCount: number, weights: Float64Array | undefined) {
    this.rowCount = classes.length;
    this.count = classCount === 2 ? 1 : classCount;
    this.#own = classCount === 2 ? classes.map((label) => label - 1) : classes;
    this.#eta = Array.from({ length: this.count }, () => new Float64Array(this.rowCount));
    this.#exp = Array.from({ length: this.count }, () => new Float64Array(this.rowCount));
    this.#sum = new Float64Array(this.rowCount);
    this.#weights = weights ?? new Float64Array(this.rowCount).fill(1);
    this.refresh();
  }

  /** Computes the exponentials anew, which also takes out what rounding has left in their sums. */
  refresh(): void {
    for (let row = 0; row < this.rowCount; row++) {
      let highest = this.count === 1 ? 0 : Number.NEGATIVE_INFINITY;
      for (const eta of this.#eta) highest = Math.max(highest, eta[row]);
      let sum = this.count === 1 ? exp(-highest) : 0;
      for (let logit = 0; logit < this.count; logit++) {
        const value = exp(this.#eta[logit][row] - highest);
        this.#exp[logit][row] = value;
        sum += value;
      }
      this.#sum[row] = sum;
    }
  }

  /** residual = 1 or 0 (is it the row's class?) - probability, times the weight of the row. */
  residuals(logit: number, residual: Float64Array): void {
    const values = this.#exp[logit];
    for (let row = 0; row < this.rowCount; row++) {
      residual[row] = this.#weights[row] * ((this.#own[row] === logit ? 1 : 0) - values[row] / this.#sum[row]);
    }
  }

  /** The curvature of the loss in the logit of every row, p (1 - p), times the weight of the row. */
  curvature(logit: number, curvature: Float64Array): void {
    const values = this.#exp[logit];
    for (let row = 0; row < this.rowCount; row++) {
      const p = values[row] / this.#sum[row];
      curvature[row] = this.#weights[row] * Math.max(smallestCurvature, p * (1 - p));
    }
  }

  /** By how much the mean loss changes where `share` of the step is added to one logit. */
  lossChange(logit: number, step: Float64Array, share: number): number {
    const values = this.#exp[logit];
    let change = 0;
    for (let row = 0; row < this.rowCount; row++) {
      if (step[row] === 0) continue;
      const move = share * step[row];
      const grown = Math.max(0, this.#sum[row] - values[row]) + values[row] * exp(move);
      change += this.#weights[row] * (log(grown / this.#sum[row]) - (this.#own[row] === logit ? move : 0));
    }
    return change / this.rowCount;
  }

  /** Adds `share` of the step to one logit. */
  move(logit: number, step: Float64Array, share: number): void {
    const values = this.#exp[logit];
    const eta = this.#eta[logit];
    for (let row = 0; row < this.rowCount; row++) {
      if (step[row] === 0) continue;
      const value = values[row] * exp(share * step[row]);
      this.#sum[row] = Math.max(0, this.#sum[row] - values[row]) + value;
      values[row] = value;
      eta[row] += share * step[row];
    }
  }

  /** The mean of -log(probability of the row's class). */
  loss(): number {
    this.refresh();
    let loss = 0;
    for (let row = 0; row < this.rowCount; row++) {
      const own = this.#own[row];
      const highest = this.#eta.reduce((most, eta) => Math.max(most, eta[row]), this.count === 1 ? 0 : -1e300);
      loss += this.#weights[row] * (log(this.#sum[row]) + highest - (own < 0 ? 0 : this.#eta[own][row]));
    }
    return loss / this.rowCount;
  }
}
