/** What the library takes as data: typed arrays, arrays of rows, or a Matrix. */

import { UserError } from '../errors.js';
import { showValue } from '../show-value.js';
import type { Matrix, NumericArray } from '../types.js';
import { checkGivenMatrix } from './check-matrix.js';

/** A flat row-major array with its number of columns. */
export interface FlatInput {
  readonly values: NumericArray;
  readonly columnCount: number;
}

export type MatrixInput = Matrix | FlatInput | readonly ArrayLike<number>[];

export function toMatrix(x: MatrixInput): Matrix {
  if (Array.isArray(x)) return fromRows(x as readonly ArrayLike<number>[]);
  if (typeof x !== 'object' || x === null) throw notAMatrix(x);
  if ('kind' in x) {
    checkGivenMatrix(x);
    return x;
  }
  const { values, columnCount } = x as FlatInput;
  if (!ArrayBuffer.isView(values) || !Number.isSafeInteger(columnCount) || columnCount < 1) {
    throw notAMatrix(x);
  }
  const rowCount = values.length / columnCount;
  if (!Number.isSafeInteger(rowCount)) {
    throw new UserError('data', `${values.length} values are not whole rows of ${columnCount} columns`);
  }
  return { kind: 'dense', rowCount, columnCount, values };
}

function notAMatrix(x: unknown): UserError {
  const wanted = 'expected an array of rows, { values, columnCount } with a typed array, or a Matrix';
  const got =
    typeof x === 'object' && x !== null ? `an object with ${Object.keys(x).join(', ') || 'nothing in it'}` : x;
  return new UserError('usage', `${wanted}. Got ${got}`);
}

function fromRows(rows: readonly ArrayLike<number>[]): Matrix {
  const rowCount = rows.length;
  const columnCount = rows[0]?.length ?? 0;
  const values = new Float64Array(rowCount * columnCount);
  rows.forEach((row, at) => {
    if (row.length !== columnCount) {
      throw new UserError('data', `row ${at}: expected ${columnCount} values as in row 0, got ${row.length}`);
    }
    for (let column = 0; column < columnCount; column++) {
      const cell: unknown = row[column];
      if (typeof cell !== 'number') {
        throw new UserError('data', `row ${at}, column ${column}: expected a number, got ${showValue(cell)}`);
      }
      values[at * columnCount + column] = cell;
    }
  });
  return { kind: 'dense', rowCount, columnCount, values };
}
