/**
 * Mean and standard deviation (over n) of every feature on some rows, in two passes of doubles.
 * A sparse matrix is read entry by entry; the zeros it does not store are counted in.
 */
import type { DenseMatrix, Matrix, SparseMatrix } from '../types.js';

export interface Moments {
  readonly mean: Float64Array;
  readonly deviation: Float64Array;
}

export function fitMoments(matrix: Matrix, rows: ArrayLike<number>): Moments {
  const { columnCount } = matrix;
  const moments = { mean: new Float64Array(columnCount), deviation: new Float64Array(columnCount) };
  if (matrix.kind === 'dense') addDense(matrix, rows, moments);
  else addSparse(matrix, rows, moments);
  for (let feature = 0; feature < columnCount; feature++) {
    moments.deviation[feature] = Math.sqrt(moments.deviation[feature] / rows.length);
  }
  return moments;
}

function addDense({ columnCount, values }: DenseMatrix, rows: ArrayLike<number>, { mean, deviation }: Moments): void {
  for (let i = 0; i < rows.length; i++) {
    const start = rows[i] * columnCount;
    for (let feature = 0; feature < columnCount; feature++) mean[feature] += values[start + feature];
  }
  for (let feature = 0; feature < columnCount; feature++) mean[feature] /= rows.length;
  for (let i = 0; i < rows.length; i++) {
    const start = rows[i] * columnCount;
    for (let feature = 0; feature < columnCount; feature++) {
      const away = values[start + feature] - mean[feature];
      deviation[feature] += away * away;
    }
  }
}

function addSparse(matrix: SparseMatrix, rows: ArrayLike<number>, { mean, deviation }: Moments): void {
  const { columnCount, rowStart, column, value } = matrix;
  const stored = new Float64Array(columnCount);
  for (let i = 0; i < rows.length; i++) {
    for (let at = rowStart[rows[i]]; at < rowStart[rows[i] + 1]; at++) {
      mean[column[at]] += value[at];
      stored[column[at]]++;
    }
  }
  for (let feature = 0; feature < columnCount; feature++) {
    mean[feature] /= rows.length;
    deviation[feature] = (rows.length - stored[feature]) * mean[feature] * mean[feature];
  }
  for (let i = 0; i < rows.length; i++) {
    for (let at = rowStart[rows[i]]; at < rowStart[rows[i] + 1]; at++) {
      const away = value[at] - mean[column[at]];
      deviation[column[at]] += away * away;
    }
  }
}
