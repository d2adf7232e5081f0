/**
 * Scatter of every feature along its regression on a number y, and around it:
 * between = (sum of w (x - mean) (y - mean of y))^2 / sum of w (y - mean of y)^2, within = sum of w (x - mean)^2 - between,
 * so that between / (between + within) is the squared correlation. Rows count by their weights w.
 *
 * Two passes over the rows, values relative to the feature's first row, as for classes.
 */
import type { Pacer } from '../../compute/pacer.js';
import { rowChunks } from '../../matrix/stored-rows.js';
import type { AnyMatrix, DenseMatrix, SparseMatrix, TrainingSet, ValueTarget } from '../../types.js';
import { firstRow, forgetRounding, freedomOf, rowWeights, type Scatter } from './scatter.js';

/** Sums over the rows, for every feature. */
interface Sums {
  readonly mean: Float64Array;
  readonly squares: Float64Array;
  /** Of feature and target. */
  readonly products: Float64Array;
  /** What the rows with an entry count together, in a sparse matrix. */
  readonly present: Float64Array;
}

export async function valueScatter(training: TrainingSet<AnyMatrix, ValueTarget>, pacer: Pacer): Promise<Scatter> {
  const { matrix, target, weights } = training;
  const { rowCount, columnCount } = matrix;
  const weightOf = rowWeights(training);
  const { centred, square, total } = centre(target.values, weightOf);
  const shift = firstRow(matrix);
  const empty = () => new Float64Array(columnCount);
  const sums: Sums = { mean: empty(), squares: empty(), products: empty(), present: empty() };
  for (const { matrix: chunk, from } of rowChunks(matrix)) {
    for (let row = 0; row < chunk.rowCount; row++) {
      const weight = weightOf(from + row) / total;
      if (chunk.kind === 'dense') addDenseMean(chunk, row, weight, shift, sums.mean);
      else addSparseMean(chunk, row, weight, sums.mean);
      if (pacer.isDue(columnCount)) await pacer.rest((0.5 * (from + row)) / rowCount);
    }
  }
  for (const { matrix: chunk, from } of rowChunks(matrix)) {
    for (let row = 0; row < chunk.rowCount; row++) {
      const weight = weightOf(from + row);
      if (chunk.kind === 'dense') addDenseProducts(chunk, row, weight, centred[from + row], shift, sums);
      else addSparseProducts(chunk, row, weight, centred[from + row], sums);
      if (pacer.isDue(columnCount)) await pacer.rest(0.5 + (0.5 * (from + row)) / rowCount);
    }
  }
  // Rows without an entry all lie the mean away from it, and the centred target sums to 0 over all rows.
  if (matrix.kind === 'sparse') {
    for (let j = 0; j < columnCount; j++) sums.squares[j] += (total - sums.present[j]) * sums.mean[j] ** 2;
  }
  const between = sums.products.map((product) => (product * product) / square);
  const within = sums.squares.map((sum, j) => unexplained(sum, between[j], rowCount));
  forgetRounding(between, within, rowCount);
  const mean = sums.mean.map((value, j) => value + shift[j]);
  return { between, within, mean, freedom: freedomOf(total, 2, weights !== undefined) };
}

/** A difference of two sums that agree up to their rounding is 0. */
function unexplained(square: number, between: number, rowCount: number): number {
  const left = square - between;
  return left <= rowCount * Number.EPSILON * square ? 0 : left;
}

function centre(values: Float64Array, weightOf: (row: number) => number) {
  let [sum, total, square] = [0, 0, 0];
  for (let row = 0; row < values.length; row++) {
    sum += weightOf(row) * (values[row] - values[0]);
    total += weightOf(row);
  }
  const centred = values.map((value) => value - values[0] - sum / total);
  for (let row = 0; row < values.length; row++) square += weightOf(row) * centred[row] ** 2;
  return { centred, square, total };
}

function addDenseMean(
  { values, columnCount }: DenseMatrix,
  row: number,
  weight: number,
  shift: Float64Array,
  mean: Float64Array,
): void {
  const start = row * columnCount;
  for (let j = 0; j < columnCount; j++) mean[j] += weight * (values[start + j] - shift[j]);
}

function addSparseMean(
  { rowStart, column, value }: SparseMatrix,
  row: number,
  weight: number,
  mean: Float64Array,
): void {
  for (let i = rowStart[row]; i < rowStart[row + 1]; i++) mean[column[i]] += weight * value[i];
}

function addDenseProducts(
  { values, columnCount }: DenseMatrix,
  row: number,
  weight: number,
  y: number,
  shift: Float64Array,
  { mean, squares, products }: Sums,
): void {
  const start = row * columnCount;
  for (let j = 0; j < columnCount; j++) {
    const deviation = values[start + j] - shift[j] - mean[j];
    squares[j] += weight * deviation * deviation;
    products[j] += weight * deviation * y;
  }
}

function addSparseProducts(
  { rowStart, column, value }: SparseMatrix,
  row: number,
  weight: number,
  y: number,
  { mean, squares, products, present }: Sums,
): void {
  for (let i = rowStart[row]; i < rowStart[row + 1]; i++) {
    const j = column[i];
    const deviation = value[i] - mean[j];
    squares[j] += weight * deviation * deviation;
    products[j] += weight * value[i] * y;
    present[j] += weight;
  }
}
