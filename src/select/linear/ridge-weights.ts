/**
 * Ridge regression on fewer and fewer standardised features, without an intercept, since all means are 0:
 *
 *   min over w of  |w|^2 / 2 + C x sum over rows of weight x (y - w.x)^2,
 *
 * scikit-learn's Ridge with alpha = 1 / 2C. Solved as rfs solves its steps, (X diag(u) X' + diag(c)) Z = Y, with u 1 for the
 * features in play and 0 for the others, c = alpha / weight, and w = X' Z.
 */
import type { Engine } from '../../compute/engine.js';
import { standardise } from '../../target/standardise.js';
import type { Matrix, TrainingSet, ValueTarget } from '../../types.js';
import { ReweightedSystem } from '../regression/reweighted-system.js';
import type { Pace } from './dual-forms.js';
import type { StandardisedColumns } from './standardised.js';

/** Rows that do not count enter so weakly that rounding hides them. */
const smallestWeight = 1e-12;

export class RidgeWeights {
  readonly #system: ReweightedSystem;
  readonly #inPlay: Float64Array;
  readonly #diagonal: Float64Array;
  readonly #progress: () => number;

  constructor(
    training: TrainingSet<Matrix, ValueTarget>,
    columns: StandardisedColumns,
    c: number,
    engine: Engine,
    { pacer, progress }: Pace,
  ) {
    const { matrix, scaling, weights } = training;
    const { target } = standardise(training);
    this.#system = new ReweightedSystem({ matrix, target, scaling: columns.toScaling(scaling) }, engine, pacer);
    this.#inPlay = new Float64Array(matrix.columnCount);
    this.#diagonal = Float64Array.from(
      { length: matrix.rowCount },
      (_, row) => 1 / (2 * c * Math.max(smallestWeight, weights?.[row] ?? 1)),
    );
    this.#progress = progress;
  }

  /** Trains on the features; the squared weight of each, summed over the numbers of a row. */
  async squaredWeights(features: Int32Array): Promise<Float64Array> {
    this.#inPlay.fill(0);
    for (const feature of features) this.#inPlay[feature] = 1;
    const { featureNorms } = await this.#system.solve(this.#inPlay, this.#diagonal, this.#progress());
    return Float64Array.from(features, (feature) => featureNorms[feature] ** 2);
  }
}
