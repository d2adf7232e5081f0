/**
 * Encodes a second table as the first was: the same features in the same order, the categories of the first, the classes of
 * the first. Nothing is learnt from it. Used for rows of another cohort, and for new rows that a selection is applied to.
 */
import { guardFormula, withoutGuards } from '../cells/formula-guard.js';
import { looseNumber } from '../cells/loose-number.js';
import { UserError } from '../errors.js';
import { finish } from '../turns.js';
import type { AnyMatrix, EncodedColumn, Table, TextColumn } from '../types.js';
import { type Feature, listFeatures } from './assemble-features.js';
import { count, quoted } from './messages.js';
import { parseDate } from './parse-date.js';
import type { PlannedColumn } from './plan-columns.js';
import { converted } from './plan-text-column.js';

export interface EncodedLike {
  readonly features: readonly Feature[];
  /** What was met that the first table did not have, in sentences for the user. */
  readonly notes: readonly string[];
}

/** `name` is that of the table, for messages. */
export function encodeLike(given: Table<AnyMatrix>, columns: readonly EncodedColumn[], name: string): EncodedLike {
  const wanted = columns.map((column) => column.name);
  const table = withoutGuards(given, wanted);
  const known = new Set(table.columnOrder);
  const absent = wanted.filter((column) => !known.has(column));
  if (absent.length > 0) {
    throw new UserError(
      'data',
      `${name}: ${count(absent.length, 'column is', 'columns are')} missing that the selection needs: ${quoted(absent)}`,
    );
  }
  const numericPlace = new Map(table.numericNames.map((column, place) => [column, place]));
  const texts = new Map(table.text.map((column) => [column.name, column]));
  const plan = columns.map((column): PlannedColumn => {
    const text = texts.get(column.name);
    if (text === undefined && column.use !== 'one-hot') {
      return { name: column.name, kind: 'numeric', column: numericPlace.get(column.name)! };
    }
    const cells = text ?? numbersAsText(table, column.name, numericPlace.get(column.name)!);
    if (column.use !== 'one-hot') {
      const convert = column.use === 'date' ? parseDate : looseNumber;
      const values = converted(cells, (cell) => converting(cell, convert, column, name));
      return { name: column.name, kind: 'text', text: cells, plan: { use: column.use, values } };
    }
    const { categories = [], hasMissing = false } = column;
    const plain = { ...cells, values: withoutGuardedCells(cells.values, categories) };
    return { name: column.name, kind: 'text', text: plain, plan: { use: 'one-hot', categories, hasMissing } };
  });
  const withIndicator = new Set(columns.filter(({ hasIndicator }) => hasIndicator).map((column) => column.name));
  return { features: finish(listFeatures(table, plan, withIndicator)), notes: newCategoryNotes(plan, name) };
}

/** Categories such as + and -, as CSV that we wrote has them. */
function withoutGuardedCells(cells: TextColumn['values'], categories: readonly string[]): TextColumn['values'] {
  const known = new Set(categories);
  const guarded = new Map(categories.map((category) => [guardFormula(category), category]));
  return cells.map((cell) => (cell === undefined || known.has(cell) ? cell : (guarded.get(cell) ?? cell)));
}

function converting(
  cell: string,
  convert: (text: string) => number,
  { name, use }: EncodedColumn,
  table: string,
): number {
  const value = convert(cell);
  if (!Number.isNaN(value)) return value;
  throw new UserError(
    'data',
    `${table}, column "${name}": expected a ${use}, as in the first file, got "${cell.slice(0, 40)}"`,
  );
}

/** Categories that are written as numbers, such as 0 and 1, where the second file has nothing else in the column. */
function numbersAsText(table: Table<AnyMatrix>, name: string, place: number) {
  const [feature] = finish(listFeatures(table, [{ name, kind: 'numeric', column: place }], new Set()));
  if (!('column' in feature) || table.numeric.kind !== 'dense') {
    throw new UserError('data', `column "${name}" holds numbers where the first file has categories`);
  }
  const { values, columnCount } = table.numeric;
  return {
    name,
    values: Array.from({ length: table.rowCount }, (_, row) => {
      const value = values[row * columnCount + place];
      return Number.isNaN(value) ? undefined : String(value);
    }),
  };
}

function newCategoryNotes(plan: readonly PlannedColumn[], name: string): string[] {
  return plan.flatMap((column) => {
    if (column.kind !== 'text' || column.plan.use !== 'one-hot') return [];
    const known = new Set<string | undefined>([...column.plan.categories, undefined]);
    const other = column.text.values.filter((value) => !known.has(value));
    if (other.length === 0) return [];
    const kinds = quoted([...new Set(other)] as string[]);
    return [
      `${name}: ${count(other.length, 'cell')} of "${column.name}" hold categories that the first file does not have (${kinds}); they count as none of those it has.`,
    ];
  });
}
