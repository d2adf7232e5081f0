/** Smallest and largest value of every column, over some rows or all. Missing cells (NaN) are passed over. */
import { finish, type Steps } from '../turns.js';
import type { AnyMatrix, DenseMatrix, SparseMatrix } from '../types.js';
import { rowPieces } from './row-pieces.js';

export interface ColumnRange {
  /** +Infinity where a column has no value. */
  readonly low: Float64Array;
  /** -Infinity where a column has no value. */
  readonly high: Float64Array;
}

export function columnRange(matrix: AnyMatrix, rows?: ArrayLike<number>): ColumnRange {
  return finish(columnRangeSteps(matrix, rows));
}

export function* columnRangeSteps(matrix: AnyMatrix, rows?: ArrayLike<number>): Steps<ColumnRange> {
  const range = {
    low: new Float64Array(matrix.columnCount).fill(Number.POSITIVE_INFINITY),
    high: new Float64Array(matrix.columnCount).fill(Number.NEGATIVE_INFINITY),
  };
  for (const piece of rowPieces(matrix, rows)) {
    if (piece.matrix.kind === 'dense') addDense(piece.matrix, piece.rows, range);
    else addSparse(piece.matrix, piece.rows, range);
    yield piece.cells;
  }
  return range;
}

function addDense({ columnCount, values }: DenseMatrix, rows: ArrayLike<number>, { low, high }: ColumnRange): void {
  for (let i = 0; i < rows.length; i++) {
    const start = rows[i] * columnCount;
    for (let column = 0; column < columnCount; column++) {
      const value = values[start + column];
      if (value < low[column]) low[column] = value;
      if (value > high[column]) high[column] = value;
    }
  }
}

/** The zeros that a sparse column does not store count as well. */
function addSparse(matrix: SparseMatrix, rows: ArrayLike<number>, { low, high }: ColumnRange): void {
  const { columnCount, rowStart, column, value } = matrix;
  const stored = new Int32Array(columnCount);
  for (let i = 0; i < rows.length; i++) {
    const end = rowStart[rows[i] + 1];
    for (let at = rowStart[rows[i]]; at < end; at++) {
      const [feature, cell] = [column[at], value[at]];
      if (cell < low[feature]) low[feature] = cell;
      if (cell > high[feature]) high[feature] = cell;
      stored[feature]++;
    }
  }
  for (let at = 0; at < columnCount; at++) {
    if (stored[at] === rows.length) continue;
    if (low[at] > 0) low[at] = 0;
    if (high[at] < 0) high[at] = 0;
  }
}
