/**
 * Mean and standard deviation (over n) of every feature on some rows, in two passes of doubles.
 * A sparse matrix is read entry by entry; the zeros it does not store are counted in.
 */

import { finish, type Steps } from '../turns.js';
import type { AnyMatrix, DenseMatrix, NumericArray, SparseMatrix } from '../types.js';
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
  const { columnCount } = matrix;
  yield* eachDenseRow(matrix, rows, (values, start) => {
    for (let feature = 0; feature < columnCount; feature++) mean[feature] += values[start + feature];
  });
  for (let feature = 0; feature < columnCount; feature++) mean[feature] /= rows.length;
  yield* eachDenseRow(matrix, rows, (values, start) => {
    for (let feature = 0; feature < columnCount; feature++) {
      const away = values[start + feature] - mean[feature];
      deviation[feature] += away * away;
    }
  });
}

/** Calls `visit` with the cells of every listed row, which begin at `start`. */
function* eachDenseRow(
  matrix: Exclude<AnyMatrix, SparseMatrix>,
  rows: ArrayLike<number>,
  visit: (values: NumericArray, start: number) => void,
): Steps<void> {
  for (const piece of rowPieces(matrix, rows)) {
    const { values } = piece.matrix as DenseMatrix;
    for (let i = 0; i < piece.rows.length; i++) visit(values, piece.rows[i] * matrix.columnCount);
    yield piece.cells;
  }
}

function* addSparse(matrix: SparseMatrix, rows: ArrayLike<number>, { mean, deviation }: Moments): Steps<void> {
  const { columnCount, rowStart, column, value } = matrix;
  const stored = new Float64Array(columnCount);
  for (const piece of rowPieces(matrix, rows)) {
    for (let i = 0; i < piece.rows.length; i++) {
      for (let at = rowStart[piece.rows[i]]; at < rowStart[piece.rows[i] + 1]; at++) {
        mean[column[at]] += value[at];
        stored[column[at]]++;
      }
    }
    yield piece.cells;
  }
  for (let feature = 0; feature < columnCount; feature++) {
    mean[feature] /= rows.length;
    deviation[feature] = (rows.length - stored[feature]) * mean[feature] * mean[feature];
  }
  for (const piece of rowPieces(matrix, rows)) {
    for (let i = 0; i < piece.rows.length; i++) {
      for (let at = rowStart[piece.rows[i]]; at < rowStart[piece.rows[i] + 1]; at++) {
        const away = value[at] - mean[column[at]];
        deviation[column[at]] += away * away;
      }
    }
    yield piece.cells;
  }
}
