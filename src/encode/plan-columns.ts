/** Decides what becomes of every column before any cell is moved. */

import { indexColumnName, placesByName } from '../cells/column-names.js';
import { UserError } from '../errors.js';
import { rowChunks } from '../matrix/stored-rows.js';
import { didYouMean } from '../suggest.js';
import type { Steps } from '../turns.js';
import type { AnyMatrix, Table, TextColumn } from '../types.js';
import { quoted } from './messages.js';
import { planTextColumn, type TextPlan } from './plan-text-column.js';

/** The note of a column that the user named to be left out. */
export const leftOutByName = 'asked for';

export interface ColumnRules {
  readonly targets: readonly string[];
  /** Whether the event came. */
  readonly event?: string | undefined;
  readonly weights?: string | undefined;
  /** The column whose equal cells must stay on one side of a split. */
  readonly groupBy?: string | undefined;
  /** The column that names the rows. */
  readonly id?: string | undefined;
  /** Columns to leave out. */
  readonly leaveOut: readonly string[];
  /** Columns to use although a rule would leave them out. */
  readonly keep: readonly string[];
  readonly mostCategories: number;
}

/** One column: its place in the numeric block or its text, and what it becomes. */
export type PlannedColumn =
  | { readonly name: string; readonly kind: 'numeric'; readonly column: number }
  | { readonly name: string; readonly kind: 'text'; readonly text: TextColumn; readonly plan: UsedTextPlan }
  | {
      readonly name: string;
      readonly kind: 'unused';
      readonly use: 'target' | 'event' | 'weights' | 'groups' | 'identifier' | 'left out';
      readonly note?: string;
      /** It was left out because it looks as if it named the rows. */
      readonly mayIdentify?: true;
    };

/** What is planned for a column takes as long as a few cells. */
const cellsOfColumn = 4;

export type UsedTextPlan = Exclude<TextPlan, { use: 'left out' }>;

export function* planColumns(table: Table<AnyMatrix>, rules: ColumnRules): Steps<PlannedColumn[]> {
  const apart = [rules.event, rules.weights, rules.groupBy, rules.id].filter((name) => name !== undefined);
  const named = [...rules.leaveOut, ...rules.keep, ...apart];
  const known = yield* placesByName(named.length === 0 ? [] : table.columnOrder);
  for (const name of named) if (!known.has(name)) throw unknownColumn(table, name);
  const leftTarget = rules.targets.find((name) => rules.leaveOut.includes(name));
  if (leftTarget !== undefined) {
    throw new UserError('usage', `names the target "${leftTarget}", which is never a feature`, {
      subject: { option: 'leaveOut' },
      advice: ['take it off the list'],
    });
  }
  const numericPlace = yield* placesByName(table.numericNames);
  const texts = new Map(table.text.map((column) => [column.name, column]));
  const targets = new Set(rules.targets);
  const leftOut = new Set(rules.leaveOut);
  const kept = new Set(rules.keep);
  const counting = yield* countingColumns(table.numeric);
  const planOf = (name: string): PlannedColumn => {
    if (targets.has(name)) return { name, kind: 'unused', use: 'target' };
    if (name === rules.event) return { name, kind: 'unused', use: 'event' };
    if (name === rules.weights) return { name, kind: 'unused', use: 'weights' };
    if (name === rules.groupBy) return { name, kind: 'unused', use: 'groups' };
    if (name === rules.id) return { name, kind: 'unused', use: 'identifier' };
    if (leftOut.has(name)) return { name, kind: 'unused', use: 'left out', note: leftOutByName };
    if (name === indexColumnName && !kept.has(name))
      return { name, kind: 'unused', use: 'left out', note: 'row names', mayIdentify: true };
    const text = texts.get(name);
    return text === undefined
      ? planNumber(name, numericPlace.get(name)!, !kept.has(name) && counting.has(numericPlace.get(name)!))
      : planText(text, rules.mostCategories, kept.has(name));
  };
  const plan: PlannedColumn[] = [];
  for (const name of table.columnOrder) {
    plan.push(planOf(name));
    yield texts.has(name) ? table.rowCount : cellsOfColumn;
  }
  return plan;
}

export function unknownColumn(table: Table<AnyMatrix>, name: string): UserError {
  const near = didYouMean(name, table.columnOrder);
  const hint = near === undefined ? `the columns are ${quoted(table.columnOrder)}` : `did you mean "${near}"?`;
  return new UserError('data', `there is no column "${name}"; ${hint}`);
}

function planText(text: TextColumn, mostCategories: number, isKept: boolean): PlannedColumn {
  const { name } = text;
  const plan = planTextColumn(text, mostCategories, isKept);
  if (plan.use === 'left out') return { name, kind: 'unused', ...plan };
  return { name, kind: 'text', text, plan };
}

/** A column that counts the rows says where a row stood in the file: with sorted classes it gives them away. */
function planNumber(name: string, column: number, countsRows: boolean): PlannedColumn {
  if (countsRows) {
    const note = 'looks like an identifier: it counts the rows';
    return { name, kind: 'unused', use: 'left out', note, mayIdentify: true };
  }
  return { name, kind: 'numeric', column };
}

const fewestCounted = 10;

/** The columns that go up by one from row to row, from 0 or 1. */
function* countingColumns(matrix: AnyMatrix): Steps<Set<number>> {
  if (matrix.kind === 'sparse' || matrix.rowCount < fewestCounted) return new Set();
  let counting = Array.from({ length: matrix.columnCount }, (_, column) => ({ column, first: 0 }));
  for (const chunk of rowChunks(matrix)) {
    if (chunk.matrix.kind !== 'dense') continue;
    const { values, rowCount, columnCount } = chunk.matrix;
    if (chunk.from === 0) {
      counting = counting
        .map(({ column }) => ({ column, first: values[column] }))
        .filter(({ first }) => first === 0 || first === 1);
    }
    counting = counting.filter(({ column, first }) => {
      for (let row = 0; row < rowCount; row++) {
        if (values[row * columnCount + column] !== first + chunk.from + row) return false;
      }
      return true;
    });
    if (counting.length === 0) break;
    yield rowCount * columnCount;
  }
  return new Set(counting.map(({ column }) => column));
}
