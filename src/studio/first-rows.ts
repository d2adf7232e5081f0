/** The first rows of a table as they were read, so that a user sees whether the file was understood. */
import { cellAt } from '../matrix/cell-at.js';
import { formatNumber } from '../report/format.js';
import type { Table } from '../types.js';

export interface FirstRows {
  readonly names: readonly string[];
  /** `[row][column]`; undefined marks a missing cell. */
  readonly cells: readonly (readonly (string | undefined)[])[];
}

const mostRows = 12;
const mostColumns = 30;

/** Columns in the file's order; where there are many, the first and the last of them, since targets stand at either end. */
export function firstRows(table: Table): FirstRows {
  const { columnOrder, rowCount } = table;
  const few = columnOrder.length <= mostColumns;
  const names = few ? columnOrder : [...columnOrder.slice(0, mostColumns - 5), ...columnOrder.slice(-5)];
  const columns = names.map((name) => columnCells(table, name));
  const count = Math.min(mostRows, rowCount);
  return { names, cells: Array.from({ length: count }, (_, row) => columns.map((cells) => cells(row))) };
}

function columnCells({ numeric, numericNames, text }: Table, name: string): (row: number) => string | undefined {
  const column = text.find((each) => each.name === name);
  if (column !== undefined) return (row) => column.values[row];
  const place = numericNames.indexOf(name);
  return (row) => {
    const value = cellAt(numeric, row, place);
    return Number.isNaN(value) ? undefined : formatNumber(value);
  };
}
