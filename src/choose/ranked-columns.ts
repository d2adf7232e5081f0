/**
 * Columns by the order of their values: what decoys are made of.
 *
 * A column's normal scores are the normal quantiles of its ranks, equal values sharing the score of their middle rank,
 * centred and with a mean square of 1. Products of scores are rank correlations (van der Waerden 1952), which outliers
 * and skew do not disturb.
 */
import type { Engine } from '../compute/engine.js';
import type { Block } from '../compute/memory.js';
import type { Pacer } from '../compute/pacer.js';
import { normalQuantile } from '../maths/normal-quantile.js';
import { Sorter } from '../maths/sort-order.js';

/** Columns of mean 0 and mean square 1, of which products are correlations. */
export interface ScoredColumns {
  readonly rowCount: number;
  readonly columnCount: number;
  /** Numbers from one column to the next: the rows, rounded up to a multiple of 4 with zeros. */
  readonly stride: number;
  /** [column][stride], in kernel memory, with room for a multiple of 4 columns. */
  readonly scores: Block<Float32Array>;
}

export interface RankedColumns extends ScoredColumns {
  /** The values of every column, ascending: [column][row]. */
  readonly sortedValues: Float32Array;
  /** Their scores: [column][row]. */
  readonly sortedScores: Float32Array;
}

export const strideOf = (rowCount: number): number => Math.ceil(rowCount / 4) * 4;
/** The kernel reads columns by fours. */
export const paddedCount = (columnCount: number): number => Math.ceil(columnCount / 4) * 4;

/** `columns` are [column][row]. The caller frees the scores by its mark. */
export async function rankColumns(
  columns: Float32Array,
  rowCount: number,
  { engine, pacer }: { readonly engine: Engine; readonly pacer: Pacer },
): Promise<RankedColumns> {
  const columnCount = columns.length / rowCount;
  const stride = strideOf(rowCount);
  const scores = engine.memory.float32(paddedCount(columnCount) * stride);
  const sortedValues = new Float32Array(columns.length);
  const sortedScores = new Float32Array(columns.length);
  const quantiles = Float64Array.from({ length: 2 * rowCount - 1 }, (_, twice) =>
    normalQuantile((twice / 2 + 0.5) / rowCount),
  );
  const sorter = new Sorter();
  const column = new Float64Array(rowCount);
  const scored = new Float64Array(rowCount);
  for (let c = 0; c < columnCount; c++) {
    const at = c * rowCount;
    column.set(columns.subarray(at, at + rowCount));
    const order = sorter.order(column, rowCount);
    for (let first = 0; first < rowCount; ) {
      let last = first;
      while (last + 1 < rowCount && column[order[last + 1]] === column[order[first]]) last++;
      scored.fill(quantiles[first + last], first, last + 1);
      first = last + 1;
    }
    standardise(scored);
    for (let place = 0; place < rowCount; place++) {
      sortedValues[at + place] = column[order[place]];
      sortedScores[at + place] = scored[place];
      scores.view[c * stride + order[place]] = scored[place];
    }
    if (pacer.isDue(30 * rowCount)) await pacer.rest(0);
  }
  return { rowCount, columnCount, stride, scores, sortedValues, sortedScores };
}

/** The columns as they are, [column][row], centred and scaled: products are Pearson's correlations. */
export async function standardColumns(
  columns: Float32Array,
  rowCount: number,
  { engine, pacer }: { readonly engine: Engine; readonly pacer: Pacer },
): Promise<ScoredColumns> {
  const columnCount = columns.length / rowCount;
  const stride = strideOf(rowCount);
  const scores = engine.memory.float32(paddedCount(columnCount) * stride);
  for (let c = 0; c < columnCount; c++) {
    const column = new Float64Array(columns.subarray(c * rowCount, (c + 1) * rowCount));
    standardise(column);
    scores.view.set(column, c * stride);
    if (pacer.isDue(10 * rowCount)) await pacer.rest(0);
  }
  return { rowCount, columnCount, stride, scores };
}

/** Mean 0 and mean square 1, rows as they count; zeros where all numbers are the same. */
export function standardise(values: Float64Array, weights?: Float64Array): void {
  const weightOf = (row: number) => (weights === undefined ? 1 : weights[row]);
  let [sum, total] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    sum += weightOf(i) * values[i];
    total += weightOf(i);
  }
  const mean = sum / total;
  let squares = 0;
  for (let i = 0; i < values.length; i++) squares += weightOf(i) * (values[i] - mean) ** 2;
  const square = squares / total;
  const factor = square > 0 ? 1 / Math.sqrt(square) : 0;
  for (let i = 0; i < values.length; i++) values[i] = (values[i] - mean) * factor;
}
