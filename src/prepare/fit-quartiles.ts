/** Quartiles of every feature on some rows: linear interpolation between order statistics, numpy's default. */
import { partsOf, type Steps } from '../turns.js';
import type { Matrix } from '../types.js';

export interface Quartiles {
  readonly lower: Float64Array;
  readonly median: Float64Array;
  readonly upper: Float64Array;
}

/** Features sorted in one go: enough for long reads from every row, few enough to stay small. */
const featuresAtOnce = 256;

/** How many cells could be looked at in the time that one takes to be sorted in. */
const sortCells = 20;

export function* fitQuartiles(matrix: Matrix, rows: ArrayLike<number>): Steps<Quartiles> {
  const { columnCount } = matrix;
  const lower = new Float64Array(columnCount);
  const median = new Float64Array(columnCount);
  const upper = new Float64Array(columnCount);
  const rowCount = rows.length;
  const block = new Float64Array(featuresAtOnce * rowCount); // [feature in block][row]
  for (let from = 0; from < columnCount; from += featuresAtOnce) {
    const to = Math.min(columnCount, from + featuresAtOnce);
    yield* gatherColumns(matrix, rows, from, to, block);
    for (let feature = from; feature < to; feature++) {
      const sorted = block.subarray((feature - from) * rowCount, (feature - from + 1) * rowCount).sort();
      lower[feature] = quantile(sorted, 0.25);
      median[feature] = quantile(sorted, 0.5);
      upper[feature] = quantile(sorted, 0.75);
      yield sortCells * rowCount;
    }
  }
  return { lower, median, upper };
}

/** The quantile of sorted values at `share` of the way from the first to the last. */
export function quantile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(sorted.length - 1, below + 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}

/** Writes columns `from .. to` of the rows to `block`, one column after the other. */
function* gatherColumns(
  matrix: Matrix,
  rows: ArrayLike<number>,
  from: number,
  to: number,
  block: Float64Array,
): Steps<void> {
  const rowCount = rows.length;
  if (matrix.kind === 'sparse') block.fill(0);
  for (const part of partsOf(rowCount, to - from)) {
    for (let i = part.from; i < part.to; i++) {
      if (matrix.kind === 'dense') {
        const start = rows[i] * matrix.columnCount;
        for (let column = from; column < to; column++)
          block[(column - from) * rowCount + i] = matrix.values[start + column];
      } else {
        let at = firstFrom(matrix.column, matrix.rowStart[rows[i]], matrix.rowStart[rows[i] + 1], from);
        for (; at < matrix.rowStart[rows[i] + 1] && matrix.column[at] < to; at++) {
          block[(matrix.column[at] - from) * rowCount + i] = matrix.value[at];
        }
      }
    }
    yield part.cells;
  }
}

/** First place in the ascending `column[low .. high)` whose column is at least `wanted`. */
function firstFrom(column: Int32Array, low: number, high: number, wanted: number): number {
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (column[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
