/** Compressed rows or columns, as SciPy and AnnData store sparse matrices, checked and brought into compressed rows. */
import { UserError } from '../errors.js';
import { sparseFromColumns } from '../matrix/from-columns.js';
import { hasRepeats, sortSparseRows } from '../matrix/sort-sparse-rows.js';
import type { Steps } from '../turns.js';
import type { NumericArray, SparseMatrix } from '../types.js';

/** More rows or columns are taken for a damaged shape: they cost memory although they are empty. */
const mostExtent = 100_000_000;

export interface CompressedParts {
  /** Rows and columns. */
  readonly shape: readonly number[];
  readonly isByColumn: boolean;
  /** The entries of a row, or column, stand at `start[row] .. start[row + 1]`. */
  readonly start: NumericArray;
  /** The column, or row, of every entry. */
  readonly index: NumericArray;
  readonly value: NumericArray;
}

/** `label` names file and matrix. */
export function* compressedMatrix(parts: CompressedParts, label: string): Steps<SparseMatrix> {
  const { shape, isByColumn, start, index, value } = parts;
  if (shape.length !== 2 || !shape.every((extent) => isPlace(extent, mostExtent + 1))) {
    throw new UserError('data', `${label}: a sparse matrix cannot have the shape (${shape.join(', ')})`);
  }
  if (!holdsEntries(parts))
    throw new UserError('data', `${label}: the sparse matrix does not hold the entries it says`);
  const [rowCount, columnCount] = shape;
  const matrix = isByColumn
    ? yield* sparseFromColumns({ rowCount, columnCount, columnStart: start, row: index, value })
    : yield* sortSparseRows({
        kind: 'sparse',
        rowCount,
        columnCount,
        rowStart: new Float64Array(start),
        column: index instanceof Int32Array ? index : new Int32Array(index),
        value,
      });
  if (hasRepeats(matrix)) throw new UserError('data', `${label}: the sparse matrix holds a cell twice`);
  return matrix;
}

function holdsEntries({ shape, isByColumn, start, index, value }: CompressedParts): boolean {
  const [outer, inner] = isByColumn ? [shape[1], shape[0]] : shape;
  return (
    start.length === outer + 1 &&
    start[0] === 0 &&
    start.every((one, at) => Number.isInteger(one) && one >= (at === 0 ? 0 : start[at - 1])) &&
    index.length === start[outer] &&
    value.length === start[outer] &&
    areWithin(index, inner)
  );
}

/** `every` with a function for each would take seconds for the entries of a hundred thousand cells. */
function areWithin(values: NumericArray, count: number): boolean {
  for (let at = 0; at < values.length; at++) if (!isPlace(values[at], count)) return false;
  return true;
}

/** Whether it is one of 0 .. count - 1. */
function isPlace(value: number, count: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < count;
}
