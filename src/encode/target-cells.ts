/** The cells of columns that are no features, as text or as numbers. */
import { numberFromText } from '../cells/parse-number.js';
import { UserError } from '../errors.js';
import { columnOf } from '../matrix/column-of.js';
import { didYouMean } from '../suggest.js';
import type { AnyMatrix, Table } from '../types.js';
import { looksTransposed } from './looks-transposed.js';
import { count, quoted } from './messages.js';

/** The columns that a target names: itself, or several with commas between them. Unknown names are refused. */
export function targetColumns(table: Table<AnyMatrix>, target: string): readonly string[] {
  if (table.columnOrder.includes(target) || !target.includes(',')) return [checkedName(table, target)];
  return target.split(',').map((name) => checkedName(table, name.trim()));
}

function checkedName(table: Table<AnyMatrix>, name: string): string {
  if (table.columnOrder.includes(name)) return name;
  const near = didYouMean(name, table.columnOrder);
  const hint = near === undefined ? `the columns are ${quoted(table.columnOrder)}` : `did you mean "${near}"?`;
  // A row of that name, or rows that are named as genes are: features in rows.
  if (table.text[0]?.values.includes(name)) {
    throw new UserError('data', `there is no column "${name}", but a row of that name`, { advice: turned });
  }
  const isTurned = near === undefined && looksTransposed(table);
  throw new UserError('data', `there is no column "${name}"; ${hint}${isTurned ? '; this looks transposed' : ''}`, {
    ...(isTurned && { advice: turned }),
  });
}

const turned = [{ option: 'transpose', purpose: 'where features stand in rows' }];

/** The cells of the column as text, numbers in their shortest form; undefined where missing. */
export function targetCells(table: Table<AnyMatrix>, name: string): (string | undefined)[] {
  const text = table.text.find((column) => column.name === name);
  if (text) return sameNumbersSameText(text.values);
  const column = table.numericNames.indexOf(checkedName(table, name));
  return Array.from(columnOf(table.numeric, column), (value) => (Number.isNaN(value) ? undefined : String(value)));
}

/** Where all texts are numbers, each is written in its shortest form, so that equal numbers are one class. */
function sameNumbersSameText(values: readonly (string | undefined)[]): (string | undefined)[] {
  const shortest = new Map<string, string>();
  for (const value of values) {
    if (value === undefined || shortest.has(value)) continue;
    const parsed = numberFromText(value);
    if (!Number.isFinite(parsed)) return [...values];
    shortest.set(value, String(parsed === 0 ? 0 : parsed));
  }
  return values.map((value) => (value === undefined ? undefined : shortest.get(value)));
}

/** Refuses missing cells of a column; `what` is what it is used as. */
export function completeCells(table: Table<AnyMatrix>, name: string, what: string): string[] {
  const cells = targetCells(table, name);
  const missing = cells.flatMap((cell, row) => (cell === undefined ? [row] : []));
  if (missing.length > 0) {
    throw new UserError(
      'data',
      `${what} "${name}" is missing in ${count(missing.length, 'row')}, first in row ${missing[0] + 1}`,
      { advice: [{ option: 'missingTarget', values: ['drop'] }, 'fill them in'] },
    );
  }
  return cells as string[];
}

/** The column as finite numbers; `what` is what it is used as, `advice` what to do where it is text. */
export function numberCells(
  table: Table<AnyMatrix>,
  name: string,
  what: string,
  advice: ConstructorParameters<typeof UserError>[2] = {},
): Float64Array {
  return Float64Array.from(completeCells(table, name, what), (cell, row) => {
    const value = numberFromText(cell);
    if (Number.isFinite(value)) return value;
    const wrong = `${what} "${name}", row ${row + 1}: expected a finite number, got "${cell}"`;
    throw new UserError('data', wrong, saysInfinite(cell) ? { advice: ['correct it', 'leave the row out'] } : advice);
  });
}

/** Whether a cell is a number without end, as programs write it. */
export function saysInfinite(cell: string): boolean {
  return /^[+-]?inf(inity)?$/i.test(cell.trim());
}
