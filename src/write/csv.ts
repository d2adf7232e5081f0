/** A reduced table as CSV: row names first where there are any, what is no feature last. */
import { indexColumnName } from '../cells/column-names.js';
import { csvLine } from './csv-line.js';
import { allColumns, type ReducedTable } from './reduced-table.js';

export function* writeCsv(table: ReducedTable): Generator<string> {
  const columns = allColumns(table);
  yield csvLine(columns.map(({ name }) => (name === indexColumnName ? '' : name)));
  for (let row = 0; row < table.rowCount; row++) {
    yield csvLine(columns.map(({ values }) => (Number.isNaN(values[row]) ? undefined : values[row])));
  }
}
