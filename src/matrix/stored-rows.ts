/**
 * Rows of a stored matrix brought into memory, a part at a time.
 *
 * Rows are asked for in any order and read in the order of the store. Rows with only small gaps between them are read
 * in one go and the gaps thrown away, because a read costs far more than the bytes of a few rows.
 */
import type { AnyMatrix, DenseMatrix, Matrix, NumericArray, NumericArrayType, StoredMatrix } from '../types.js';
import { allRows } from './all-rows.js';

/** Cells brought in at once by a pass over all rows: 256 KiB of bytes, 2 MiB of doubles. */
const chunkCells = 2 ** 18;

/** Bytes between two wanted rows that are read rather than passed over. */
const mostGapBytes = 2 ** 16;

export interface RowReader {
  /** Copies rows `rows[from .. to]` of the matrix to the start of `cells`, one after the other. */
  read(rows: ArrayLike<number>, from: number, to: number, cells: NumericArray): void;
}

export function createRowReader(matrix: StoredMatrix): RowReader {
  const { store, columnCount, columns, fills } = matrix;
  const rowBytes = store.columnCount * bytesPerCell(store.cellType);
  const mostGap = Math.floor(mostGapBytes / rowBytes);
  const mostAtOnce = Math.max(1, Math.floor(chunkCells / store.columnCount));
  const scratch = new store.cellType(mostAtOnce * store.columnCount);
  const copyRow = (row: number, cells: NumericArray, place: number): void => {
    const at = row * store.columnCount;
    if (columns === undefined) cells.set(scratch.subarray(at, at + columnCount) as never, place * columnCount);
    else for (let i = 0; i < columnCount; i++) cells[place * columnCount + i] = scratch[at + columns[i]];
  };

  return {
    read(rows, from, to, cells) {
      const count = to - from;
      const wanted = Float64Array.from({ length: count }, (_, i) => matrix.rows?.[rows[from + i]] ?? rows[from + i]);
      const place = sortedPlaces(wanted);
      let first = 0;
      while (first < count) {
        const start = wanted[first];
        let next = first + 1;
        while (next < count && wanted[next] - wanted[next - 1] <= mostGap + 1 && wanted[next] - start < mostAtOnce) {
          next++;
        }
        const end = wanted[next - 1] + 1;
        store.read(start, end, scratch);
        for (let i = first; i < next; i++) copyRow(wanted[i] - start, cells, place?.[i] ?? i);
        first = next;
      }
      if (fills) fillCells(cells, count * columnCount, fills);
    },
  };
}

/** Sorts the rows and gives the place each one had; undefined where they were in order. */
function sortedPlaces(wanted: Float64Array): Float64Array | undefined {
  const count = wanted.length;
  let isAscending = true;
  for (let i = 1; i < count; i++) if (wanted[i] < wanted[i - 1]) isAscending = false;
  if (isAscending) return undefined;
  // Row and place in one number: both together stay below 2^53.
  const keys = wanted.map((row, i) => row * count + i).sort();
  const place = keys.map((key) => key % count);
  for (let i = 0; i < count; i++) wanted[i] = Math.floor(keys[i] / count);
  return place;
}

function fillCells(cells: NumericArray, length: number, fills: Float64Array): void {
  for (let at = 0; at < length; at++) if (Number.isNaN(cells[at])) cells[at] = fills[at % fills.length];
}

export function bytesPerCell(type: NumericArrayType): number {
  return (type as unknown as { BYTES_PER_ELEMENT: number }).BYTES_PER_ELEMENT;
}

/** Some rows of a matrix, in memory for as long as they are looked at. */
export interface RowChunk {
  readonly matrix: Matrix;
  /** The rows of `matrix` that are meant. */
  readonly rows: ArrayLike<number>;
  /** Place of the first of them in the list that was asked for. */
  readonly from: number;
}

/** The listed rows, in their order: at once where they are in memory, else chunk by chunk, each valid until the next. */
export function* rowChunks(matrix: AnyMatrix, rows: ArrayLike<number> = allRows(matrix)): Generator<RowChunk> {
  if (matrix.kind !== 'stored') {
    yield { matrix, rows, from: 0 };
    return;
  }
  const { columnCount, store } = matrix;
  const reader = createRowReader(matrix);
  const chunkRows = Math.max(1, Math.floor(chunkCells / columnCount));
  const cells = new store.cellType(Math.min(chunkRows, rows.length) * columnCount);
  for (let from = 0; from < rows.length; from += chunkRows) {
    const to = Math.min(rows.length, from + chunkRows);
    reader.read(rows, from, to, cells);
    const chunk = denseRows(cells, to - from, columnCount);
    yield { matrix: chunk, rows: allRows(chunk), from };
  }
}

function denseRows(cells: NumericArray, rowCount: number, columnCount: number): DenseMatrix {
  return { kind: 'dense', rowCount, columnCount, values: cells.subarray(0, rowCount * columnCount) };
}

/** Whether cells may be missing or infinite, which whole numbers cannot be. */
export function holdsFractions(matrix: AnyMatrix): boolean {
  const values = matrix.kind === 'dense' ? matrix.values : matrix.kind === 'sparse' ? matrix.value : undefined;
  const type = matrix.kind === 'stored' ? matrix.store.cellType : values?.constructor;
  return type === Float32Array || type === Float64Array;
}

/** The listed rows as a stored matrix; nothing is read. */
export function takeStoredRows(matrix: StoredMatrix, rows: ArrayLike<number>): StoredMatrix {
  const numbers = Int32Array.from(rows, (row) => matrix.rows?.[row] ?? row);
  return { ...matrix, rowCount: numbers.length, rows: numbers };
}

/** The listed columns as a stored matrix; nothing is read. */
export function takeStoredColumns(matrix: StoredMatrix, columns: ArrayLike<number>): StoredMatrix {
  const numbers = Int32Array.from(columns, (column) => matrix.columns?.[column] ?? column);
  const { fills } = matrix;
  return {
    ...matrix,
    columnCount: numbers.length,
    columns: numbers,
    ...(fills && { fills: Float64Array.from(columns, (column) => fills[column]) }),
  };
}
