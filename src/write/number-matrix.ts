/** The features of a reduced table that are numbers as one matrix, for formats that hold one; those of text stand beside it. */
import type { NumericArray, NumericArrayType } from '../types.js';
import type { NumberColumn, ReducedTable, WrittenColumn } from './reduced-table.js';

export interface NumberMatrix {
  readonly names: readonly string[];
  /** [row][feature], in the type of the columns, or as doubles where they differ. */
  readonly values: NumericArray;
  readonly text: readonly WrittenColumn[];
}

export function numberMatrix({ rowCount, features }: ReducedTable): NumberMatrix {
  const numbers = features.filter((column): column is NumberColumn => column.kind === 'numbers');
  const text = features.filter(({ kind }) => kind === 'text');
  const types = new Set(numbers.map(({ values }) => values.constructor as NumericArrayType));
  const [Type = Float64Array] = types.size > 1 ? [Float64Array] : types;
  const values = new Type(rowCount * numbers.length);
  numbers.forEach((column, place) => {
    for (let row = 0; row < rowCount; row++) values[row * numbers.length + place] = column.values[row];
  });
  return { names: numbers.map(({ name }) => name), values, text };
}
