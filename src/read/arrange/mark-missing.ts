/** Cells that hold a mark of the user's own for "not known", such as `.` or `-99`, become missing cells. */
import { numberFromText } from '../../cells/parse-number.js';
import { rowChunks } from '../../matrix/stored-rows.js';
import type { AnyMatrix, Matrix, NumericArray, Table } from '../../types.js';

export function markMissing<M extends AnyMatrix>(table: Table<M>, marks: readonly string[]): Table<M> {
  if (marks.length === 0) return table;
  const words = new Set(marks);
  const numbers = new Set(marks.map(numberFromText).filter((number) => !Number.isNaN(number)));
  return {
    ...table,
    numeric: markNumbers(table.numeric, numbers) as M,
    text: table.text.map(({ name, values }) => ({
      name,
      values: values.map((value) => (value !== undefined && words.has(value) ? undefined : value)),
    })),
  };
}

function markNumbers(matrix: AnyMatrix, marks: ReadonlySet<number>): AnyMatrix {
  if (marks.size === 0) return matrix;
  if (matrix.kind === 'dense') return { ...matrix, values: markedCells(matrix.values, marks) };
  if (matrix.kind === 'sparse') return { ...matrix, value: markedCells(matrix.value, marks) };
  const rows = matrix.store.collect(matrix.columnCount);
  for (const chunk of rowChunks(matrix)) {
    const cells = Float64Array.from(cellsOf(chunk.matrix), (cell) => (marks.has(cell) ? Number.NaN : cell));
    for (let from = 0; from < cells.length; from += matrix.columnCount) {
      rows.appendRow(cells.subarray(from, from + matrix.columnCount));
    }
  }
  return rows.toMatrix(matrix.rowCount);
}

/** The cells themselves where none is marked; in a type that has a missing number otherwise. */
function markedCells(cells: NumericArray, marks: ReadonlySet<number>): NumericArray {
  if (!cells.some((cell) => marks.has(cell))) return cells;
  const isSingle = !(cells instanceof Float64Array || cells instanceof Int32Array || cells instanceof Uint32Array);
  const marked = isSingle ? Float32Array.from(cells) : Float64Array.from(cells);
  for (let at = 0; at < marked.length; at++) if (marks.has(cells[at])) marked[at] = Number.NaN;
  return marked;
}

function cellsOf(matrix: Matrix): NumericArray {
  return matrix.kind === 'dense' ? matrix.values : matrix.value;
}
