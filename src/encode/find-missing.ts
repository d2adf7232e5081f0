/** Finds the missing cells among the columns that are to be features, and refuses or reports them. */
import { UserError } from '../errors.js';
import { holdsFractions, rowChunks } from '../matrix/stored-rows.js';
import type { Steps } from '../turns.js';
import type { AnyMatrix, Matrix, Table } from '../types.js';
import { count } from './messages.js';
import type { PlannedColumn } from './plan-columns.js';

export interface MissingCells {
  readonly name: string;
  readonly count: number;
  /** 0-based. */
  readonly firstRow: number;
}

/** Most columns named in one message. */
const named = 5;

/** The columns with missing cells, in the file's order. Where `isRowMissing` is given, their rows are marked in it. */
export function* findMissing(
  table: Table<AnyMatrix>,
  plan: readonly PlannedColumn[],
  isRowMissing?: Uint8Array,
): Steps<MissingCells[]> {
  const counts = new Int32Array(table.numeric.columnCount);
  const firstRows = new Int32Array(table.numeric.columnCount).fill(-1);
  const isUsed = new Uint8Array(table.numeric.columnCount);
  for (const planned of plan) if (planned.kind === 'numeric') isUsed[planned.column] = 1;
  yield* eachNaN(table.numeric, (row, column) => {
    if (isUsed[column] === 0) return;
    if (counts[column]++ === 0) firstRows[column] = row;
    if (isRowMissing) isRowMissing[row] = 1;
  });
  const found: MissingCells[] = [];
  for (const planned of plan) {
    if (planned.kind === 'numeric' && counts[planned.column] > 0) {
      found.push({ name: planned.name, count: counts[planned.column], firstRow: firstRows[planned.column] });
    } else if (planned.kind === 'text') {
      const rows = planned.text.values.flatMap((value, row) => (value === undefined ? [row] : []));
      if (rows.length > 0) found.push({ name: planned.name, count: rows.length, firstRow: rows[0] });
      for (const row of rows) if (isRowMissing) isRowMissing[row] = 1;
      yield table.rowCount;
    }
  }
  return found;
}

export function refuseMissing(found: readonly MissingCells[]): void {
  if (found.length === 0) return;
  const cells = found.reduce((sum, column) => sum + column.count, 0);
  const lines = found
    .slice(0, named)
    .map((column) => `"${column.name}" (${column.count}, first in row ${column.firstRow + 1})`);
  const more = found.length > named ? ` and ${count(found.length - named, 'more column')}` : '';
  throw new UserError(
    'data',
    `${count(cells, 'cell')} in ${count(found.length, 'column')} ${cells === 1 ? 'is' : 'are'} missing: ${lines.join(', ')}${more}`,
    {
      advice: [
        { option: 'missing', values: ['drop-rows', 'drop-columns', 'mean', 'median', 'indicator'] },
        'clean the file',
      ],
    },
  );
}

function* eachNaN(matrix: AnyMatrix, call: (row: number, column: number) => void): Steps<void> {
  if (!holdsFractions(matrix)) return;
  for (const chunk of rowChunks(matrix)) {
    eachNaNInMemory(chunk.matrix, (row, column) => call(chunk.from + row, column));
    yield chunk.matrix.rowCount * chunk.matrix.columnCount;
  }
}

function eachNaNInMemory(matrix: Matrix, call: (row: number, column: number) => void): void {
  const values = matrix.kind === 'dense' ? matrix.values : matrix.value;
  let row = 0;
  for (let at = 0; at < values.length; at++) {
    if (!Number.isNaN(values[at])) continue;
    if (matrix.kind === 'dense') {
      row = Math.floor(at / matrix.columnCount);
      call(row, at - row * matrix.columnCount);
    } else {
      while (matrix.rowStart[row + 1] <= at) row++;
      call(row, matrix.column[at]);
    }
  }
}
