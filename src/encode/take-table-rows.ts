/** Some rows of a table as a new table. */
import { takeRows } from '../matrix/take-rows.js';
import type { AnyMatrix, Table } from '../types.js';

export function takeTableRows(table: Table, rows: Int32Array): Table;
export function takeTableRows(table: Table<AnyMatrix>, rows: Int32Array): Table<AnyMatrix>;
export function takeTableRows(table: Table<AnyMatrix>, rows: Int32Array): Table<AnyMatrix> {
  return {
    ...table,
    rowCount: rows.length,
    numeric: takeRows(table.numeric, rows),
    text: table.text.map((column) => ({ name: column.name, values: Array.from(rows, (row) => column.values[row]) })),
  };
}
