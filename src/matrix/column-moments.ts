/**
 * Mean and standard deviation (over n) of every feature on some rows, in two passes of doubles.
 * A sparse matrix is read entry by entry; the zeros it does not store are counted in.
 */

import { finish, type Steps } from '../turns.js';
import type { AnyMatrix, DenseMatrix, SparseMatrix } from '../types.js';
import { rowPieces } from './row-pieces.js';

export interface Moments {
  readonly mean: Float64Array;
  readonly deviation: Float64Array;
}

export function columnMoments(matrix: AnyMatrix, rows: ArrayLike<number>): Moments {
  return finish(columnMomentsSteps(matrix, rows));
}

export function* columnMomentsSteps(matrix: AnyMatrix, rows: ArrayLike<number>): Steps<Moments> {
  const { columnCount } = matrix;
  const moments = { mean: new Float64Array(columnCount), deviation: new Float64Array(columnCount) };
  yield* matrix.kind === 'sparse' ? addSparse(matrix, rows, moments) : addDense(matrix, rows, moments);
  for (let feature = 0; feature < columnCount; feature++) {
    moments.deviation[feature] = Math.sqrt(moments.deviation[feature] / rows.length);
  }
  return moments;
}

function* addDense(
  matrix: Exclude<AnyMatrix, SparseMatrix>,
  rows: ArrayLike<number>,
  { mean, deviation }: Moments,
): Steps<void> {
  for (const piece of rowPieces(matrix, rows)) {
    addRows(mean, piece.matrix as DenseMatrix, piece.rows);
    yield piece.cells;
  }
  for (let feature = 0; feature < mean.length; feature++) mean[feature] /= rows.length;
  for (const piece of rowPieces(matrix, rows)) {
    addSquares(deviation, mean, piece.matrix as DenseMatrix, piece.rows);
    yield piece.cells;
  }
}

function addRows(sum: Float64Array, { values, columnCount }: DenseMatrix, rows: ArrayLike<number>): void {
  for (let i = 0; i < rows.length; i++) {
    const start = rows[i] * columnCount;
    for (let feature = 0; feature < columnCount; feature++) sum[feature] += values[start + feature];
  }
}

function addSquares(
  sum: Float64Array,
  mean: Float64Array,
  { values, columnCount }: DenseMatrix,
  rows: ArrayLike<number>,
): void {
  for (let i = 0; i < rows.length; i++) {
    const start = rows[i] * columnCount;
    for (let feature = 0; feature < columnCount; feature++) {
      const away = values[start + feature] - mean[feature];
      sum[feature] += away * away;
    }
  }
}

function* addSparse(matrix: SparseMatrix, rows: ArrayLike<number>, { mean, deviation }: Moments): Steps<void> {
  const stored = new Float64Array(matrix.columnCount);
  for (const piece of rowPieces(matrix, rows)) {
    addStored(mean, stored, matrix, piece.rows);
    yield piece.cells;
  }
  for (let feature = 0; feature < mean.length; feature++) {
    mean[feature] /= rows.length;
    deviation[feature] = (rows.length - stored[feature]) * mean[feature] * mean[feature];
  }
  for (const piece of rowPieces(matrix, rows)) {
    addStoredSquares(deviation, mean, matrix, piece.rows);
    yield piece.cells;
  }
}

function addStored(
  sum: Float64Array,
  stored: Float64Array,
  { rowStart, column, value }: SparseMatrix,
  rows: ArrayLike<number>,
): void {
  for (let i = 0; i < rows.length; i++) {
    const end = rowStart[rows[i] + 1];
    for (let at = rowStart[rows[i]]; at < end; at++) {
      sum[column[at]] += value[at];
      stored[column[at]]++;
    }
  }
}

function addStoredSquares(
  sum: Float64Array,
  mean: Float64Array,
  { rowStart, column, value }: SparseMatrix,
  rows: ArrayLike<number>,
): void {
  for (let i = 0; i < rows.length; i++) {
    const end = rowStart[rows[i] + 1];
    for (let at = rowStart[rows[i]]; at < end; at++) {
      const away = value[at] - mean[column[at]];
      sum[column[at]] += away * away;
    }
  }
}
