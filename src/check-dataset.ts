/**
 * Refuses a dataset that would give an answer which looks right and is not. Encoding makes no such one; whoever fills in a `Dataset` by hand may. Rows are counted from 0, as in the arrays.
 */

import { UserError } from './errors.js';
import { areFinite } from './matrix/are-finite.js';
import { checkGivenMatrix } from './matrix/check-matrix.js';
import { holdsFractions } from './matrix/stored-rows.js';
import { showValue } from './show-value.js';
import { checkTarget, checkWeights } from './target/check-target.js';
import type { AnyMatrix, Dataset, Matrix } from './types.js';

export type CheckedDataset = Pick<Dataset<AnyMatrix>, 'matrix' | 'featureNames' | 'target' | 'weights' | 'missing'>;

export function checkDataset(dataset: CheckedDataset): void {
  const { matrix, featureNames, target } = dataset;
  const { rowCount, columnCount } = matrix;
  if (rowCount === 0 || columnCount === 0) {
    throw new UserError('data', `there is nothing to select from: ${rowCount} rows, ${columnCount} features`);
  }
  checkNames(featureNames, columnCount);
  checkTarget(target, rowCount);
  if (dataset.weights) checkWeights(dataset.weights, rowCount);
  if (matrix.kind !== 'stored') checkGivenMatrix(matrix);
  // Encoding has looked through the cells of a stored matrix, and a look takes as long as reading all of it.
  if (matrix.kind !== 'stored') checkCells(matrix, featureNames, dataset.missing !== undefined);
}

export function checkNames(names: readonly string[], count: number): void {
  if (names.length !== count) throw new UserError('usage', `expected ${count} feature names, got ${names.length}`);
  const first = new Map<string, number>();
  for (let feature = 0; feature < count; feature++) {
    if (typeof names[feature] !== 'string') {
      throw new UserError('usage', `feature ${feature}: expected a name, got ${showValue(names[feature])}`);
    }
    const earlier = first.get(names[feature]);
    if (earlier !== undefined) {
      throw new UserError('data', `features ${earlier} and ${feature} are both named "${names[feature]}"`, {
        advice: ['rename one of them'],
      });
    }
    first.set(names[feature], feature);
  }
}

function checkCells(matrix: Matrix, names: readonly string[], mayBeMissing: boolean): void {
  if (!holdsFractions(matrix)) return;
  const cells = matrix.kind === 'dense' ? matrix.values : matrix.value;
  if (areFinite(cells)) return;
  for (let at = 0; at < cells.length; at++) {
    if (Number.isFinite(cells[at]) || (mayBeMissing && Number.isNaN(cells[at]))) continue;
    const { row, feature } = placeOf(matrix, at);
    throw new UserError('data', `row ${row}, feature "${names[feature]}": expected a finite number, got ${cells[at]}`, {
      advice: ['fill it in', 'leave the row or the feature out'],
    });
  }
}

function placeOf(matrix: Matrix, at: number): { readonly row: number; readonly feature: number } {
  if (matrix.kind === 'dense') {
    return { row: Math.floor(at / matrix.columnCount), feature: at % matrix.columnCount };
  }
  let row = 0;
  while (matrix.rowStart[row + 1] <= at) row++;
  return { row, feature: matrix.column[at] };
}
