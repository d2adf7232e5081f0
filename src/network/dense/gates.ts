/**
 * Stochastic gates on the features: z_j = clamp(mu_j + 0.5 + sigma * noise_j, 0, 1), noise standard normal, drawn anew for
 * every batch and shared by its rows. The penalty on open gates is the chance that a gate is open, the normal
 * distribution function of (mu_j + 0.5) / sigma.
 */
import { fillNormal, normalDensity } from '../../maths/normal.js';
import type { Random } from '../../maths/random.js';
import type { StepOptions } from '../sparse/pass.js';

export class Gates {
  /** mu: all gates start half open. */
  readonly means: Float64Array;
  readonly #velocity: Float64Array;
  readonly #noise: Float64Array;
  /** Which gates the last draw left between 0 and 1: only these have a gradient. */
  readonly #isFree: Uint8Array;
  readonly #sigma: number;
  readonly #random: Random;

  constructor(count: number, sigma: number, random: Random) {
    this.means = new Float64Array(count);
    this.#velocity = new Float64Array(count);
    this.#noise = new Float64Array(count);
    this.#isFree = new Uint8Array(count);
    this.#sigma = sigma;
    this.#random = random;
  }

  /** Draws the gates of a batch. */
  draw(gates: Float32Array): void {
    fillNormal(this.#noise, this.#random);
    for (let j = 0; j < this.means.length; j++) {
      const z = this.means[j] + 0.5 + this.#sigma * this.#noise[j];
      gates[j] = Math.max(0, Math.min(1, z));
      this.#isFree[j] = z > 0 && z < 1 ? 1 : 0;
    }
  }

  /** The gates as they are without noise. */
  settle(gates: Float32Array): void {
    for (let j = 0; j < this.means.length; j++) gates[j] = Math.max(0, Math.min(1, this.means[j] + 0.5));
  }

  /**
   * One step of the optimiser on mu: `products`, the gradients of the loss with respect to the gates times the gates, the
   * gates that were drawn, and `penalty` on each open gate.
   */
  update(products: Float32Array, gates: Float32Array, penalty: number, { learningRate, momentum }: StepOptions): void {
    const { means } = this;
    for (let j = 0; j < means.length; j++) {
      const pull = (penalty / this.#sigma) * normalDensity((means[j] + 0.5) / this.#sigma);
      const gradient = (this.#isFree[j] === 1 ? products[j] / gates[j] : 0) + pull;
      this.#velocity[j] = momentum * this.#velocity[j] - learningRate * gradient;
      means[j] += this.#velocity[j];
    }
  }
}
