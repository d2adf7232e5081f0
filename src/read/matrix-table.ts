/** Tables from the formats that hold a matrix and, beside it, the target: .mat, .npz, HDF5, IDX. */

import { checkColumnNames, unnamedFeature } from '../cells/column-names.js';
import { UserError } from '../errors.js';
import type { Matrix, Table } from '../types.js';

export interface MatrixOptions {
  /** The variable that holds the matrix; the largest one where it is not given. */
  readonly x?: string;
  /** The variable that holds the target. */
  readonly target?: string;
}

/** Names taken for the target where none is given, in this order. */
export const targetNames: readonly string[] = ['y', 'Y', 'target', 'label', 'labels', 'class', 'gnd'];

export interface MatrixParts {
  readonly matrix: Matrix;
  readonly names?: readonly string[];
  readonly target?: { readonly name: string; readonly values: readonly (string | undefined)[] } | undefined;
  readonly imageShape?: readonly [number, number] | undefined;
}

export function matrixTable(parts: MatrixParts, sourceName: string): Table {
  const { matrix, target } = parts;
  if (matrix.rowCount === 0 || matrix.columnCount === 0) {
    throw new UserError('data', `${sourceName}: the matrix is empty (${matrix.rowCount} x ${matrix.columnCount})`);
  }
  const names = parts.names ?? Array.from({ length: matrix.columnCount }, (_, column) => unnamedFeature(column));
  if (names.length !== matrix.columnCount) {
    throw new UserError('data', `${sourceName}: ${names.length} column names for ${matrix.columnCount} columns`);
  }
  if (target && target.values.length !== matrix.rowCount) {
    throw new UserError(
      'data',
      `${sourceName}: the target "${target.name}" has ${target.values.length} values for ${matrix.rowCount} rows of the matrix`,
    );
  }
  const columnOrder = target ? [...names, target.name] : names;
  checkColumnNames(columnOrder, sourceName);
  return {
    rowCount: matrix.rowCount,
    numericNames: names,
    numeric: matrix,
    text: target ? [target] : [],
    columnOrder,
    ...(parts.imageShape && { imageShape: parts.imageShape }),
  };
}

/** Numbers as the text of a target column; NaN is missing. */
export function textOfNumbers(values: ArrayLike<number>): (string | undefined)[] {
  return Array.from(values, (value) => (Number.isNaN(value) ? undefined : String(value)));
}
