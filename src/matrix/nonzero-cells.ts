/** The cells of a matrix that are not zero, and whether there are so few that it pays to touch no others. */
import type { Steps } from '../turns.js';
import type { AnyMatrix, Matrix, NumericArray } from '../types.js';
import { allRows } from './all-rows.js';
import { rowChunks } from './stored-rows.js';

/** Above this share of cells that are not zero, whole vectors are quicker (docs/speed.md). */
export const mostDensity = 1 / 16;

/** Calls back with the cells of a row that are not zero, features ascending; gives how many cells were looked at. */
export type RowVisitor = (row: number, visit: (feature: number, cell: number) => void) => number;

export function rowVisitor(matrix: Matrix): RowVisitor {
  if (matrix.kind === 'dense') return denseVisitor(matrix.values, matrix.columnCount);
  const { rowStart, column, value } = matrix;
  return (row, visit) => {
    for (let k = rowStart[row]; k < rowStart[row + 1]; k++) if (value[k] !== 0) visit(column[k], value[k]);
    return rowStart[row + 1] - rowStart[row];
  };
}

function denseVisitor(values: NumericArray, columnCount: number): RowVisitor {
  return (row, visit) => {
    const start = row * columnCount;
    for (let feature = 0; feature < columnCount; feature++) {
      const cell = values[start + feature];
      if (cell !== 0) visit(feature, cell);
    }
    return columnCount;
  };
}

export interface NonzeroCounts {
  readonly ofFeature: Float64Array;
  readonly longestRow: number;
}

/** Counts the cells of the listed rows that are not zero; undefined, at once, where they are more than `mostDensity` of all. */
export function* countNonzero(
  matrix: AnyMatrix,
  rows: ArrayLike<number> = allRows(matrix),
): Steps<NonzeroCounts | undefined> {
  const most = mostDensity * rows.length * matrix.columnCount;
  const ofFeature = new Float64Array(matrix.columnCount);
  let [total, longestRow] = [0, 0];
  for (const chunk of rowChunks(matrix, rows)) {
    const visit = rowVisitor(chunk.matrix);
    for (let at = 0; at < chunk.rows.length; at++) {
      let count = 0;
      const cells = visit(chunk.rows[at], (feature) => {
        ofFeature[feature]++;
        count++;
      });
      total += count;
      longestRow = Math.max(longestRow, count);
      if (total > most) return undefined;
      yield cells;
    }
  }
  return { ofFeature, longestRow };
}

/** Whether a feature is mostly zero, so that it can be told apart by its other cells. */
export function isMostlyZero(count: number, rowCount: number): boolean {
  return 2 * count <= rowCount;
}
