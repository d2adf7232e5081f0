/** Row-major matrices from the column-major ones that MATLAB, Fortran and R write. */
import type { Steps } from '../turns.js';
import type { DenseMatrix, NumericArray, SparseMatrix } from '../types.js';
import { sameType } from './take-rows.js';

/** Rows and columns moved at once: a tile of both arrays stays in the cache. */
const tile = 64;

/** `values[column * rowCount + row]` becomes row-major. */
export function* denseFromColumns(values: NumericArray, rowCount: number, columnCount: number): Steps<DenseMatrix> {
  if (values.length !== rowCount * columnCount) {
    throw new Error(`${values.length} values for a matrix of ${rowCount} x ${columnCount}`);
  }
  const moved = sameType(values, values.length);
  for (let rowFrom = 0; rowFrom < rowCount; rowFrom += tile) {
    const rowTo = Math.min(rowCount, rowFrom + tile);
    for (let columnFrom = 0; columnFrom < columnCount; columnFrom += tile) {
      const columnTo = Math.min(columnCount, columnFrom + tile);
      for (let row = rowFrom; row < rowTo; row++) {
        for (let column = columnFrom; column < columnTo; column++) {
          moved[row * columnCount + column] = values[column * rowCount + row];
        }
      }
    }
    yield (rowTo - rowFrom) * columnCount;
  }
  return { kind: 'dense', rowCount, columnCount, values: moved };
}

/** Compressed columns: the entries of `column` stand at `columnStart[column] .. columnStart[column + 1]`. */
export interface CompressedColumns {
  readonly rowCount: number;
  readonly columnCount: number;
  readonly columnStart: ArrayLike<number>;
  readonly row: ArrayLike<number>;
  readonly value: NumericArray;
}

/** Compressed rows of the same matrix; columns come out ascending. */
export function* sparseFromColumns(columns: CompressedColumns): Steps<SparseMatrix> {
  const { rowCount, columnCount, columnStart, row, value } = columns;
  const entryCount = columnStart[columnCount];
  const rowStart = new Float64Array(rowCount + 1);
  for (let at = 0; at < entryCount; at++) rowStart[row[at] + 1]++;
  for (let i = 0; i < rowCount; i++) rowStart[i + 1] += rowStart[i];
  const next = rowStart.slice();
  const column = new Int32Array(entryCount);
  const moved = sameType(value, entryCount);
  for (let j = 0; j < columnCount; j++) {
    for (let at = columnStart[j]; at < columnStart[j + 1]; at++) {
      const place = next[row[at]]++;
      column[place] = j;
      moved[place] = value[at];
    }
    yield columnStart[j + 1] - columnStart[j];
  }
  return { kind: 'sparse', rowCount, columnCount, rowStart, column, value: moved };
}
