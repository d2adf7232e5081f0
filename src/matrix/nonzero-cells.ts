/** The cells of a matrix that are not zero, and whether there are so few that it pays to touch no others. */
import type { Steps } from '../turns.js';
import type { AnyMatrix, Matrix, NumericArray } from '../types.js';
import { allRows } from './all-rows.js';
import { rowChunks } from './stored-rows.js';
import { sameType } from './take-rows.js';

/** Above this share of cells that are not zero, whole vectors are quicker (docs/speed.md). */
export const mostDensity = 1 / 16;

/** Cells of a row: those at the places from .. to of `feature`, ascending, and `cell`. All others are zero; some of these may be. */
export interface RowCells {
  readonly feature: Int32Array;
  readonly cell: NumericArray;
  from: number;
  to: number;
  /** How many cells were looked at to find them. */
  looked: number;
}

/** Finds the cells of a row; what it gives back holds until it is asked for the next. Plain loops go over them quickest. */
export function rowCells(matrix: Matrix): (row: number) => RowCells {
  if (matrix.kind === 'dense') return denseCells(matrix.values, matrix.columnCount);
  const { rowStart, column, value } = matrix;
  const found: RowCells = { feature: column, cell: value, from: 0, to: 0, looked: 0 };
  return (row) => {
    found.from = rowStart[row];
    found.to = rowStart[row + 1];
    found.looked = found.to - found.from;
    return found;
  };
}

function denseCells(values: NumericArray, columnCount: number): (row: number) => RowCells {
  const [feature, cell] = [new Int32Array(columnCount), sameType(values, columnCount)];
  const found: RowCells = { feature, cell, from: 0, to: 0, looked: columnCount };
  return (row) => {
    const start = row * columnCount;
    let to = 0;
    for (let j = 0; j < columnCount; j++) {
      const value = values[start + j];
      if (value === 0) continue;
      feature[to] = j;
      cell[to++] = value;
    }
    found.to = to;
    return found;
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
    const cellsOf = rowCells(chunk.matrix);
    for (let at = 0; at < chunk.rows.length; at++) {
      const cells = cellsOf(chunk.rows[at]);
      const count = addCounts(ofFeature, cells);
      total += count;
      longestRow = Math.max(longestRow, count);
      if (total > most) return undefined;
      yield cells.looked;
    }
  }
  return { ofFeature, longestRow };
}

/** Adds a row's cells to the counts of their features; gives how many there are. */
function addCounts(ofFeature: Float64Array, { feature, cell, from, to }: RowCells): number {
  let count = 0;
  for (let k = from; k < to; k++) {
    if (cell[k] === 0) continue;
    ofFeature[feature[k]]++;
    count++;
  }
  return count;
}

/** Whether a feature is mostly zero, so that it can be told apart by its other cells. */
export function isMostlyZero(count: number, rowCount: number): boolean {
  return 2 * count <= rowCount;
}
