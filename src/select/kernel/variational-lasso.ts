/** The variational steps of HSIC Lasso VI on given products; see `hsic-lasso-vi.ts` for the formulas. */
import type { Engine } from '../../compute/engine.js';
import type { Gram } from '../../compute/gram.js';
import { factorise, invert, solveFactorised, type Triangle } from '../../compute/linear-algebra.js';
import type { Pacer } from '../../compute/pacer.js';
import { log } from '../../maths/deterministic-math.js';
import { logGamma } from '../../maths/log-gamma.js';

export interface VariationalInput {
  readonly engine: Engine;
  readonly pacer: Pacer;
  /** G, lower triangle. */
  readonly gram: Gram;
  /** c = K'L. */
  readonly related: Float64Array;
  /** L'L. */
  readonly labelSquare: number;
  /** N: the length of the kernels as vectors. */
  readonly sampleCount: number;
  /** Added to the diagonal of G at least, as a share of its mean: copies of a feature make G singular. */
  readonly smallestRidge: number;
  readonly lambda: number;
  readonly nu: number;
  readonly iterations: number;
  readonly tolerance: number;
}

export class VariationalLasso {
  readonly #input: VariationalInput;
  readonly #count: number;
  readonly #factor: Triangle;
  readonly #inverse: Triangle;
  readonly #ownProduct: Float64Array;
  #weights: Float64Array;
  /** Variances of the weights: the diagonal of Sigma. */
  #variances: Float64Array;
  /** Precisions of the prior, before their scale zeta. */
  readonly #f: Float64Array;
  #noise = 1; // sigma^2
  /** Logarithm of the determinant of the last factorised matrix. */
  #logDeterminant = 0;
  /** Features whose weight has not become 0; one that has stays out. */
  #active: Int32Array;
  #step = 0;

  constructor(input: VariationalInput) {
    this.#input = input;
    const count = input.related.length;
    this.#count = count;
    const stride = input.gram.size;
    const block = () => input.engine.memory.float64(stride * stride);
    this.#factor = { numbers: block(), count, stride };
    this.#inverse = { numbers: block(), count, stride };
    this.#ownProduct = Float64Array.from({ length: count }, (_, i) => input.gram.products[i * stride + i]);
    this.#weights = new Float64Array(count).fill(1);
    this.#variances = new Float64Array(count).fill(1);
    this.#f = new Float64Array(count).fill(1);
    this.#active = Int32Array.from({ length: count }, (_, i) => i);
  }

  /** The weight of every feature, at least 0. Throws `NotPositiveDefinite` where rounding in G outweighs the ridge. */
  async fit(): Promise<Float64Array> {
    const { related, iterations, tolerance } = this.#input;
    const leastSquares = await this.#solveLeastSquares();
    let last = Number.POSITIVE_INFINITY;
    let change = Number.POSITIVE_INFINITY;
    for (this.#step = 0; this.#step <= iterations && change > tolerance; this.#step++) {
      const spread = this.#weights.map((w, i) => w * w + this.#variances[i]);
      await this.#factorise((i) => this.#noise / spread[i]);
      const ridge = await this.#invertDiagonal();
      if (this.#step === 0) {
        this.#weights = Float64Array.from(related);
        solveFactorised(this.#factor, this.#weights);
        this.#step = 1;
      } else {
        this.#weights = await this.#proximalSteps(leastSquares, (i) => this.#ownProduct[i] + this.#noise / spread[i]);
      }
      this.#variances = ridge.map((value) => this.#noise * value);
      const bound = this.#updateNoise(spread);
      change = Math.abs((last - bound) / bound);
      last = bound;
      if (this.#active.length === 0) break;
    }
    return this.#weights.map((w) => Math.max(0, w));
  }

  /** |a| with a = G^-1 c: what the lasso weighs its penalty by. */
  async #solveLeastSquares(): Promise<Float64Array> {
    const solution = Float64Array.from(this.#input.related);
    await this.#factorise(() => 0);
    solveFactorised(this.#factor, solution);
    return solution.map(Math.abs);
  }

  /** Factorises G plus a diagonal. */
  async #factorise(diagonal: (i: number) => number): Promise<void> {
    const { engine, pacer, gram, smallestRidge } = this.#input;
    const { numbers, stride } = this.#factor;
    numbers.view.set(gram.products);
    const mean = this.#ownProduct.reduce((sum, value) => sum + value, 0) / this.#count;
    const least = mean > 0 ? smallestRidge * mean : 1;
    for (let i = 0; i < this.#count; i++) numbers.view[i * stride + i] += Math.max(least, diagonal(i));
    await factorise(engine, this.#factor, pacer, () => this.#progress());
    this.#logDeterminant = 0;
    for (let i = 0; i < this.#count; i++) this.#logDeterminant += 2 * log(numbers.view[i * stride + i]);
  }

  /** The diagonal of the inverse of the factorised matrix. */
  async #invertDiagonal(): Promise<Float64Array> {
    const { engine, pacer } = this.#input;
    const { numbers, stride } = this.#inverse;
    numbers.view.fill(0);
    await invert(engine, this.#factor, this.#inverse, pacer, () => this.#progress());
    const diagonal = new Float64Array(this.#count);
    for (let i = 0; i < this.#count; i++) {
      for (let j = 0; j <= i; j++) diagonal[j] += numbers.view[i * stride + j] * numbers.view[i * stride + j];
    }
    return diagonal;
  }

  #progress(): number {
    return 0.6 + 0.4 * (this.#step / (this.#input.iterations + 1));
  }

  async #proximalSteps(leastSquares: Float64Array, diagonal: (i: number) => number): Promise<Float64Array> {
    const { lambda, sampleCount, tolerance, pacer } = this.#input;
    const penalty = (i: number) => (this.#noise * lambda * sampleCount) / leastSquares[i];
    let old = this.#weights;
    let lastLength = Number.POSITIVE_INFINITY;
    let next: Float64Array;
    while (true) {
      next = new Float64Array(this.#count);
      for (const i of this.#active) {
        const pull = this.#input.related[i] - this.#explained(i, old);
        const bar = penalty(i);
        if (pull > bar) next[i] = (pull - bar) / diagonal(i);
        if (pacer.isDue(4 * this.#active.length)) await pacer.rest(this.#progress());
      }
      const length = distance(next, old);
      // Stop as soon as a step is not clearly shorter than the one before.
      if (lastLength - length < tolerance || length < tolerance) break;
      lastLength = length;
      old = next;
    }
    if (distance(next, new Float64Array(this.#count)) < tolerance) next = Float64Array.from(old);
    this.#active = this.#active.filter((i) => Math.abs(next[i]) > tolerance);
    return next;
  }

  /** sum over other active features k of G_ik w_k. */
  #explained(i: number, weights: Float64Array): number {
    const { products, size } = this.#input.gram;
    let sum = 0;
    for (const k of this.#active) {
      if (k !== i && weights[k] !== 0) sum += products[i > k ? i * size + k : k * size + i] * weights[k];
    }
    return sum;
  }

  /** Sets sigma^2 anew and gives the variational bound, up to terms that never change. */
  #updateNoise(spread: Float64Array): number {
    const { related, labelSquare, sampleCount, nu } = this.#input;
    const weights = this.#weights;
    const count = this.#count;
    let residual = labelSquare;
    for (let i = 0; i < count; i++) {
      if (weights[i] === 0) continue;
      residual += weights[i] * (this.#explainedByAll(i) - 2 * related[i]);
    }
    residual = Math.max(0, residual);
    // tr(G Sigma) with G = M - sigma^2 diag(1 / spread) and Sigma = sigma^2 M^-1.
    let trace = 0;
    for (let i = 0; i < count; i++) trace += this.#noise * (1 - this.#variances[i] / spread[i]);
    const logSigma = count * log(this.#noise) - this.#logDeterminant;
    this.#noise = (residual + trace) / sampleCount;

    let bound = (0.5 * (residual + trace)) / this.#noise - 0.5 * logSigma;
    const shape = nu + 0.5;
    for (let i = 0; i < count; i++) {
      // f / zeta = 1 / spread is all that enters M, so the two themselves are only needed here.
      const zeta = (1 + 0.5 * this.#f[i] * spread[i]) / shape;
      const f = zeta / spread[i];
      this.#f[i] = f;
      bound += (0.5 * f * (weights[i] * weights[i] + this.#variances[i]) + 1) / zeta + shape * log(zeta) - 0.5 * log(f);
    }
    bound += 0.5 * sampleCount * log(2 * Math.PI * this.#noise);
    return bound + count * (-(nu + 1) + shape * log(shape) - logGamma(shape) + logGamma(nu));
  }

  #explainedByAll(i: number): number {
    const { products, size } = this.#input.gram;
    let sum = 0;
    for (let k = 0; k < this.#count; k++) {
      if (this.#weights[k] !== 0) sum += products[i > k ? i * size + k : k * size + i] * this.#weights[k];
    }
    return sum;
  }
}

function distance(a: Float64Array, b: Float64Array): number {
  let square = 0;
  for (let i = 0; i < a.length; i++) square += (a[i] - b[i]) * (a[i] - b[i]);
  return Math.sqrt(square);
}
