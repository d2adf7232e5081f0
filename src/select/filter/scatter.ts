/** How much of the spread of every feature goes with the target, and how much does not: what F statistics are made of. */
import { copyRow } from '../../matrix/copy-row.js';
import { rowChunks } from '../../matrix/stored-rows.js';
import type { AnyMatrix, Target, TrainingSet } from '../../types.js';

/** Sums of squares of every feature over the rows, as they count; the two together are its spread around the mean. */
export interface Scatter {
  /** What the target explains: scatter between the classes, or along the regression on a number. */
  readonly between: Float64Array;
  /** What it leaves unexplained. */
  readonly within: Float64Array;
  /** Mean of the stored (unscaled) values. */
  readonly mean: Float64Array;
  /** Degrees of freedom of the unexplained over those of the explained. */
  readonly freedom: number;
}

/** How much a row counts. */
export function rowWeights({ weights }: Pick<TrainingSet<AnyMatrix, Target>, 'weights'>): (row: number) => number {
  return weights === undefined ? () => 1 : (row) => weights[row];
}

/**
 * (n - C) / (C - 1) for what n rows count together and C groups of them. Weights may be so small that nothing is left for
 * the n - C; then 1 stands for it: the factor is the same for all features, so it changes no ranking.
 */
export function freedomOf(total: number, groupCount: number, isWeighted: boolean): number {
  const left = total - groupCount;
  return (isWeighted && left <= 0 ? 1 : left) / (groupCount - 1);
}

/** What all values of a feature are taken relative to, so that a constant feature gives exactly 0. */
export function firstRow(matrix: AnyMatrix): Float64Array {
  if (matrix.kind === 'stored') {
    const row = new Float64Array(matrix.columnCount);
    for (const chunk of rowChunks(matrix, [0])) copyRow(chunk.matrix, 0, row);
    return row;
  }
  if (matrix.kind === 'dense') return Float64Array.from(matrix.values.subarray(0, matrix.columnCount));
  // Zero is the value of most rows of a sparse column, and leaves those out of every sum.
  return new Float64Array(matrix.columnCount);
}

/** A sum of n equal values may miss n times the value by a few units in the last place: such a scatter is 0. */
export function forgetRounding(between: Float64Array, within: Float64Array, rowCount: number): void {
  const unit = rowCount * Number.EPSILON;
  const share = unit * unit;
  for (let j = 0; j < between.length; j++) {
    const total = between[j] + within[j];
    if (within[j] <= share * total) within[j] = 0;
    if (between[j] <= share * total) between[j] = 0;
  }
}
