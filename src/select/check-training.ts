/** What every method may rely on: finite numbers, a class for every row, and a K that fits. */
import { UserError } from '../errors.js';
import type { AnyMatrix, ClassTarget, NumericArray, TrainingSet } from '../types.js';

/** Throws a `UserError` that says what is wrong and where. */
export function checkTraining(training: TrainingSet<AnyMatrix>, k: number): void {
  const { matrix, target } = training;
  const { rowCount, columnCount } = matrix;
  if (rowCount === 0 || columnCount === 0) {
    throw new UserError('data', `there is nothing to select from: ${rowCount} training rows, ${columnCount} features`);
  }
  if (!Number.isSafeInteger(k) || k < 1 || k > columnCount) {
    throw new UserError('usage', `must be a whole number from 1 to the ${columnCount} features. Got ${k}`, {
      subject: { option: 'k' },
    });
  }
  checkLabels(target, rowCount);
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

function checkLabels({ labels, classNames }: ClassTarget, rowCount: number): void {
  const classCount = classNames.length;
  if (labels.length !== rowCount) throw new Error(`there are ${labels.length} labels for ${rowCount} rows`);
  const seen = new Uint8Array(classCount);
  for (const label of labels) {
    if (label < 0 || label >= classCount) throw new Error(`label ${label} is outside the ${classCount} classes`);
    seen[label] = 1;
  }
  if (seen.reduce((sum, one) => sum + one, 0) < 2) {
    throw new UserError('data', 'the training rows all belong to one class; selecting features needs at least two');
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
