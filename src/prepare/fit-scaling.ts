/**
 * Fits `scaled = (value - offset) * factor` for every feature, on the rows given (the training rows).
 *
 *   minmax    offset = min, factor = 1 / (max - min)
 *   standard  offset = mean, factor = 1 / standard deviation (over n, as scikit-learn)
 *   robust    offset = median, factor = 1 / (75 % quantile - 25 % quantile), linear quantiles as numpy
 *   none      offset = 0, factor = 1
 *
 * A feature that is constant on these rows gets factor 0, so it is 0 everywhere, in test rows too: scikit-learn
 * divides by 1 there and lets values it has never seen through. A feature whose quartiles are equal but which is not
 * constant is divided by its standard deviation under `robust`, where scikit-learn divides by 1.
 *
 * A sparse matrix is not centred, because that would fill it: all offsets are 0, and `minmax` divides by the largest
 * absolute value (the same as min-max where the smallest value is 0). `isCentred` says whether the offsets were left out.
 */
import { UserError } from '../errors.js';
import { columnMomentsSteps } from '../matrix/column-moments.js';
import { type ColumnRange, columnRangeSteps } from '../matrix/column-range.js';
import { finish, type Steps } from '../turns.js';
import type { AnyMatrix, Matrix, Scaling, ScalingMethod } from '../types.js';
import { fitQuartiles } from './fit-quartiles.js';

export function fitScaling(matrix: AnyMatrix, rows: ArrayLike<number>, method: ScalingMethod): Scaling {
  return finish(fitScalingSteps(matrix, rows, method));
}

/** `known` is the range of every column on these rows, where it has been found already. */
export function* fitScalingSteps(
  matrix: AnyMatrix,
  rows: ArrayLike<number>,
  method: ScalingMethod,
  known?: ColumnRange,
): Steps<Scaling> {
  if (rows.length === 0) throw new UserError('data', 'scaling needs at least one training row');
  const featureCount = matrix.columnCount;
  const offset = new Float64Array(featureCount);
  const factor = new Float64Array(featureCount).fill(1);
  if (method === 'none') return { method, offset, factor, isCentred: true };

  const range = known ?? (yield* columnRangeSteps(matrix, rows));
  const moments = method === 'minmax' ? undefined : yield* columnMomentsSteps(matrix, rows);
  const quartiles = method === 'robust' ? yield* fitQuartiles(inMemory(matrix), rows) : undefined;
  const isSparse = matrix.kind === 'sparse';
  let isCentred = true;
  for (let feature = 0; feature < featureCount; feature++) {
    const low = range.low[feature];
    const high = range.high[feature];
    let middle = low;
    let spread = high - low;
    if (method === 'minmax' && isSparse) spread = Math.max(Math.abs(low), Math.abs(high));
    if (moments) {
      middle = moments.mean[feature];
      spread = moments.deviation[feature];
    }
    if (quartiles) {
      middle = quartiles.median[feature];
      const between = quartiles.upper[feature] - quartiles.lower[feature];
      if (between > 0) spread = between;
    }
    const isConstant = low === high;
    factor[feature] = isConstant || spread === 0 ? 0 : 1 / spread;
    if (!isSparse) offset[feature] = middle;
    else if (middle !== 0 && !isConstant) isCentred = false;
  }
  return { method, offset, factor, isCentred };
}

/** Quartiles need all values of a feature at once. */
function inMemory(matrix: AnyMatrix): Matrix {
  if (matrix.kind === 'stored') refuseInMemoryScaling('robust');
  return matrix as Matrix;
}

/** Throws where this scaling cannot be fitted to rows outside memory. */
export function refuseInMemoryScaling(method: ScalingMethod): void {
  if (method !== 'robust') return;
  throw new UserError('usage', 'robust scaling needs all of the data in memory, and it does not fit', {
    advice: [
      { option: 'scaling', values: ['minmax', 'standard'] },
      { option: 'memory', verb: 'raise' },
    ],
  });
}
