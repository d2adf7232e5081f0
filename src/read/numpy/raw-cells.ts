/** Rows of raw cells, as .npy and IDX files hold them, passed on as they are read: only a part is in memory at a time. */
import type { RowCollector } from '../../cells/numeric-block.js';
import { throwIfAborted, UserError } from '../../errors.js';
import type { DenseMatrix, Matrix, NumericArray, NumericArrayType } from '../../types.js';
import { type ByteSource, fractionRead, type ReadProgress } from '../source/source.js';

/** Where the cells stand in the file and how their bytes become numbers. */
export interface RawCells {
  readonly dataFrom: number;
  readonly rowCount: number;
  readonly columnCount: number;
  readonly cellBytes: number;
  /** The type of the cells; undefined where the smallest that holds them is to be found. */
  readonly type: NumericArrayType | undefined;
  toNumbers(bytes: Uint8Array<ArrayBuffer>): NumericArray;
}

export interface CollectOptions {
  readonly collector?: RowCollector;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ReadProgress) => void;
}

const cellsAtOnce = 2 ** 17;

export function cellTypeOf(cells: NumericArray): NumericArrayType {
  return cells.constructor as NumericArrayType;
}

/** Whether the cells are to be collected row by row, because they have no room in memory. */
export function isTooLarge({ rowCount, columnCount, cellBytes }: RawCells, collector: RowCollector): boolean {
  return rowCount * columnCount * cellBytes > collector.room(columnCount);
}

export async function collectCells(
  source: ByteSource,
  cells: RawCells,
  collector: RowCollector,
  options: CollectOptions,
): Promise<Matrix> {
  const { rowCount, columnCount, cellBytes } = cells;
  const rows = collector.store(columnCount, cells.type);
  const row = new Float64Array(columnCount);
  const rowBytes = columnCount * cellBytes;
  const part = new Uint8Array(Math.max(1, Math.floor(cellsAtOnce / columnCount)) * rowBytes);
  let collected = 0;
  const flush = (length: number): void => {
    const values = cells.toNumbers(part.slice(0, length));
    for (let from = 0; from < values.length; from += columnCount) {
      row.set(values.subarray(from, from + columnCount));
      rows.appendRow(row);
      collected++;
    }
  };
  let toSkip = cells.dataFrom;
  let filled = 0;
  for await (const chunk of source.open()) {
    throwIfAborted(options.signal);
    let from = Math.min(toSkip, chunk.length);
    toSkip -= from;
    while (from < chunk.length) {
      const taken = Math.min(chunk.length - from, part.length - filled);
      part.set(chunk.subarray(from, from + taken), filled);
      filled += taken;
      from += taken;
      if (filled < part.length) continue;
      flush(filled);
      filled = 0;
    }
    options.onProgress?.({ rows: collected, bytes: source.bytesRead, fraction: fractionRead(source) });
  }
  flush(filled - (filled % rowBytes));
  if (collected !== rowCount || filled % rowBytes !== 0) {
    throw new UserError(
      'data',
      `${source.name}: holds ${collected} rows where its header says ${rowCount}; is it cut short?`,
    );
  }
  // The caller's collector decides where the rows are, and the caller's type says so.
  return rows.toMatrix(rowCount) as DenseMatrix;
}
