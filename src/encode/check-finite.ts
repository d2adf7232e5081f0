/** Refuses infinite cells, naming the columns, the first row and how many there are. NaN passes: it is a missing cell. */
import { UserError } from '../errors.js';
import { holdsFractions, rowChunks } from '../matrix/stored-rows.js';
import type { Steps } from '../turns.js';
import type { AnyMatrix, Matrix } from '../types.js';
import { count } from './messages.js';

/** Most columns named in one message. */
const named = 5;

interface InfiniteCells {
  readonly column: number;
  readonly firstRow: number;
  readonly value: number;
  count: number;
}

export function* checkFinite(matrix: AnyMatrix, names: readonly string[]): Steps<void> {
  const found = yield* findInfinite(matrix);
  if (found.length === 0) return;
  const lines = found
    .slice(0, named)
    .map((cells) => `"${names[cells.column]}" (${cells.count}, first ${cells.value} in row ${cells.firstRow + 1})`);
  const more = found.length > named ? ` and ${count(found.length - named, 'more column')}` : '';
  throw new UserError('data', `infinite numbers in ${lines.join(', ')}${more}; replace them or leave the columns out`);
}

/** The columns with infinite cells, in order. */
function* findInfinite(matrix: AnyMatrix): Steps<InfiniteCells[]> {
  if (!holdsFractions(matrix)) return [];
  const found = new Map<number, InfiniteCells>();
  for (const chunk of rowChunks(matrix)) {
    addInfinite(found, chunk.matrix, chunk.from);
    yield chunk.matrix.rowCount * chunk.matrix.columnCount;
  }
  return [...found.values()].sort((a, b) => a.column - b.column);
}

function addInfinite(found: Map<number, InfiniteCells>, matrix: Matrix, rowsBefore: number): void {
  const values = matrix.kind === 'dense' ? matrix.values : matrix.value;
  let row = 0;
  for (let at = 0; at < values.length; at++) {
    if (Number.isFinite(values[at]) || Number.isNaN(values[at])) continue;
    if (matrix.kind === 'dense') row = Math.floor(at / matrix.columnCount);
    else while (matrix.rowStart[row + 1] <= at) row++;
    const column = matrix.kind === 'dense' ? at - row * matrix.columnCount : matrix.column[at];
    const known = found.get(column);
    if (known) known.count++;
    else found.set(column, { column, firstRow: rowsBefore + row, value: values[at], count: 1 });
  }
}
