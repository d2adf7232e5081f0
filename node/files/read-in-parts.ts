/**
 * Reads a wide columnar file a few columns at a time, because a reader of such files holds a page of every column it
 * reads. Each part goes to disk as rows of its columns; then the parts are put side by side, row by row. Columns are
 * stored apart in the file, so that nothing is read twice.
 */
import type { RowCollector } from '../../src/cells/numeric-block.js';
import { allRows } from '../../src/matrix/all-rows.js';
import { bytesPerCell, createRowReader } from '../../src/matrix/stored-rows.js';
import type { AnyMatrix, Matrix, NumericArray, StoredMatrix, Table } from '../../src/types.js';

/** Columns read in one go. */
const columnsAtOnce = 128;

/** Cells put together at once. */
const cellsAtOnce = 2 ** 17;

export type ReadPart = (columns: readonly string[], more: { readonly collector: RowCollector }) => Promise<Table>;

export async function readInParts(
  columns: readonly string[],
  readPart: ReadPart,
  collector: RowCollector,
  onPart?: (fractionDone: number) => void,
): Promise<Table> {
  if (columns.length <= columnsAtOnce) return readPart(columns, { collector });
  const aside: RowCollector = {
    ...collector,
    // A part of text alone has no rows of numbers to put on disk.
    collect: (count, precision) => (count === 0 ? collector.collect(0, precision) : collector.part(count)),
  };
  const parts: Table<AnyMatrix>[] = [];
  try {
    for (let from = 0; from < columns.length; from += columnsAtOnce) {
      parts.push(await readPart(columns.slice(from, from + columnsAtOnce), { collector: aside }));
      if (foreseenBytes(parts, columns.length) > collector.room(columns.length)) collector.foreseeStorage();
      onPart?.(Math.min(1, (from + columnsAtOnce) / columns.length));
    }
    const numericNames = parts.flatMap((part) => part.numericNames);
    const matrices = parts.map((part) => part.numeric).filter(({ columnCount }) => columnCount > 0);
    return {
      rowCount: parts[0].rowCount,
      columnOrder: columns,
      numericNames,
      numeric: sideBySide(matrices as StoredMatrix[], parts[0].rowCount, collector),
      text: parts.flatMap((part) => part.text),
    };
  } finally {
    collector.dropParts();
  }
}

/** What all columns will take, going by those that were read. */
function foreseenBytes(parts: readonly Table<AnyMatrix>[], columnCount: number): number {
  const bytes = parts.reduce((sum, { numeric }) => sum + bytesOf(numeric), 0);
  const read = parts.reduce((sum, { columnOrder }) => sum + columnOrder.length, 0);
  return (bytes * columnCount) / read;
}

function bytesOf(matrix: AnyMatrix): number {
  if (matrix.kind !== 'stored') return 0;
  return matrix.rowCount * matrix.columnCount * bytesPerCell(matrix.store.cellType);
}

function sideBySide(parts: readonly StoredMatrix[], rowCount: number, collector: RowCollector): Matrix {
  const columnCount = parts.reduce((sum, part) => sum + part.columnCount, 0);
  const collected = collector.collect(columnCount, 'exact');
  const tileRows = Math.max(1, Math.floor(cellsAtOnce / columnCount));
  const readers = parts.map((part) => ({
    reader: createRowReader(part),
    width: part.columnCount,
    cells: new part.store.cellType(tileRows * part.columnCount) as NumericArray,
  }));
  const rows = allRows({ rowCount });
  const row = new Float64Array(columnCount);
  for (let from = 0; from < rowCount; from += tileRows) {
    const to = Math.min(rowCount, from + tileRows);
    for (const { reader, cells } of readers) reader.read(rows, from, to, cells);
    for (let i = 0; i < to - from; i++) {
      let at = 0;
      for (const { cells, width } of readers) {
        row.set(cells.subarray(i * width, (i + 1) * width), at);
        at += width;
      }
      collected.appendRow(row, (from + i + 1) / rowCount);
    }
  }
  // The collector decides where the rows are, and whoever gave it knows that.
  return collected.toMatrix(rowCount) as Matrix;
}
