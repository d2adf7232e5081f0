/** Columns of a dense matrix, scaled, out of rows: what stands beside each other in a row goes to places far apart. */
import type { DenseMatrix, Scaling } from '../types.js';

/** Rows of a tile: what is read and written of it stays in the cache. */
const tile = 32;

/** Writes columns first .. end of the listed rows as [column][stride], from place `at` of every column on. */
export function writeScaledColumns(
  into: Float32Array | Float64Array,
  { stride, at, first, end }: { stride: number; at: number; first: number; end: number },
  { values, columnCount }: DenseMatrix,
  rows: ArrayLike<number>,
  { offset, factor }: Pick<Scaling, 'offset' | 'factor'>,
): void {
  for (let from = 0; from < rows.length; from += tile) {
    const to = Math.min(rows.length, from + tile);
    for (let column = first; column < end; column++) {
      const start = (column - first) * stride + at;
      const [shift, times] = [offset[column], factor[column]];
      for (let i = from; i < to; i++) into[start + i] = (values[rows[i] * columnCount + column] - shift) * times;
    }
  }
}
