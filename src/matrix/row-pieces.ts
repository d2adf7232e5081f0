/** The chunks of `rowChunks` cut into pieces that take some milliseconds, for passes over all rows that can be interrupted. */
import { partsOf } from '../turns.js';
import type { AnyMatrix, Matrix } from '../types.js';
import { type RowChunk, rowChunks } from './stored-rows.js';

export interface RowPiece extends RowChunk {
  /** Cells to look at, about; of a sparse matrix no fewer than it has columns, so that a step for each costs little. */
  readonly cells: number;
}

/** The listed rows in their order; a piece is valid until the next. */
export function* rowPieces(matrix: AnyMatrix, rows?: ArrayLike<number>): Generator<RowPiece> {
  for (const chunk of rowChunks(matrix, rows)) {
    const fewest = chunk.matrix.kind === 'sparse' ? chunk.matrix.columnCount : 0;
    for (const { from, to, cells } of partsOf(chunk.rows.length, cellsPerRow(chunk.matrix), fewest)) {
      yield { matrix: chunk.matrix, rows: slice(chunk.rows, from, to), from: chunk.from + from, cells: cells + fewest };
    }
  }
}

/** Cells that are stored of a row, on average. */
export function cellsPerRow(matrix: Matrix): number {
  return matrix.kind === 'dense' ? matrix.columnCount : matrix.value.length / Math.max(1, matrix.rowCount);
}

function slice(rows: ArrayLike<number>, from: number, to: number): ArrayLike<number> {
  if (from === 0 && to === rows.length) return rows;
  return rows instanceof Int32Array ? rows.subarray(from, to) : Array.prototype.slice.call(rows, from, to);
}
