/** Refuses missing and infinite cells, naming the columns, the first row and how many there are. */
import { UserError } from '../errors.js';
import type { Matrix } from '../types.js';
import { count } from './encode-target.js';

/** Most columns named in one message. */
const named = 5;

interface BadColumn {
  readonly column: number;
  readonly firstRow: number;
  readonly value: number;
  count: number;
}

export function checkFinite(matrix: Matrix, names: readonly string[]): void {
  const bad = findNotFinite(matrix);
  if (bad.length === 0) return;
  const cells = bad.reduce((sum, found) => sum + found.count, 0);
  const lines = bad.slice(0, named).map((found) => {
    const what = Number.isNaN(found.value) ? 'missing' : String(found.value);
    return `column "${names[found.column]}": ${what} in ${count(found.count, 'row')}, first in row ${found.firstRow + 1}`;
  });
  if (bad.length > named) lines.push(`and ${bad.length - named} more columns`);
  const advice = bad.some((found) => !Number.isNaN(found.value))
    ? 'replace the infinite cells'
    : 'clean the file, or choose what to do with missing cells (--missing drop-rows, drop-columns, mean, median or indicator)';
  throw new UserError(
    'data',
    `${count(cells, 'cell')} in ${count(bad.length, 'column')} ${cells === 1 ? 'is' : 'are'} not a finite number: ${lines.join('; ')}; ${advice}`,
  );
}

/** The columns with cells that are not finite, in order. */
function findNotFinite(matrix: Matrix): BadColumn[] {
  const values = matrix.kind === 'dense' ? matrix.values : matrix.value;
  const isFloat = values instanceof Float32Array || values instanceof Float64Array;
  if (!isFloat) return [];
  const found = new Map<number, BadColumn>();
  let row = 0;
  for (let at = 0; at < values.length; at++) {
    if (Number.isFinite(values[at])) continue;
    if (matrix.kind === 'dense') row = Math.floor(at / matrix.columnCount);
    else while (matrix.rowStart[row + 1] <= at) row++;
    const column = matrix.kind === 'dense' ? at - row * matrix.columnCount : matrix.column[at];
    const known = found.get(column);
    if (known) known.count++;
    else found.set(column, { column, firstRow: row, value: values[at], count: 1 });
  }
  return [...found.values()].sort((a, b) => a.column - b.column);
}
