/** Fills the missing cells of a dataset with the mean or median of the training rows. */
import { columnOf } from '../matrix/column-of.js';
import { rowChunks } from '../matrix/stored-rows.js';
import { finish, partsOf, type Steps } from '../turns.js';
import type { AnyMatrix, Dataset, Matrix, NumericArray, StoredMatrix } from '../types.js';

/** The dataset with a finite matrix; itself where nothing is missing. A feature never seen in training is filled with 0. */
export function fillMissing(dataset: Dataset, train: ArrayLike<number>): Dataset;
export function fillMissing(dataset: Dataset<AnyMatrix>, train: ArrayLike<number>): Dataset<AnyMatrix>;
export function fillMissing(dataset: Dataset<AnyMatrix>, train: ArrayLike<number>): Dataset<AnyMatrix> {
  return finish(fillMissingSteps(dataset, train));
}

export function* fillMissingSteps(dataset: Dataset<AnyMatrix>, train: ArrayLike<number>): Steps<Dataset<AnyMatrix>> {
  const { missing: method, ...rest } = dataset;
  if (method === undefined) return dataset;
  const { matrix } = dataset;
  if (matrix.kind === 'stored') return { ...rest, matrix: { ...matrix, fills: yield* storedMeans(matrix, train) } };
  const columns = yield* columnsWithMissing(matrix);
  const fills = new Float64Array(matrix.columnCount);
  for (const column of columns) {
    fills[column] = fillValue(matrix, column, train, method);
    // Going down a column, and sorting it, takes several times as long as going along rows.
    yield 4 * matrix.rowCount;
  }
  return { ...rest, matrix: yield* filled(matrix, fills) };
}

/** The mean of the cells that are there, column by column, in one pass over the training rows. */
function* storedMeans(matrix: StoredMatrix, train: ArrayLike<number>): Steps<Float64Array> {
  const { columnCount } = matrix;
  const sums = new Float64Array(columnCount);
  const counts = new Float64Array(columnCount);
  for (const chunk of rowChunks(matrix, train)) {
    const values = cellsOf(chunk.matrix);
    for (let at = 0; at < values.length; at++) {
      if (Number.isNaN(values[at])) continue;
      sums[at % columnCount] += values[at];
      counts[at % columnCount]++;
    }
    yield values.length;
  }
  return sums.map((sum, column) => (counts[column] === 0 ? 0 : sum / counts[column]));
}

function* columnsWithMissing(matrix: Matrix): Steps<number[]> {
  const found = new Set<number>();
  const values = cellsOf(matrix);
  for (const part of partsOf(values.length, 1)) {
    for (let at = part.from; at < part.to; at++) {
      if (Number.isNaN(values[at])) found.add(matrix.kind === 'dense' ? at % matrix.columnCount : matrix.column[at]);
    }
    yield part.cells;
  }
  return [...found];
}

/** What stands for a missing cell of a column, by the training rows that have one; 0 where none has. */
export function fillValue(
  matrix: AnyMatrix,
  column: number,
  train: ArrayLike<number>,
  method: 'mean' | 'median',
): number {
  const only = columnOf(matrix, column);
  const present = Array.from(train, (row) => only[row]).filter((value) => !Number.isNaN(value));
  if (present.length === 0) return 0;
  if (method === 'mean') return present.reduce((sum, value) => sum + value, 0) / present.length;
  present.sort((a, b) => a - b);
  const middle = present.length >> 1;
  return present.length % 2 === 1 ? present[middle] : (present[middle - 1] + present[middle]) / 2;
}

function* filled(matrix: Matrix, fills: Float64Array): Steps<Matrix> {
  const values = cellsOf(matrix).slice();
  for (const part of partsOf(values.length, 1)) {
    for (let at = part.from; at < part.to; at++) {
      if (Number.isNaN(values[at]))
        values[at] = fills[matrix.kind === 'dense' ? at % matrix.columnCount : matrix.column[at]];
    }
    yield part.cells;
  }
  return matrix.kind === 'dense' ? { ...matrix, values } : { ...matrix, value: values };
}

function cellsOf(matrix: Matrix): NumericArray {
  return matrix.kind === 'dense' ? matrix.values : matrix.value;
}
