/**
 * Smallest, largest, mean and standard deviation (over n) of every feature on some rows, in two passes of doubles.
 * A sparse matrix is read entry by entry; the zeros it does not store are counted in at the end.
 */
import type { DenseMatrix, Matrix, SparseMatrix } from '../types.js';

export interface Moments {
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly mean: Float64Array;
  readonly deviation: Float64Array;
}

export function fitMoments(matrix: Matrix, rows: ArrayLike<number>): Moments {
  const { columnCount } = matrix;
  const moments = {
    low: new Float64Array(columnCount).fill(Number.POSITIVE_INFINITY),
    high: new Float64Array(columnCount).fill(Number.NEGATIVE_INFINITY),
    mean: new Float64Array(columnCount),
    deviation: new Float64Array(columnCount),
  };
  if (matrix.kind === 'dense') addDense(matrix, rows, moments);
  else addSparse(matrix, rows, moments);
  for (let feature = 0; feature < columnCount; feature++) {
    moments.deviation[feature] = Math.sqrt(moments.deviation[feature] / rows.length);
  }
  return moments;
}

function addDense(matrix: DenseMatrix, rows: ArrayLike<number>, { low, high, mean, deviation }: Moments): void {
  const { columnCount, values } = matrix;
  for (let i = 0; i < rows.length; i++) {
    const start = rows[i] * columnCount;
    for (let feature = 0; feature < columnCount; feature++) {
      const value = values[start + feature];
      if (value < low[feature]) low[feature] = value;
      if (value > high[feature]) high[feature] = value;
      mean[feature] += value;
    }
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

function addSparse(matrix: SparseMatrix, rows: ArrayLike<number>, { low, high, mean, deviation }: Moments): void {
  const { columnCount, rowStart, column, value } = matrix;
  const stored = new Float64Array(columnCount);
  for (let i = 0; i < rows.length; i++) {
    for (let at = rowStart[rows[i]]; at < rowStart[rows[i] + 1]; at++) {
      const feature = column[at];
      if (value[at] < low[feature]) low[feature] = value[at];
      if (value[at] > high[feature]) high[feature] = value[at];
      mean[feature] += value[at];
      stored[feature]++;
    }
  }
  for (let feature = 0; feature < columnCount; feature++) {
    mean[feature] /= rows.length;
    const zeros = rows.length - stored[feature];
    if (zeros > 0) {
      low[feature] = Math.min(0, low[feature]);
      high[feature] = Math.max(0, high[feature]);
      deviation[feature] = zeros * mean[feature] * mean[feature];
    }
  }
  for (let i = 0; i < rows.length; i++) {
    for (let at = rowStart[rows[i]]; at < rowStart[rows[i] + 1]; at++) {
      const away = value[at] - mean[column[at]];
      deviation[column[at]] += away * away;
    }
  }
}
