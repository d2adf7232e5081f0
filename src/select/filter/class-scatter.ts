/**
 * Scatter of every feature between and within the classes:
 * between = sum over classes of n_c (mean_c - mean)^2, within = sum over rows of (value - mean of its class)^2.
 *
 * Values are taken relative to the feature's first row, so a constant feature gives exactly 0, and in two passes, so
 * that a large mean does not swallow a small spread. Rows count by their weights: sizes are sums of them.
 */

import type { Pacer } from '../../compute/pacer.js';
import { rowChunks } from '../../matrix/stored-rows.js';
import type { AnyMatrix, DenseMatrix, SparseMatrix, TrainingSet } from '../../types.js';
import { firstRow, forgetRounding, freedomOf, rowWeights, type Scatter } from './scatter.js';

export async function classScatter(training: TrainingSet<AnyMatrix>, pacer: Pacer): Promise<Scatter> {
  const { matrix } = training;
  const { labels, classNames } = training.target;
  const classCount = classNames.length;
  const { rowCount, columnCount } = matrix;
  const weightOf = rowWeights(training);
  const sizes = sizesOf(labels, classCount, weightOf);
  const shift = firstRow(matrix);
  const means = new Float64Array(classCount * columnCount); // [class][feature], relative to the shift
  await addSums(training, shift, means, pacer);
  for (let i = 0; i < means.length; i++) {
    const size = sizes[Math.floor(i / columnCount)];
    means[i] = size > 0 ? means[i] / size : 0;
  }
  const within = new Float64Array(columnCount);
  await addSquares(training, shift, means, within, pacer);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const { between, mean } = combine(means, sizes, total, columnCount);
  forgetRounding(between, within, rowCount);
  for (let j = 0; j < columnCount; j++) mean[j] += shift[j];
  const presentCount = sizes.filter((size) => size > 0).length;
  return { between, within, mean, freedom: freedomOf(total, presentCount, training.weights !== undefined) };
}

/** How much the rows of every class count together. */
function sizesOf(labels: Int32Array, classCount: number, weightOf: (row: number) => number): Float64Array {
  const sizes = new Float64Array(classCount);
  for (let row = 0; row < labels.length; row++) sizes[labels[row]] += weightOf(row);
  return sizes;
}

async function addSums(
  training: TrainingSet<AnyMatrix>,
  shift: Float64Array,
  sums: Float64Array,
  pacer: Pacer,
): Promise<void> {
  const { labels } = training.target;
  const { rowCount, columnCount } = training.matrix;
  const weightOf = rowWeights(training);
  for (const { matrix, from } of rowChunks(training.matrix)) {
    for (let row = 0; row < matrix.rowCount; row++) {
      const base = labels[from + row] * columnCount;
      const weight = weightOf(from + row);
      if (matrix.kind === 'dense') addDenseRow(matrix, row, weight, shift, sums, base);
      else addSparseRow(matrix, row, weight, sums, base);
      if (pacer.isDue(columnCount)) await pacer.rest((0.5 * (from + row)) / rowCount);
    }
  }
}

function addDenseRow(
  matrix: DenseMatrix,
  row: number,
  weight: number,
  shift: Float64Array,
  sums: Float64Array,
  base: number,
): void {
  const { values, columnCount } = matrix;
  const start = row * columnCount;
  for (let j = 0; j < columnCount; j++) sums[base + j] += weight * (values[start + j] - shift[j]);
}

function addSparseRow(matrix: SparseMatrix, row: number, weight: number, sums: Float64Array, base: number): void {
  const { rowStart, column, value } = matrix;
  for (let i = rowStart[row]; i < rowStart[row + 1]; i++) sums[base + column[i]] += weight * value[i];
}

async function addSquares(
  training: TrainingSet<AnyMatrix>,
  shift: Float64Array,
  means: Float64Array,
  within: Float64Array,
  pacer: Pacer,
): Promise<void> {
  const { labels, classNames } = training.target;
  const classCount = classNames.length;
  const { rowCount, columnCount, kind } = training.matrix;
  const weightOf = rowWeights(training);
  // Rows of each class without an entry: they all lie the class mean away from it.
  const absent = kind === 'sparse' ? new Float64Array(classCount * columnCount) : undefined;
  for (const { matrix, from } of rowChunks(training.matrix)) {
    for (let row = 0; row < matrix.rowCount; row++) {
      const base = labels[from + row] * columnCount;
      const weight = weightOf(from + row);
      if (matrix.kind === 'dense') squareDenseRow(matrix, row, weight, shift, means, base, within);
      else squareSparseRow(matrix, row, weight, means, base, within, absent!);
      if (pacer.isDue(columnCount)) await pacer.rest(0.5 + (0.5 * (from + row)) / rowCount);
    }
  }
  if (absent === undefined) return;
  const sizes = sizesOf(labels, classCount, weightOf);
  for (let i = 0; i < absent.length; i++) {
    within[i % columnCount] += (sizes[Math.floor(i / columnCount)] + absent[i]) * means[i] * means[i];
  }
}

function squareDenseRow(
  { values, columnCount }: DenseMatrix,
  row: number,
  weight: number,
  shift: Float64Array,
  means: Float64Array,
  base: number,
  within: Float64Array,
): void {
  const start = row * columnCount;
  for (let j = 0; j < columnCount; j++) {
    const deviation = values[start + j] - shift[j] - means[base + j];
    within[j] += weight * deviation * deviation;
  }
}

function squareSparseRow(
  { rowStart, column, value }: SparseMatrix,
  row: number,
  weight: number,
  means: Float64Array,
  base: number,
  within: Float64Array,
  absent: Float64Array,
): void {
  for (let i = rowStart[row]; i < rowStart[row + 1]; i++) {
    const j = column[i];
    const deviation = value[i] - means[base + j];
    within[j] += weight * deviation * deviation;
    absent[base + j] -= weight;
  }
}

function combine(means: Float64Array, sizes: Float64Array, total: number, columnCount: number) {
  const between = new Float64Array(columnCount);
  const mean = new Float64Array(columnCount);
  for (let c = 0; c < sizes.length; c++) {
    for (let j = 0; j < columnCount; j++) mean[j] += (sizes[c] / total) * means[c * columnCount + j];
  }
  for (let c = 0; c < sizes.length; c++) {
    for (let j = 0; j < columnCount; j++) {
      const away = means[c * columnCount + j] - mean[j];
      between[j] += sizes[c] * away * away;
    }
  }
  return { between, mean };
}
