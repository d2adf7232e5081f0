/** A table reduced to a few columns, as files of it are written: columns side by side, each in the type it was read in. */
import { numberFromText } from '../cells/parse-number.js';
import { rowChunks } from '../matrix/stored-rows.js';
import { takeColumns } from '../matrix/take-columns.js';
import type { AnyMatrix, Matrix, NumericArray, NumericArrayType, Table } from '../types.js';

/** A missing cell is NaN, or undefined in a column of text. */
export type WrittenColumn =
  | { readonly name: string; readonly kind: 'numbers'; readonly values: NumericArray }
  | { readonly name: string; readonly kind: 'text'; readonly values: readonly (string | undefined)[] };

export type NumberColumn = Extract<WrittenColumn, { kind: 'numbers' }>;

export interface ReducedTable {
  readonly rowCount: number;
  /** What the rows are called, and the column that says so. */
  readonly identifiers?: RowNames;
  readonly features: readonly WrittenColumn[];
  /** What a fit needs besides the features: the target first, then the event and the weight of every row. */
  readonly beside: readonly WrittenColumn[];
  /** Names of the columns beside the features that tell classes. */
  readonly classes: ReadonlySet<string>;
  /** Whether the cells came from a sparse matrix. */
  readonly isSparse: boolean;
  /** Place, from 1, and score of every feature, by name. */
  readonly places: ReadonlyMap<string, FeaturePlace>;
  /** How the features were selected. */
  readonly parameters: Readonly<Record<string, string | number>>;
}

/** What is known of the features and of the target, whatever the rows are. */
export type SelectionFacts = Pick<ReducedTable, 'classes' | 'places' | 'parameters'>;

export interface FeaturePlace {
  readonly rank: number;
  readonly score: number;
}

export interface RowNames {
  readonly name: string;
  readonly values: readonly (string | undefined)[];
}

export interface SelectedColumns {
  /** Names of the selected columns, in any order. */
  readonly names: readonly string[];
  /** What is written after them: the target, and the event and the weight of every row. */
  readonly apart: readonly string[];
  /** What the rows are called, row by row of the output; the first column where it is given. */
  readonly identifiers?: { readonly name: string; readonly values: readonly string[] };
  /** Rows to write; all of them where it is left out. */
  readonly rowNumbers?: Int32Array;
}

/** The selected columns in the order of the table, then those apart. */
export function writtenNames({ columnOrder }: Pick<Table, 'columnOrder'>, { names, apart }: SelectedColumns) {
  const wanted = new Set(names.filter((name) => !apart.includes(name)));
  return { features: columnOrder.filter((name) => wanted.has(name)), beside: apart };
}

export function reduceTable(table: Table<AnyMatrix>, selected: SelectedColumns, facts: SelectionFacts): ReducedTable {
  const { rowNumbers, identifiers } = selected;
  const names = writtenNames(table, selected);
  const rowCount = rowNumbers?.length ?? table.rowCount;
  const numbers = numberColumns(table, [...names.features, ...names.beside], rowNumbers);
  const texts = new Map(table.text.map((column) => [column.name, column.values]));
  const column = (name: string): WrittenColumn => {
    const values = numbers.get(name);
    if (values !== undefined) return { name, kind: 'numbers', values };
    const cells = texts.get(name) ?? [];
    return { name, kind: 'text', values: rowNumbers ? Array.from(rowNumbers, (row) => cells[row]) : cells };
  };
  return {
    rowCount,
    ...(identifiers && { identifiers }),
    features: names.features.map(column),
    beside: names.beside.map((name) => asNumbers(column(name))),
    ...facts,
    isSparse: table.numeric.kind === 'sparse',
  };
}

/** The numeric columns among the names, in one pass over the rows. */
function numberColumns(
  { numeric, numericNames }: Table<AnyMatrix>,
  names: readonly string[],
  rowNumbers: Int32Array | undefined,
): ReadonlyMap<string, NumericArray> {
  const placeOf = new Map(numericNames.map((name, place) => [name, place]));
  const found = [...new Set(names)].filter((name) => placeOf.has(name));
  const places = found.map((name) => placeOf.get(name)!);
  const Type = cellType(numeric);
  const columns = found.map(() => new Type(rowNumbers?.length ?? numeric.rowCount));
  for (const { matrix, rows, from } of rowChunks(numeric, rowNumbers)) {
    const part = takeColumns(matrix, places);
    for (let i = 0; i < rows.length; i++) copyCells(part, rows[i], columns, from + i);
  }
  return new Map(found.map((name, place) => [name, columns[place]]));
}

function copyCells(matrix: Matrix, row: number, columns: readonly NumericArray[], to: number): void {
  if (matrix.kind === 'dense') {
    for (let at = 0; at < columns.length; at++) columns[at][to] = matrix.values[row * columns.length + at];
    return;
  }
  for (let entry = matrix.rowStart[row]; entry < matrix.rowStart[row + 1]; entry++) {
    columns[matrix.column[entry]][to] = matrix.value[entry];
  }
}

function cellType(matrix: AnyMatrix): NumericArrayType {
  if (matrix.kind === 'stored') return matrix.store.cellType;
  return (matrix.kind === 'dense' ? matrix.values : matrix.value).constructor as NumericArrayType;
}

/** Targets, events and weights are read as text; where all of it is numbers they are written as such. */
export function asNumbers(column: WrittenColumn): WrittenColumn {
  if (column.kind === 'numbers') return column;
  const values = new Float64Array(column.values.length);
  for (const [row, text] of column.values.entries()) {
    // "007" is a name and no number.
    if (text !== undefined && (/^[+-]?0\d/.test(text) || !Number.isFinite(numberFromText(text)))) return column;
    values[row] = text === undefined ? Number.NaN : numberFromText(text);
  }
  const isWhole = values.every((value) => Number.isInteger(value) && Math.abs(value) < 2 ** 31);
  return { name: column.name, kind: 'numbers', values: isWhole ? Int32Array.from(values) : values };
}

/** A name for every column of a file that holds all of them as columns: row names first, where there are any. */
export function allColumns({ identifiers, features, beside }: ReducedTable): readonly WrittenColumn[] {
  return [...(identifiers ? [{ ...identifiers, kind: 'text' as const }] : []), ...features, ...beside];
}
