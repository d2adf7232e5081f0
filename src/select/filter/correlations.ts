/**
 * Pearson correlation of one feature with all others, one pass over the matrix:
 * r_sf = sum over rows of z_s (value_f - mean_f) / sqrt(total_f), with z_s centred and of length 1, rows as they count.
 * Scaling a feature by a positive factor does not change its correlations, so stored values are used; in a sparse
 * matrix only stored entries add to the sum, because z_s sums to 0.
 */

import type { Pacer } from '../../compute/pacer.js';
import type { DenseMatrix, Matrix, SparseMatrix, Target, TrainingSet } from '../../types.js';
import { type ColumnReader, createColumnReader, spreadColumn } from '../columns.js';
import type { Scatter } from './scatter.js';

export class Correlations {
  readonly #matrix: DenseMatrix | SparseMatrix;
  readonly #reader: ColumnReader;
  readonly #mean: Float64Array;
  /** 1 / square root of the sum of squared deviations; 0 for a constant feature. */
  readonly #inverseLength: Float64Array;
  readonly #z: Float64Array;
  readonly #weights: Float64Array | undefined;
  readonly #found: Float64Array;

  constructor(training: TrainingSet<Matrix, Target>, { mean, between, within }: Scatter) {
    const { matrix } = training;
    this.#matrix = matrix;
    this.#reader = createColumnReader(withoutScaling(training));
    this.#mean = mean;
    this.#weights = training.weights;
    this.#inverseLength = between.map((explained, f) => {
      const total = explained + within[f];
      return total > 0 ? 1 / Math.sqrt(total) : 0;
    });
    this.#z = new Float64Array(matrix.rowCount);
    this.#found = new Float64Array(matrix.columnCount);
  }

  /** Correlations of `feature` with every feature; 0 where one of the two is constant. Valid until the next call. */
  async with(feature: number, pacer: Pacer, progress: (share: number) => number): Promise<Float64Array> {
    const matrix = this.#matrix;
    const found = this.#found.fill(0);
    this.#standardise(feature);
    for (let row = 0; row < matrix.rowCount; row++) {
      const z = this.#weights === undefined ? this.#z[row] : this.#weights[row] * this.#z[row];
      if (matrix.kind === 'dense') addDenseRow(matrix, row, z, this.#mean, found);
      else addSparseRow(matrix, row, z, found);
      if (pacer.isDue(matrix.columnCount)) await pacer.rest(progress(row / matrix.rowCount));
    }
    for (let f = 0; f < found.length; f++) found[f] *= this.#inverseLength[f];
    return found;
  }

  #standardise(feature: number): void {
    const z = this.#z;
    spreadColumn(this.#reader.read(feature), z);
    const mean = this.#mean[feature];
    const inverse = this.#inverseLength[feature];
    for (let row = 0; row < z.length; row++) z[row] = (z[row] - mean) * inverse;
  }
}

function addDenseRow(matrix: DenseMatrix, row: number, z: number, mean: Float64Array, sums: Float64Array): void {
  const { values, columnCount } = matrix;
  const start = row * columnCount;
  for (let f = 0; f < columnCount; f++) sums[f] += z * (values[start + f] - mean[f]);
}

function addSparseRow({ rowStart, column, value }: SparseMatrix, row: number, z: number, sums: Float64Array): void {
  for (let i = rowStart[row]; i < rowStart[row + 1]; i++) sums[column[i]] += z * value[i];
}

function withoutScaling(training: TrainingSet<Matrix, Target>): TrainingSet<Matrix, Target> {
  const featureCount = training.matrix.columnCount;
  const offset = new Float64Array(featureCount);
  return { ...training, scaling: { method: 'none', offset, factor: new Float64Array(featureCount).fill(1) } };
}
