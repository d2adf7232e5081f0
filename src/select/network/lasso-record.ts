/** Keeps the books of a LassoNet path: which features are left, at which lambda the others left, and how far it is. */
import type { Scores } from '../../types.js';
import type { SelectContext } from '../contract.js';
import { rankScores } from '../rank-scores.js';

/** Share of the progress given to the dense network before the path. */
const denseShare = 0.3;

export class LassoRecord {
  readonly #context: SelectContext;
  readonly #featureCount: number;
  readonly #denseEpochs: number;
  readonly #scores: Float64Array;
  readonly #strengths: Float32Array;
  /** The features that are left, and their skip norms when they were last looked at. */
  #left: Int32Array;
  #norms: Float64Array;
  #lastLambda = 0;
  #epoch = -1;
  #removedCount = 0;

  constructor(featureCount: number, denseEpochs: number, context: SelectContext) {
    this.#featureCount = featureCount;
    this.#denseEpochs = denseEpochs;
    this.#context = context;
    this.#scores = new Float64Array(featureCount);
    this.#strengths = new Float32Array(featureCount);
    this.#left = Int32Array.from(this.#scores, (_, feature) => feature);
    this.#norms = new Float64Array(featureCount);
  }

  /** How many of the features have left the network, 0 to 1. */
  get leftShare(): number {
    return 1 - this.#left.length / this.#featureCount;
  }

  /**
   * Takes the features whose norm is 0 off the list and returns the places of those that stay.
   * The features that leave at lambda score up to lambda, and above the lambda before: in the order of their norms
   * before, equal ones alike.
   */
  dismiss(lambda: number, norms: Float64Array): Int32Array {
    const leaving = [...norms.keys()].filter((place) => norms[place] === 0);
    const steps = [...new Set(leaving.map((place) => this.#norms[place]))].sort((a, b) => a - b);
    const stepOf = new Map(steps.map((norm, at) => [norm, (at + 1) / steps.length]));
    for (const place of leaving) {
      const share = stepOf.get(this.#norms[place])!;
      this.#scores[this.#left[place]] = this.#lastLambda + (lambda - this.#lastLambda) * share;
    }
    const staying = Int32Array.from([...norms.keys()].filter((place) => norms[place] !== 0));
    this.#left = staying.map((place) => this.#left[place]);
    this.#lastLambda = lambda;
    this.#removedCount = leaving.length;
    return staying;
  }

  /** Notes the skip norms of the features that are left, and tells the caller how far the run is. */
  report(norms: Float64Array, loss: number | undefined): void {
    this.#epoch++;
    this.#norms = norms;
    this.#strengths.fill(0);
    for (let place = 0; place < norms.length; place++) this.#strengths[this.#left[place]] = norms[place];
    const done = this.#share();
    this.#context.onEpoch?.({
      epoch: this.#epoch,
      // The length of the path is not known: what is left is judged by the features that are left.
      epochCount: Math.max(this.#epoch, Math.round(this.#epoch / Math.max(done, 1e-3))),
      loss,
      activeCount: this.#left.length,
      removedCount: this.#removedCount,
      wokenCount: 0,
      strengths: this.#strengths,
    });
    this.#removedCount = 0;
    this.#context.onProgress?.(done);
  }

  #share(): number {
    const dense = Math.min(1, this.#epoch / this.#denseEpochs);
    return denseShare * dense + (1 - denseShare) * this.leftShare;
  }

  scores(): Scores {
    return rankScores(this.#scores);
  }
}
