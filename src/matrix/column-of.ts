/** The cells of one column, one for every row, zeros of a sparse matrix written out. */
import type { AnyMatrix, NumericArray } from '../types.js';
import { rowChunks } from './stored-rows.js';
import { takeColumns } from './take-columns.js';

export function columnOf(matrix: AnyMatrix, column: number): NumericArray {
  if (matrix.kind === 'stored') {
    const cells = new matrix.store.cellType(matrix.rowCount);
    for (const chunk of rowChunks(matrix)) cells.set(columnOf(chunk.matrix, column) as never, chunk.from);
    return cells;
  }
  const taken = takeColumns(matrix, [column]);
  if (taken.kind === 'dense') return taken.values;
  const cells = new Float64Array(taken.rowCount);
  for (let row = 0; row < taken.rowCount; row++) {
    if (taken.rowStart[row + 1] > taken.rowStart[row]) cells[row] = taken.value[taken.rowStart[row]];
  }
  return cells;
}
