/**
 * The selected columns of new rows as numbers, ready for a model: columns by name, categories and dates as they were
 * encoded when the selection was made, missing cells filled with what was fitted then. Nothing is learnt from the new rows.
 */
import { columnOf } from '../matrix/column-of.js';
import type { EncodedColumn, NumericArray, Table } from '../types.js';
import { encodeLike } from './encode-like.js';
import { count } from './messages.js';

export interface AppliedRows {
  readonly names: readonly string[];
  /** The column of the file behind every feature. */
  readonly columnNames: readonly string[];
  /** The numbers of every feature, one for every row; NaN where a cell is missing and nothing is known to fill it with. */
  readonly columns: readonly NumericArray[];
  /** What was met, in sentences for the user. */
  readonly notes: readonly string[];
}

/** `name` is that of the table, for messages. */
export function applyColumns(table: Table, columns: readonly EncodedColumn[], name: string): AppliedRows {
  const { features, notes } = encodeLike(table, columns, name);
  const fills = new Map(columns.map((column) => [column.name, column.fill]));
  const filledNotes: string[] = [];
  const filled = features.map((feature) => {
    const cells = 'column' in feature ? columnOf(table.numeric, feature.column) : feature.values;
    const fill = fills.get(feature.name);
    const missing = Array.from(cells).filter((cell) => Number.isNaN(cell)).length;
    if (missing === 0) return cells;
    const how = fill === undefined ? 'are left empty' : `are filled with ${fill}`;
    filledNotes.push(`${name}: ${count(missing, 'missing cell')} of "${feature.name}" ${how}.`);
    return Float64Array.from(cells, (cell) => (Number.isNaN(cell) ? (fill ?? Number.NaN) : cell));
  });
  return {
    names: features.map((feature) => feature.name),
    columnNames: features.map((feature) => feature.group),
    columns: filled,
    notes: [...notes, ...filledNotes],
  };
}
