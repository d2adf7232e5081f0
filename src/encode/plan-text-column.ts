/**
 * Decides what becomes of a text column:
 *   all cells numbers, `1,234` and `12 %` among them       -> numbers
 *   at least half of them numbers, some not                -> refused: the file needs cleaning
 *   all cells dates                                        -> days since 1970
 *   more than 10 categories, and more than half as many as rows -> left out as an identifier
 *   more than `mostCategories`                             -> left out as too many categories
 *   otherwise                                              -> one-hot
 */

import { looseNumber } from '../cells/loose-number.js';
import { numberFromText } from '../cells/parse-number.js';
import { UserError } from '../errors.js';
import type { TextColumn } from '../types.js';
import { count } from './messages.js';
import { parseDate } from './parse-date.js';

export type TextPlan =
  | { readonly use: 'number' | 'date'; readonly values: Float64Array; readonly note?: string }
  | { readonly use: 'one-hot'; readonly categories: readonly string[]; readonly hasMissing: boolean }
  | { readonly use: 'left out'; readonly note: string; readonly mayIdentify?: true };

const fewCategories = 10;

export function planTextColumn(column: TextColumn, mostCategories: number, isKept: boolean): TextPlan {
  const distinct = new Set(column.values);
  distinct.delete(undefined);
  const texts = [...(distinct as Set<string>)];
  if (texts.length === 0) return { use: 'left out', note: 'every cell is missing' };

  const numbers = new Map(texts.map((text) => [text, numberFromText(text)]));
  const present = column.values.filter((value) => value !== undefined).length;
  const numberCells = column.values.filter((value) => value !== undefined && !Number.isNaN(numbers.get(value))).length;
  if (numberCells === present) return { use: 'number', values: converted(column, (text) => numbers.get(text)!) };
  if (texts.every((text) => !Number.isNaN(looseNumber(text)))) {
    const note = 'written with thousands separators or percent signs, which were taken off';
    return { use: 'number', values: converted(column, looseNumber), note };
  }
  if (numberCells * 2 >= present && !isKept) throw almostNumbers(column, numbers, present - numberCells);

  const dates = new Map(texts.map((text) => [text, parseDate(text)]));
  if (texts.every((text) => !Number.isNaN(dates.get(text)))) {
    return { use: 'date', values: converted(column, (text) => dates.get(text)!) };
  }
  if (!isKept && texts.length > fewCategories && texts.length * 2 > present) {
    const note = `looks like an identifier: ${texts.length} different texts in ${present} cells`;
    return { use: 'left out', note, mayIdentify: true };
  }
  if (!isKept && texts.length > mostCategories) {
    return { use: 'left out', note: `${texts.length} categories, more than ${mostCategories}` };
  }
  const hasMissing = present < column.values.length;
  return { use: 'one-hot', categories: texts.sort((a, b) => (a < b ? -1 : 1)), hasMissing };
}

export function converted(column: TextColumn, convert: (text: string) => number): Float64Array {
  return Float64Array.from(column.values, (value) => (value === undefined ? Number.NaN : convert(value)));
}

function almostNumbers(column: TextColumn, numbers: ReadonlyMap<string, number>, wrong: number): UserError {
  const row = column.values.findIndex((value) => value !== undefined && Number.isNaN(numbers.get(value)));
  const rest = wrong === 1 ? 'the only such cell' : `the first of ${count(wrong, 'such cell')}`;
  return new UserError(
    'data',
    `column "${column.name}", row ${row + 1}: expected a number, got "${column.values[row]}" (${rest}); clean the file, leave the column out, or keep it as categories`,
  );
}
