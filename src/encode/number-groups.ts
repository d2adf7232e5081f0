/** The groups of rows for a split: equal cells of a column are one group. Groups are numbered as they appear. */
import { UserError } from '../errors.js';
import type { AnyMatrix, Table } from '../types.js';
import { targetCells } from './target-cells.js';

export function numberGroups(table: Table<AnyMatrix>, name: string): Int32Array {
  const numbers = new Map<string, number>();
  return Int32Array.from(targetCells(table, name), (cell, row) => {
    if (cell === undefined)
      throw new UserError('data', `group column "${name}" is missing in row ${row + 1}; fill it in`);
    const known = numbers.get(cell);
    if (known !== undefined) return known;
    numbers.set(cell, numbers.size);
    return numbers.size - 1;
  });
}
