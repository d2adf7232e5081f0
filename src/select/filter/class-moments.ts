/**
 * Scatter of every feature between and within the classes:
 * between = sum over classes of n_c (mean_c - mean)^2, within = sum over rows of (value - mean of its class)^2.
 *
 * Values are taken relative to the feature's first row, so a constant feature gives exactly 0, and in two passes, so
 * that a large mean does not swallow a small spread.
 */

import type { Pacer } from '../../compute/pacer.js';
import { copyRow } from '../../matrix/copy-row.js';
import { rowChunks } from '../../matrix/stored-rows.js';
import type { AnyMatrix, DenseMatrix, SparseMatrix, TrainingSet } from '../../types.js';

export interface ClassMoments {
  readonly rowCount: number;
  /** Classes that have rows. */
  readonly presentClassCount: number;
  readonly between: Float64Array;
  readonly within: Float64Array;
  /** Mean of the stored (unscaled) values. */
  readonly mean: Float64Array;
}

export async function computeClassMoments(training: TrainingSet<AnyMatrix>, pacer: Pacer): Promise<ClassMoments> {
  const { matrix } = training;
  const { labels, classNames } = training.target;
  const classCount = classNames.length;
  const { rowCount, columnCount } = matrix;
  const sizes = new Float64Array(classCount);
  for (const label of labels) sizes[label]++;
  const shift = firstRow(training);
  const means = new Float64Array(classCount * columnCount); // [class][feature], relative to the shift
  await addSums(training, shift, means, pacer);
  for (let i = 0; i < means.length; i++) {
    const size = sizes[Math.floor(i / columnCount)];
    means[i] = size > 0 ? means[i] / size : 0;
  }
  const within = new Float64Array(columnCount);
  await addSquares(training, shift, means, within, pacer);
  const { between, mean } = combine(means, sizes, rowCount, columnCount);
  forgetRounding(between, within, rowCount);
  for (let j = 0; j < columnCount; j++) mean[j] += shift[j];
  return { rowCount, presentClassCount: sizes.filter((size) => size > 0).length, between, within, mean };
}

function firstRow({ matrix }: TrainingSet<AnyMatrix>): Float64Array {
  if (matrix.kind === 'stored') {
    const row = new Float64Array(matrix.columnCount);
    for (const chunk of rowChunks(matrix, [0])) copyRow(chunk.matrix, 0, row);
    return row;
  }
  if (matrix.kind === 'dense') return Float64Array.from(matrix.values.subarray(0, matrix.columnCount));
  // Zero is the value of most rows of a sparse column, and leaves those out of every sum.
  return new Float64Array(matrix.columnCount);
}

async function addSums(
  training: TrainingSet<AnyMatrix>,
  shift: Float64Array,
  sums: Float64Array,
  pacer: Pacer,
): Promise<void> {
  const { labels } = training.target;
  const { rowCount, columnCount } = training.matrix;
  for (const { matrix, from } of rowChunks(training.matrix)) {
    for (let row = 0; row < matrix.rowCount; row++) {
      const base = labels[from + row] * columnCount;
      if (matrix.kind === 'dense') addDenseRow(matrix, row, shift, sums, base);
      else addSparseRow(matrix, row, sums, base);
      if (pacer.isDue(columnCount)) await pacer.rest((0.5 * (from + row)) / rowCount);
    }
  }
}

function addDenseRow(matrix: DenseMatrix, row: number, shift: Float64Array, sums: Float64Array, base: number): void {
  const { values, columnCount } = matrix;
  const start = row * columnCount;
  for (let j = 0; j < columnCount; j++) sums[base + j] += values[start + j] - shift[j];
}

function addSparseRow(matrix: SparseMatrix, row: number, sums: Float64Array, base: number): void {
  const { rowStart, column, value } = matrix;
  for (let i = rowStart[row]; i < rowStart[row + 1]; i++) sums[base + column[i]] += value[i];
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
  // Rows of each class without an entry: they all lie the class mean away from it.
  const absent = kind === 'sparse' ? new Float64Array(classCount * columnCount) : undefined;
  for (const { matrix, from } of rowChunks(training.matrix)) {
    for (let row = 0; row < matrix.rowCount; row++) {
      const base = labels[from + row] * columnCount;
      if (matrix.kind === 'dense') squareDenseRow(matrix, row, shift, means, base, within);
      else squareSparseRow(matrix, row, means, base, within, absent!);
      if (pacer.isDue(columnCount)) await pacer.rest(0.5 + (0.5 * (from + row)) / rowCount);
    }
  }
  if (absent === undefined) return;
  const sizes = new Float64Array(classCount);
  for (const label of labels) sizes[label]++;
  for (let i = 0; i < absent.length; i++) {
    within[i % columnCount] += (sizes[Math.floor(i / columnCount)] + absent[i]) * means[i] * means[i];
  }
}

function squareDenseRow(
  { values, columnCount }: DenseMatrix,
  row: number,
  shift: Float64Array,
  means: Float64Array,
  base: number,
  within: Float64Array,
): void {
  const start = row * columnCount;
  for (let j = 0; j < columnCount; j++) {
    const deviation = values[start + j] - shift[j] - means[base + j];
    within[j] += deviation * deviation;
  }
}

function squareSparseRow(
  { rowStart, column, value }: SparseMatrix,
  row: number,
  means: Float64Array,
  base: number,
  within: Float64Array,
  absent: Float64Array,
): void {
  for (let i = rowStart[row]; i < rowStart[row + 1]; i++) {
    const j = column[i];
    const deviation = value[i] - means[base + j];
    within[j] += deviation * deviation;
    absent[base + j]--;
  }
}

function combine(means: Float64Array, sizes: Float64Array, rowCount: number, columnCount: number) {
  const between = new Float64Array(columnCount);
  const mean = new Float64Array(columnCount);
  for (let c = 0; c < sizes.length; c++) {
    for (let j = 0; j < columnCount; j++) mean[j] += (sizes[c] / rowCount) * means[c * columnCount + j];
  }
  for (let c = 0; c < sizes.length; c++) {
    for (let j = 0; j < columnCount; j++) {
      const away = means[c * columnCount + j] - mean[j];
      between[j] += sizes[c] * away * away;
    }
  }
  return { between, mean };
}

/** A sum of n equal values may miss n times the value by a few units in the last place: such a scatter is 0. */
function forgetRounding(between: Float64Array, within: Float64Array, rowCount: number): void {
  const unit = rowCount * Number.EPSILON;
  const share = unit * unit;
  for (let j = 0; j < between.length; j++) {
    const total = between[j] + within[j];
    if (within[j] <= share * total) within[j] = 0;
    if (between[j] <= share * total) between[j] = 0;
  }
}
