/** The outputs of a linear model of numbers, and half the squared distance from what they should be. */
import type { ValueTarget } from '../../types.js';
import type { LinearOutputs } from './linear-outputs.js';

export class FittedValues implements LinearOutputs {
  readonly rowCount: number;
  readonly count: number;
  /** What is left of the numbers, [output][row]. */
  readonly #left: readonly Float64Array[];
  /** Of mean 1. */
  readonly #weights: Float64Array;

  constructor({ values, outputCount }: ValueTarget, weights: Float64Array | undefined) {
    this.rowCount = values.length / outputCount;
    this.count = outputCount;
    this.#left = Array.from({ length: outputCount }, (_, output) =>
      values.filter((__, at) => at % outputCount === output),
    );
    this.#weights = weights ?? new Float64Array(this.rowCount).fill(1);
  }

  refresh(): void {}

  residuals(output: number, into: Float64Array): void {
    const left = this.#left[output];
    for (let row = 0; row < this.rowCount; row++) into[row] = this.#weights[row] * left[row];
  }

  curvature(_output: number, into: Float64Array): void {
    into.set(this.#weights);
  }

  lossChange(output: number, step: Float64Array, share: number): number {
    const left = this.#left[output];
    let change = 0;
    for (let row = 0; row < this.rowCount; row++) {
      const move = share * step[row];
      change += this.#weights[row] * move * (move / 2 - left[row]);
    }
    return change / this.rowCount;
  }

  move(output: number, step: Float64Array, share: number): void {
    const left = this.#left[output];
    for (let row = 0; row < this.rowCount; row++) left[row] -= share * step[row];
  }

  loss(): number {
    let sum = 0;
    for (const left of this.#left) {
      for (let row = 0; row < this.rowCount; row++) sum += (this.#weights[row] * left[row] * left[row]) / 2;
    }
    return sum / this.rowCount;
  }
}
