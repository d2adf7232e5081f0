/** The cells of one column, one for every row, zeros of a sparse matrix written out. */
import type { AnyMatrix, DenseMatrix, NumericArray } from '../types.js';
import { cellAt } from './cell-at.js';
import { rowChunks } from './stored-rows.js';
import { takeColumns } from './take-columns.js';

export function columnOf(matrix: AnyMatrix, column: number): NumericArray {
  if (matrix.kind === 'stored') {
    const cells = new matrix.store.cellType(matrix.rowCount);
    for (const chunk of rowChunks(matrix)) cells.set(columnOf(chunk.matrix, column) as never, chunk.from);
    return cells;
  }
  if (matrix.kind === 'dense') return (takeColumns(matrix, [column]) as DenseMatrix).values;
  // A search in every row reads far fewer entries of a sparse matrix than taking the column does.
  return Float64Array.from({ length: matrix.rowCount }, (_, row) => cellAt(matrix, row, column));
}
