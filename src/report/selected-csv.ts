/** The file reduced to the selected columns and the target, in the order of the file, row by row. */
import { indexColumnName } from '../cells/column-names.js';
import { cellAt } from '../matrix/cell-at.js';
import { rowChunks } from '../matrix/stored-rows.js';
import type { AnyMatrix, Matrix, Table } from '../types.js';
import { csvLine } from '../write/csv-line.js';
import { type SelectedColumns, writtenNames } from '../write/reduced-table.js';

type Cell = string | number | undefined;

/** Cells are those of the file, not scaled or filled: a missing cell is empty. What is no feature stands last,
 * identifiers first. */
export function* selectedCsv(table: Table<AnyMatrix>, selected: SelectedColumns): Generator<string> {
  const { rowNumbers, identifiers } = selected;
  const { features, beside } = writtenNames(table, selected);
  const names = [...features, ...beside];
  const idName = identifiers?.name === indexColumnName ? '' : identifiers?.name;
  yield csvLine(idName === undefined ? names : [idName, ...names]);
  for (const chunk of rowChunks(table.numeric, rowNumbers)) {
    const read = columnReaders(table, chunk.matrix, names);
    for (let i = 0; i < chunk.rows.length; i++) {
      const row = chunk.from + i;
      const cells = read(chunk.rows[i], rowNumbers?.[row] ?? row);
      yield csvLine(identifiers ? [identifiers.values[row], ...cells] : cells);
    }
  }
}

/** Reads the cells of a row, numbers by its place in the matrix and texts by that in the table, in the order of the names. */
function columnReaders(
  table: Table<AnyMatrix>,
  matrix: Matrix,
  names: readonly string[],
): (place: number, row: number) => readonly Cell[] {
  const numberPlaces = new Map(table.numericNames.map((name, column) => [name, column]));
  const texts = new Map(table.text.map((column) => [column.name, column.values]));
  const columns = Int32Array.from(names, (name) => numberPlaces.get(name) ?? -1);
  return (place, row) =>
    names.map((name, at) => {
      if (columns[at] < 0) return texts.get(name)?.[row];
      const cell = cellAt(matrix, place, columns[at]);
      return Number.isNaN(cell) ? undefined : cell;
    });
}
