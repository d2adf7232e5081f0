/**
 * Reads a training set feature by feature, scaled: `(value - offset) * factor`.
 *
 * Dense matrices are stored by rows, so a block of neighbouring columns is gathered at once where they are read in order. Sparse matrices are
 * transposed once, which costs as much memory as their entries; the rows without an entry share one value.
 */
import { allRows } from '../matrix/all-rows.js';
import { writeScaledColumns } from '../matrix/scaled-columns.js';
import type { DenseMatrix, Matrix, NumericArray, SparseMatrix, Target, TrainingSet } from '../types.js';

/** One feature. Arrays are valid until the next column is read. */
export interface Column {
  readonly rowCount: number;
  /** How many rows have a value of their own. */
  readonly length: number;
  /** The scaled values, `length` of them. */
  readonly values: Float64Array;
  /** The rows they stand in, ascending; undefined where all rows have one, in order. */
  readonly rows: Int32Array | undefined;
  /** The scaled value of all other rows. */
  readonly rest: number;
}

export interface ColumnReader {
  read(feature: number): Column;
}

/** Values gathered at once from a dense matrix: 2 MiB of them. */
const gatheredValues = 262_144;

export function createColumnReader(training: TrainingSet<Matrix, Target>): ColumnReader {
  const { matrix } = training;
  return matrix.kind === 'dense' ? denseReader(matrix, training) : sparseReader(matrix, training);
}

/** Writes the column's value of every row to `into`. */
export function spreadColumn(column: Column, into: Float64Array): void {
  const { rows, values, length } = column;
  if (rows === undefined) {
    into.set(values.subarray(0, length));
    return;
  }
  into.fill(column.rest, 0, column.rowCount);
  for (let i = 0; i < length; i++) into[rows[i]] = values[i];
}

function denseReader(matrix: DenseMatrix, { scaling }: TrainingSet<Matrix, Target>): ColumnReader {
  const { rowCount, columnCount } = matrix;
  const rows = allRows(matrix);
  const blockSize = Math.max(1, Math.min(columnCount, Math.floor(gatheredValues / rowCount)));
  const block = new Float64Array(blockSize * rowCount); // [column][row]
  let first = 0;
  let end = 0;
  const gather = (feature: number) => {
    // Who does not go on where the last block ended may want this column alone.
    const count = feature === end ? blockSize : 1;
    first = feature;
    end = Math.min(columnCount, feature + count);
    writeScaledColumns(block, { stride: rowCount, at: 0, first, end }, matrix, rows, scaling);
  };
  return {
    read: (feature) => {
      if (feature < first || feature >= end) gather(feature);
      const start = (feature - first) * rowCount;
      const columnValues = block.subarray(start, start + rowCount);
      return { rowCount, length: rowCount, values: columnValues, rows: undefined, rest: 0 };
    },
  };
}

function sparseReader(matrix: SparseMatrix, { scaling }: TrainingSet<Matrix, Target>): ColumnReader {
  const { rowCount } = matrix;
  const { columnStart, row, value } = transpose(matrix);
  let scaled = new Float64Array(64);
  return {
    read: (feature) => {
      const start = columnStart[feature];
      const length = columnStart[feature + 1] - start;
      if (scaled.length < length) scaled = new Float64Array(2 * length);
      const offset = scaling.offset[feature];
      const factor = scaling.factor[feature];
      for (let i = 0; i < length; i++) scaled[i] = (value[start + i] - offset) * factor;
      const rows = row.subarray(start, start + length);
      return { rowCount, length, values: scaled, rows, rest: (0 - offset) * factor };
    },
  };
}

interface Transposed {
  /** The entries of a column stand at columnStart[column] .. columnStart[column + 1], rows ascending. */
  readonly columnStart: Float64Array;
  readonly row: Int32Array;
  readonly value: NumericArray;
}

function transpose({ rowCount, columnCount, rowStart, column, value }: SparseMatrix): Transposed {
  const entryCount = rowStart[rowCount];
  const columnStart = new Float64Array(columnCount + 1);
  for (let i = 0; i < entryCount; i++) columnStart[column[i] + 1]++;
  for (let c = 0; c < columnCount; c++) columnStart[c + 1] += columnStart[c];
  const next = columnStart.slice(0, columnCount);
  const rows = new Int32Array(entryCount);
  const values = new (value.constructor as new (length: number) => NumericArray)(entryCount);
  for (let r = 0; r < rowCount; r++) {
    for (let i = rowStart[r]; i < rowStart[r + 1]; i++) {
      const place = next[column[i]]++;
      rows[place] = r;
      values[place] = value[i];
    }
  }
  return { columnStart, row: rows, value: values };
}
