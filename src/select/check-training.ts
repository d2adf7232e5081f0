/** What every method may rely on: finite numbers, a target for every row that tells rows apart, and a K that fits. */
import { UserError } from '../errors.js';
import { checkTarget, checkWeights } from '../target/check-target.js';
import type { AnyMatrix, NumericArray, Target, TrainingSet } from '../types.js';

/** Throws a `UserError` that says what is wrong and where. */
export function checkTraining(training: TrainingSet<AnyMatrix, Target>, k: number): void {
  const { matrix, target, weights } = training;
  const { rowCount, columnCount } = matrix;
  if (rowCount === 0 || columnCount === 0) {
    throw new UserError('data', `there is nothing to select from: ${rowCount} training rows, ${columnCount} features`);
  }
  if (!Number.isSafeInteger(k) || k < 1 || k > columnCount) {
    throw new UserError('usage', `must be a whole number from 1 to the ${columnCount} features. Got ${k}`, {
      subject: { option: 'k' },
    });
  }
  checkTarget(target, rowCount);
  if (weights) checkWeights(weights, rowCount);
  refuseSameEverywhere(training);
  // Encoding has looked through the cells of a stored matrix, and a look takes as long as reading all of it.
  if (matrix.kind === 'stored') return;
  const stored = matrix.kind === 'dense' ? matrix.values : matrix.value;
  const bad = firstNotFinite(stored);
  if (bad < 0) return;
  const row = matrix.kind === 'dense' ? Math.floor(bad / columnCount) : rowOfEntry(matrix.rowStart, bad);
  const feature = matrix.kind === 'dense' ? bad % columnCount : matrix.column[bad];
  throw new UserError(
    'data',
    `feature ${feature}, training row ${row}: expected a finite number, got ${stored[bad]}; fill or drop missing values`,
  );
}

/** Rows that count nothing say nothing. */
function refuseSameEverywhere({ target, weights, matrix }: TrainingSet<AnyMatrix, Target>): void {
  const rows = Array.from({ length: matrix.rowCount }, (_, row) => row);
  const counting = weights ? rows.filter((row) => weights[row] > 0) : rows;
  if (target.kind === 'classes') {
    const first = target.labels[counting[0]];
    if (counting.some((row) => target.labels[row] !== first)) return;
    throw new UserError('data', 'the training rows all belong to one class; selecting features needs at least two');
  }
  if (target.kind === 'survival') {
    if (counting.some((row) => target.events[row] === 1)) return;
    throw new UserError('data', 'no training row has the event; selecting features needs some that have');
  }
  const { values, outputCount } = target;
  for (let output = 0; output < outputCount; output++) {
    const first = values[counting[0] * outputCount + output];
    if (counting.some((row) => values[row * outputCount + output] !== first)) continue;
    const which = outputCount === 1 ? 'the target' : `target ${output}`;
    throw new UserError(
      'data',
      `${which} is ${first} in all training rows; selecting features needs values that differ`,
    );
  }
}

function firstNotFinite(values: NumericArray): number {
  if (!(values instanceof Float32Array || values instanceof Float64Array)) return -1;
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) return i;
  return -1;
}

function rowOfEntry(rowStart: Float64Array, entry: number): number {
  let row = 0;
  while (rowStart[row + 1] <= entry) row++;
  return row;
}
