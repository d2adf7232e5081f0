/**
 * Training rows by columns: scaled floats in memory, [column][row]. Where all rows would not fit, or are on a disk, a
 * sample of them stands for all: fewer rows can promise less, never wrong.
 */
import { UserError } from '../errors.js';
import { type Random, shuffle } from '../maths/random.js';
import { allRows } from '../matrix/all-rows.js';
import { rowPieces } from '../matrix/row-pieces.js';
import { writeScaledColumns } from '../matrix/scaled-columns.js';
import { inTurns, type Steps } from '../turns.js';
import type { AnyMatrix, SparseMatrix, Target, TrainingSet } from '../types.js';

const fewestRows = 20;

/** Most rows of which so many cells are enough for all columns. */
export const rowsWithin = (cells: number, columnCount: number): number => Math.floor(cells / columnCount);

export interface TrainingColumns {
  readonly rowCount: number;
  /** [column][row] */
  readonly values: Float32Array;
  /** The training rows they are of, ascending. */
  readonly rows: Int32Array;
}

/** At most so many rows, but never fewer than twenty of many: they would say nothing. */
export async function gatherTraining(
  { matrix, scaling }: Pick<TrainingSet<AnyMatrix, Target>, 'matrix' | 'scaling'>,
  most: number,
  random: Random,
  signal: AbortSignal | undefined,
): Promise<TrainingColumns> {
  const { columnCount } = matrix;
  if (most < fewestRows) {
    throw new UserError('data', `${columnCount} features do not fit into memory, not even for ${fewestRows} rows`, {
      advice: ['leave out the features that vary least, then ask again'],
    });
  }
  const rows = matrix.rowCount <= most ? allRows(matrix) : shuffle(allRows(matrix), random).slice(0, most).sort();
  const values = new Float32Array(rows.length * columnCount);
  await inTurns(writeRows(), signal);
  return { rowCount: rows.length, values, rows };

  function* writeRows(): Steps<void> {
    const all = { stride: rows.length, first: 0, end: columnCount };
    for (const { matrix: piece, rows: own, from } of rowPieces(matrix, rows)) {
      if (piece.kind === 'dense') writeScaledColumns(values, { ...all, at: from }, piece, own, scaling);
      else for (let i = 0; i < own.length; i++) writeSparse(piece, own[i], from + i);
      yield own.length * columnCount;
    }
  }

  function writeSparse(from: SparseMatrix, row: number, place: number): void {
    const scaled = (value: number, column: number) => (value - scaling.offset[column]) * scaling.factor[column];
    for (let column = 0; column < columnCount; column++) values[column * rows.length + place] = scaled(0, column);
    for (let at = from.rowStart[row]; at < from.rowStart[row + 1]; at++) {
      values[from.column[at] * rows.length + place] = scaled(from.value[at], from.column[at]);
    }
  }
}
