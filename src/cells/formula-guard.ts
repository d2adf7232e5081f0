/**
 * A text that a spreadsheet would run as a formula, because it begins with = + - @, a tab or a carriage return, gets an
 * apostrophe before it (CWE-1236). Numbers stay as they are, also where they come as text: "-1" is no formula.
 */
import type { AnyMatrix, Table } from '../types.js';

const plainNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

export function guardFormula(text: string): string {
  // A spreadsheet drops blanks at the start before it looks.
  const isFormula = /^\s*[=+\-@]|^[\t\r]/.test(text) && !plainNumber.test(text);
  return isFormula ? `'${text}` : text;
}

/** The table with the columns of these names under them, where it has them as they are guarded: CSV that we wrote. */
export function withoutGuards<M extends AnyMatrix>(table: Table<M>, names: readonly string[]): Table<M> {
  const there = new Set(table.columnOrder);
  const absent = names.filter((name) => !there.has(name));
  const given = new Map(absent.map((name) => [guardFormula(name), name]));
  if (!table.columnOrder.some((name) => given.has(name))) return table;
  const nameOf = (name: string) => given.get(name) ?? name;
  return {
    ...table,
    columnOrder: table.columnOrder.map(nameOf),
    numericNames: table.numericNames.map(nameOf),
    text: table.text.map((column) => ({ ...column, name: nameOf(column.name) })),
  };
}
