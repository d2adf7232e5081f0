/**
 * The lasso of every response at the lambda that tells rows best that were held out, by folds: what knockoff filters with
 * a lasso do. All folds and the fit of all rows go down the path together, which ends soon after the best lambda.
 */
import type { Engine } from '../../compute/engine.js';
import type { Pacer } from '../../compute/pacer.js';
import { type Random, shuffle } from '../../maths/random.js';
import type { ScoredColumns } from '../ranked-columns.js';
import { LassoFit } from './lasso-fit.js';
import { LassoPath } from './lasso-path.js';

/** With the fit of all rows they are four, which is how many the kernel takes at once. */
const foldCount = 3;
/** Lambda is multiplied by this at every step, and ends at this share of the first. */
const [pathStep, pathEnd] = [0.85, 0.02];
/** The path ends after so many steps without a smaller error, and where so many columns have come into play. */
const [patience, mostInPlay] = [2, 1000];

export interface FittedLasso {
  /** Of every column, for every response. */
  readonly weights: readonly Float64Array[];
  /** Mean square of what is left of the rows that were held out. */
  readonly error: number;
}

export interface LassoContext {
  readonly engine: Engine;
  readonly pacer: Pacer;
  readonly random: Random;
  /** The share of the path that has been gone down, which may end before it is 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

export async function fitByFolds(
  columns: ScoredColumns,
  responses: readonly Float64Array[],
  { engine, pacer, random, onProgress }: LassoContext,
): Promise<FittedLasso> {
  const fitWithout = (mask: Uint8Array) => new LassoFit(columns, responses, mask, engine, pacer);
  const whole = fitWithout(new Uint8Array(columns.rowCount));
  const folds = holdOut(columns.rowCount, random).map(fitWithout);
  const path = await LassoPath.create(columns, [whole, ...folds], engine, pacer);
  const errorNow = () => folds.reduce((sum, fold) => sum + fold.heldOutError(), 0) / columns.rowCount;
  const first = path.largestProduct(0) / columns.rowCount;
  let best: FittedLasso = { weights: whole.weights(), error: errorNow() };
  let worse = 0;
  for (let lambda = first * pathStep; lambda > first * pathEnd && worse < patience; lambda *= pathStep) {
    if (whole.inPlayCount > mostInPlay) break;
    await path.solve(lambda);
    onProgress?.(Math.log(lambda / first) / Math.log(pathEnd));
    const error = errorNow();
    worse = error < best.error ? 0 : worse + 1;
    if (worse === 0) best = { weights: whole.weights(), error };
  }
  path.dispose();
  return best;
}

/** The sum over the responses of |weight|, of every column. */
export function sizesOf(weights: readonly Float64Array[]): Float64Array {
  const sizes = new Float64Array(weights[0].length);
  for (const own of weights) for (let column = 0; column < own.length; column++) sizes[column] += Math.abs(own[column]);
  return sizes;
}

/** Of every fold, 1 where a row is held out. */
export function holdOut(rowCount: number, random: Random): readonly Uint8Array[] {
  const rows = shuffle(
    Int32Array.from({ length: rowCount }, (_, row) => row),
    random,
  );
  const masks = Array.from({ length: foldCount }, () => new Uint8Array(rowCount));
  rows.forEach((row, place) => {
    masks[place % foldCount][row] = 1;
  });
  return masks;
}
