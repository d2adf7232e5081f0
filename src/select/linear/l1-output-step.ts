/**
 * One step of an L1 model in the weights of one output, the others held: the loss is replaced by its quadratic
 * approximation at the present weights,
 *
 *   -r'd / n + d' diag(c) d / 2n + lambda x sum of |weights|,   d = the change of the output in every row,
 *
 * with the residuals r and the curvatures c of the loss (p (1 - p) for classes; 1 for numbers, where it is exact);
 *
 * coordinate descent minimises it over the columns given and the intercept, and the step is halved until the objective
 * itself falls by a share of what was promised (Armijo's rule).
 */
import type { Pacer } from '../../compute/pacer.js';
import type { LinearOutputs } from './linear-outputs.js';

/** A step is taken if the objective falls by this share of what the approximation promises. */
const promisedShare = 0.01;
/** What rounding may hide of a fall. */
const rounding = 1e-14;
const mostHalvings = 30;
/** Passes for one approximation: more would polish what the next one changes. */
const mostPasses = 50;

/** What may move: the columns, [column][row], their weights and the intercept, both changed in place. */
export interface OutputWeights {
  readonly columns: readonly Float64Array[];
  readonly weights: Float64Array;
  intercept: number;
}

export class OutputStep {
  readonly #outputs: LinearOutputs;
  readonly #residual: Float64Array;
  /** The residual, less the change so far times the curvature. */
  readonly #left: Float64Array;
  readonly #curvature: Float64Array;
  readonly #change: Float64Array;
  readonly #rest: () => Promise<void>;
  readonly #pacer: Pacer;

  constructor(outputs: LinearOutputs, pacer: Pacer, progress: () => number) {
    const { rowCount } = outputs;
    this.#outputs = outputs;
    this.#pacer = pacer;
    this.#rest = () => pacer.rest(progress());
    this.#residual = new Float64Array(rowCount);
    this.#left = new Float64Array(rowCount);
    this.#curvature = new Float64Array(rowCount);
    this.#change = new Float64Array(rowCount);
  }

  /** Takes the step; returns the most that any one weight gained in the approximation, in its first pass. */
  async improve(output: number, lambda: number, moving: OutputWeights, tolerance: number): Promise<number> {
    this.#outputs.residuals(output, this.#residual);
    this.#outputs.curvature(output, this.#curvature);
    this.#left.set(this.#residual);
    this.#change.fill(0);
    const before = { weights: moving.weights.slice(), intercept: moving.intercept };
    const bends = new Float64Array(moving.columns.length);
    const first = await this.#pass(lambda, moving, bends, false);
    let gained = first;
    for (let pass = 1; pass < mostPasses && gained > 0.1 * tolerance; pass++) {
      // Weights that are 0 rarely move after the first pass, so most passes leave them out.
      gained = await this.#pass(lambda, moving, bends, pass % 5 !== 0);
    }
    this.#take(output, lambda, moving, before);
    return first;
  }

  async #pass(lambda: number, moving: OutputWeights, bends: Float64Array, isActiveOnly: boolean): Promise<number> {
    const { columns, weights } = moving;
    const { rowCount } = this.#outputs;
    let most = this.#moveIntercept(moving);
    for (let place = 0; place < columns.length; place++) {
      if (isActiveOnly && weights[place] === 0) continue;
      if (this.#pacer.isDue(2 * rowCount)) await this.#rest();
      most = Math.max(most, this.#moveWeight(lambda, columns[place], weights, place, bends));
    }
    return most;
  }

  #moveIntercept(moving: OutputWeights): number {
    let [slope, bend] = [0, 0];
    for (let row = 0; row < this.#left.length; row++) {
      slope += this.#left[row];
      bend += this.#curvature[row];
    }
    const move = slope / bend;
    moving.intercept += move;
    for (let row = 0; row < this.#left.length; row++) {
      this.#left[row] -= move * this.#curvature[row];
      this.#change[row] += move;
    }
    return (move * move * bend) / this.#left.length;
  }

  /** The exact minimum in one weight; returns how much it gained. */
  #moveWeight(lambda: number, column: Float64Array, weights: Float64Array, place: number, bends: Float64Array): number {
    const [left, curvature, change] = [this.#left, this.#curvature, this.#change];
    const rowCount = left.length;
    let slope = 0;
    for (let row = 0; row < rowCount; row++) slope += column[row] * left[row];
    slope /= rowCount;
    const old = weights[place];
    if (old === 0 && Math.abs(slope) <= lambda) return 0;
    if (bends[place] === 0) {
      let bend = 0;
      for (let row = 0; row < rowCount; row++) bend += column[row] * column[row] * curvature[row];
      bends[place] = bend / rowCount;
    }
    const bend = bends[place];
    const aim = slope + bend * old;
    weights[place] = aim > lambda ? (aim - lambda) / bend : aim < -lambda ? (aim + lambda) / bend : 0;
    const move = weights[place] - old;
    if (move === 0) return 0;
    for (let row = 0; row < rowCount; row++) {
      const part = move * column[row];
      left[row] -= part * curvature[row];
      change[row] += part;
    }
    return move * move * bend;
  }

  /** Goes as far towards the approximation's minimum as the objective falls. */
  #take(
    output: number,
    lambda: number,
    moving: OutputWeights,
    before: { readonly weights: Float64Array; readonly intercept: number },
  ): void {
    const aim = moving.weights.slice();
    const aimIntercept = moving.intercept;
    const penaltyAt = (share: number) => {
      let sum = 0;
      for (let i = 0; i < aim.length; i++) {
        sum += Math.abs(before.weights[i] + share * (aim[i] - before.weights[i])) - Math.abs(before.weights[i]);
      }
      return lambda * sum;
    };
    let promise = penaltyAt(1);
    for (let row = 0; row < this.#change.length; row++) {
      promise -= (this.#residual[row] * this.#change[row]) / this.#change.length;
    }
    let share = 1;
    for (let halving = 0; halving < mostHalvings; halving++) {
      const fall = this.#outputs.lossChange(output, this.#change, share) + penaltyAt(share);
      if (fall <= promisedShare * share * promise + rounding) break;
      share /= 2;
    }
    if (share < 1) {
      for (let i = 0; i < aim.length; i++) {
        moving.weights[i] = before.weights[i] + share * (aim[i] - before.weights[i]);
      }
      moving.intercept = before.intercept + share * (aimIntercept - before.intercept);
    }
    this.#outputs.move(output, this.#change, share);
  }
}
