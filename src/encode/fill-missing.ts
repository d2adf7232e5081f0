/** Fills the missing cells of a dataset with the mean or median of the training rows. */
import { columnOf } from '../matrix/column-of.js';
import type { Dataset, Matrix, NumericArray } from '../types.js';

/** The dataset with a finite matrix; itself where nothing is missing. A feature never seen in training is filled with 0. */
export function fillMissing(dataset: Dataset, train: ArrayLike<number>): Dataset {
  const { missing: method, ...rest } = dataset;
  if (method === undefined) return dataset;
  const { matrix } = dataset;
  const columns = columnsWithMissing(matrix);
  const fills = new Float64Array(matrix.columnCount);
  for (const column of columns) fills[column] = fillValue(matrix, column, train, method);
  return { ...rest, matrix: filled(matrix, fills) };
}

function columnsWithMissing(matrix: Matrix): number[] {
  const found = new Set<number>();
  const values = cellsOf(matrix);
  for (let at = 0; at < values.length; at++) {
    if (Number.isNaN(values[at])) found.add(matrix.kind === 'dense' ? at % matrix.columnCount : matrix.column[at]);
  }
  return [...found];
}

function fillValue(matrix: Matrix, column: number, train: ArrayLike<number>, method: 'mean' | 'median'): number {
  const only = columnOf(matrix, column);
  const present = Array.from(train, (row) => only[row]).filter((value) => !Number.isNaN(value));
  if (present.length === 0) return 0;
  if (method === 'mean') return present.reduce((sum, value) => sum + value, 0) / present.length;
  present.sort((a, b) => a - b);
  const middle = present.length >> 1;
  return present.length % 2 === 1 ? present[middle] : (present[middle - 1] + present[middle]) / 2;
}

function filled(matrix: Matrix, fills: Float64Array): Matrix {
  const values = cellsOf(matrix).slice();
  for (let at = 0; at < values.length; at++) {
    if (Number.isNaN(values[at]))
      values[at] = fills[matrix.kind === 'dense' ? at % matrix.columnCount : matrix.column[at]];
  }
  return matrix.kind === 'dense' ? { ...matrix, values } : { ...matrix, value: values };
}

function cellsOf(matrix: Matrix): NumericArray {
  return matrix.kind === 'dense' ? matrix.values : matrix.value;
}
