/**
 * The groups of rows for a split: equal cells of a column are one group, or cells that are equal up to the last of a sign,
 * such as 309 in `309_1`. Groups are numbered as they appear.
 */
import { UserError } from '../errors.js';
import type { AnyMatrix, Table } from '../types.js';
import { targetCells } from './target-cells.js';

export function numberGroups(table: Table<AnyMatrix>, name: string, until?: string): Int32Array {
  const numbers = new Map<string, number>();
  return Int32Array.from(targetCells(table, name), (cell, row) => {
    if (cell === undefined)
      throw new UserError('data', `group column "${name}" is missing in row ${row + 1}; fill it in`);
    const end = until === undefined ? -1 : cell.lastIndexOf(until);
    const group = end < 0 ? cell : cell.slice(0, end);
    const known = numbers.get(group);
    if (known !== undefined) return known;
    numbers.set(group, numbers.size);
    return numbers.size - 1;
  });
}
