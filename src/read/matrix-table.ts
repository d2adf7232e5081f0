/** Tables from the formats that hold a matrix and, beside it, the target: .mat, .npz, HDF5, IDX. */

import { indexColumnName, settleColumnNames, unnamedFeature } from '../cells/column-names.js';
import { UserError } from '../errors.js';
import type { Matrix, Table, TextColumn } from '../types.js';

export interface MatrixOptions {
  /** The variable that holds the matrix; the largest one where it is not given. */
  readonly x?: string;
  /** The variable that holds the target. */
  readonly target?: string;
  /** The variable that holds the names of the features; found by its name where it is not given. */
  readonly names?: string;
  /** Other columns that are wanted beside the matrix, such as groups of rows: AnnData has them in obs. */
  readonly apart?: readonly string[];
}

export const matrixOptionNames = ['x', 'target', 'names', 'apart'] as const satisfies readonly (keyof MatrixOptions)[];

/** Names taken for the target where none is given, in this order. */
export const targetNames: readonly string[] = ['y', 'Y', 'target', 'label', 'labels', 'class', 'gnd'];

/** Names taken for those of the features, and of the rows, where the variable holds as many texts. */
export const featureNameVariables: readonly string[] = [
  'feature_names',
  'featureNames',
  'features',
  'names',
  'genes',
  'gene_names',
  'geneNames',
  'var_names',
  'columns',
];
export const rowNameVariables: readonly string[] = [
  'sample_names',
  'sampleNames',
  'samples',
  'row_names',
  'rowNames',
  'obs_names',
  'ids',
  'barcodes',
];

export interface MatrixParts {
  readonly matrix: Matrix;
  /** What of the file could be the matrix, where there is a choice. */
  readonly matrices?: readonly string[];
  readonly names?: readonly string[];
  readonly target?: TextColumn | undefined;
  /** What else is known of the rows: their names, groups, samples. */
  readonly beside?: readonly TextColumn[];
  readonly imageShape?: readonly [number, number] | undefined;
}

export function matrixTable(parts: MatrixParts, sourceName: string): Table {
  const { matrix, target } = parts;
  const text = [...(target ? [target] : []), ...(parts.beside ?? [])];
  if (matrix.rowCount === 0 || matrix.columnCount === 0) {
    throw new UserError('data', `${sourceName}: the matrix is empty (${matrix.rowCount} x ${matrix.columnCount})`);
  }
  const given = parts.names ?? Array.from({ length: matrix.columnCount }, (_, column) => unnamedFeature(column));
  if (given.length !== matrix.columnCount) {
    throw new UserError('data', `${sourceName}: ${given.length} column names for ${matrix.columnCount} columns`);
  }
  for (const { name, values } of text) {
    if (values.length === matrix.rowCount) continue;
    const what =
      name === indexColumnName ? 'the list of row names' : `${target?.name === name ? 'the target ' : ''}"${name}"`;
    throw new UserError(
      'data',
      `${sourceName}: ${what} has ${values.length} values for ${matrix.rowCount} rows of the matrix`,
    );
  }
  // Those of text columns come first, so that a feature of the same name is the one that is numbered.
  const { names, notes } = settleColumnNames([...text.map(({ name }) => name), ...given], sourceName);
  const numericNames = names.slice(text.length);
  return {
    rowCount: matrix.rowCount,
    numericNames,
    numeric: matrix,
    text: text.map(({ values }, place) => ({ name: names[place], values })),
    columnOrder: [...numericNames, ...names.slice(0, text.length)],
    ...(notes.length > 0 && { notes }),
    ...(parts.matrices && { matrices: parts.matrices }),
    ...(parts.imageShape && { imageShape: parts.imageShape }),
  };
}

/** Numbers as the text of a target column; NaN is missing. */
export function textOfNumbers(values: ArrayLike<number>): (string | undefined)[] {
  return Array.from(values, (value) => (Number.isNaN(value) ? undefined : String(value)));
}
