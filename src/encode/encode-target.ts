/**
 * The target column as class indices. Classes are ordered as numbers where every one is a number, else as text.
 * `1`, `1.0` and `01` are one class.
 */

import { numberFromText } from '../cells/parse-number.js';
import { UserError } from '../errors.js';
import { columnOf } from '../matrix/column-of.js';
import { didYouMean } from '../suggest.js';
import type { AnyMatrix, ClassTarget, Table } from '../types.js';
import { count, quoted } from './messages.js';

export function encodeTarget(table: Table<AnyMatrix>, name: string): ClassTarget {
  const cells = targetCells(table, name);
  const missing = cells.flatMap((cell, row) => (cell === undefined ? [row] : []));
  if (missing.length > 0) {
    throw new UserError(
      'data',
      `target "${name}" is missing in ${count(missing.length, 'row')}, first in row ${missing[0] + 1}`,
      { advice: [{ option: 'missing', values: ['drop-rows'] }, 'fill them in'] },
    );
  }
  const classNames = orderedClasses(cells as string[]);
  const indexOf = new Map(classNames.map((className, index) => [className, index]));
  const labels = Int32Array.from(cells as string[], (cell) => indexOf.get(cell)!);
  checkClasses(name, labels, classNames);
  return { kind: 'classes', labels, classNames };
}

/** The cells of the column as text, numbers in their shortest form; undefined where missing. */
export function targetCells(table: Table<AnyMatrix>, name: string): (string | undefined)[] {
  const text = table.text.find((column) => column.name === name);
  if (text) return sameNumbersSameText(text.values);
  const column = table.numericNames.indexOf(name);
  if (column < 0) throw unknownTarget(table, name);
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

function orderedClasses(cells: readonly string[]): string[] {
  const classNames = [...new Set(cells)];
  const areNumbers = classNames.every((name) => Number.isFinite(numberFromText(name)));
  return areNumbers
    ? classNames.sort((a, b) => Number(a) - Number(b))
    : classNames.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

function checkClasses(name: string, labels: Int32Array, classNames: readonly string[]): void {
  if (labels.length === 1)
    throw new UserError('data', 'the table has one row; selection needs at least two classes of two rows');
  if (classNames.length === 1) {
    throw new UserError(
      'data',
      `target "${name}" is "${classNames[0]}" in all ${labels.length} rows; it needs at least two classes`,
    );
  }
  refuseMeasured(name, classNames);
  const counts = new Int32Array(classNames.length);
  for (const label of labels) counts[label]++;
  const single = classNames.filter((_, label) => counts[label] < 2);
  if (single.length === 0) return;
  const looksContinuous = single.length > classNames.length / 2 && classNames.length > 10;
  const advice = looksContinuous
    ? 'this looks like a measured quantity: cut it into classes first'
    : 'merge or remove those classes';
  throw new UserError(
    'data',
    `target "${name}": ${count(single.length, 'class', 'classes')} of ${classNames.length} with fewer than two rows (${quoted(single)}); ${advice}`,
  );
}

/** Grades and scales have few steps: more than this many different fractions are a measurement. */
const mostFractions = 20;

function refuseMeasured(name: string, classNames: readonly string[]): void {
  if (classNames.length <= mostFractions) return;
  const numbers = classNames.map(numberFromText);
  if (!numbers.every(Number.isFinite) || numbers.every(Number.isInteger)) return;
  throw new UserError(
    'data',
    `target "${name}" has ${classNames.length} different numbers, some of them fractions; ` +
      'this looks like a measured quantity: cut it into classes first',
  );
}

function unknownTarget(table: Table<AnyMatrix>, name: string): UserError {
  const near = didYouMean(name, table.columnOrder);
  const hint = near === undefined ? `the columns are ${quoted(table.columnOrder)}` : `did you mean "${near}"?`;
  return new UserError('data', `there is no column "${name}"; ${hint}`);
}
