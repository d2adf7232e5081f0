/** Some columns of a matrix as a new matrix, in the order given, cells in the type they were stored in. */
import { finish, type Part, partsOf, type Steps } from '../turns.js';
import type { AnyMatrix, DenseMatrix, Matrix, SparseMatrix } from '../types.js';
import { cellsPerRow } from './row-pieces.js';
import { sortSparseRows } from './sort-sparse-rows.js';
import { takeStoredColumns } from './stored-rows.js';
import { sameType } from './take-rows.js';

export function takeColumns(matrix: Matrix, columns: ArrayLike<number>): Matrix;
export function takeColumns(matrix: AnyMatrix, columns: ArrayLike<number>): AnyMatrix;
export function takeColumns(matrix: AnyMatrix, columns: ArrayLike<number>): AnyMatrix {
  return finish(takeColumnsSteps(matrix, columns));
}

export function* takeColumnsSteps(matrix: AnyMatrix, columns: ArrayLike<number>): Steps<AnyMatrix> {
  for (let i = 0; i < columns.length; i++) {
    if (!(columns[i] >= 0 && columns[i] < matrix.columnCount)) {
      throw new Error(`column ${columns[i]} of a matrix with ${matrix.columnCount} columns was asked for`);
    }
  }
  if (matrix.kind === 'stored') return takeStoredColumns(matrix, columns);
  return yield* matrix.kind === 'dense' ? takeDenseColumns(matrix, columns) : takeSparseColumns(matrix, columns);
}

function* takeDenseColumns(matrix: DenseMatrix, columns: ArrayLike<number>): Steps<DenseMatrix> {
  const { rowCount } = matrix;
  const values = sameType(matrix.values, rowCount * columns.length);
  let at = 0;
  for (const part of partsOf(rowCount, columns.length)) {
    for (let row = part.from; row < part.to; row++) {
      const from = row * matrix.columnCount;
      for (let i = 0; i < columns.length; i++) values[at++] = matrix.values[from + columns[i]];
    }
    yield part.cells;
  }
  return { kind: 'dense', rowCount, columnCount: columns.length, values };
}

/** The columns must be different; where they are not ascending, the entries of every row are put in order again. */
function* takeSparseColumns(matrix: SparseMatrix, columns: ArrayLike<number>): Steps<SparseMatrix> {
  const place = new Int32Array(matrix.columnCount).fill(-1);
  let isAscending = true;
  for (let i = 0; i < columns.length; i++) {
    if (place[columns[i]] >= 0) throw new Error(`column ${columns[i]} of a sparse matrix was asked for twice`);
    place[columns[i]] = i;
    if (i > 0 && columns[i] < columns[i - 1]) isAscending = false;
  }
  const rowStart = new Float64Array(matrix.rowCount + 1);
  for (const part of partsOf(matrix.rowCount, cellsPerRow(matrix))) {
    countTaken(matrix, place, part, rowStart);
    yield part.cells;
  }
  const column = new Int32Array(rowStart[matrix.rowCount]);
  const value = sameType(matrix.value, column.length);
  for (const part of partsOf(matrix.rowCount, cellsPerRow(matrix))) {
    let next = rowStart[part.from];
    const end = matrix.rowStart[part.to];
    for (let at = matrix.rowStart[part.from]; at < end; at++) {
      const to = place[matrix.column[at]];
      if (to < 0) continue;
      column[next] = to;
      value[next++] = matrix.value[at];
    }
    yield part.cells;
  }
  const { rowCount } = matrix;
  const taken: SparseMatrix = { kind: 'sparse', rowCount, columnCount: columns.length, rowStart, column, value };
  return isAscending ? taken : yield* sortSparseRows(taken);
}

/** Where the rows from .. to end once only entries are left whose column has a place. */
function countTaken(
  { rowStart: start, column }: SparseMatrix,
  place: Int32Array,
  { from, to }: Pick<Part, 'from' | 'to'>,
  rowStart: Float64Array,
): void {
  for (let row = from; row < to; row++) {
    const end = start[row + 1];
    let count = 0;
    // The sign of a place: questions would be guessed wrong as often as columns are taken.
    for (let at = start[row]; at < end; at++) count += 1 + (place[column[at]] >> 31);
    rowStart[row + 1] = rowStart[row] + count;
  }
}
