/** The file reduced to the selected columns and the target, in the order of the file, row by row. */
import { indexColumnName } from '../cells/column-names.js';
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
  const readNumbers = numberReader(matrix, columns);
  return (place, row) => {
    const cells: Cell[] = readNumbers(place).map((value) => (Number.isNaN(value) ? undefined : value));
    names.forEach((name, at) => {
      if (columns[at] < 0) cells[at] = texts.get(name)?.[row];
    });
    return cells;
  };
}

/** Reads the given columns of a row; -1 stands for none and reads as 0. */
function numberReader(matrix: Matrix, columns: Int32Array): (row: number) => number[] {
  if (matrix.kind === 'dense') {
    const { values, columnCount } = matrix;
    return (row) => Array.from(columns, (column) => (column < 0 ? 0 : values[row * columnCount + column]));
  }
  const placeOf = new Map(Array.from(columns, (column, place) => [column, place]));
  return (row) => {
    const cells = new Array<number>(columns.length).fill(0);
    for (let entry = matrix.rowStart[row]; entry < matrix.rowStart[row + 1]; entry++) {
      const place = placeOf.get(matrix.column[entry]);
      if (place !== undefined) cells[place] = matrix.value[entry];
    }
    return cells;
  };
}
