/** Which cells of a column are missing, as formats that have a place for it say so. */
import type { WrittenColumn } from './reduced-table.js';

type Rows = readonly [from: number, to: number];

export function isMissing({ values }: WrittenColumn, row: number): boolean {
  const cell = values[row];
  return cell === undefined || Number.isNaN(cell);
}

export function missingCount(column: WrittenColumn, [from, to]: Rows): number {
  let count = 0;
  for (let row = from; row < to; row++) if (isMissing(column, row)) count++;
  return count;
}

/** A bit for every row, the lowest first: 1 where there is a cell. */
export function presentBits(column: WrittenColumn, [from, to]: Rows): Uint8Array<ArrayBuffer> {
  const bits = new Uint8Array(Math.ceil((to - from) / 8));
  for (let row = from; row < to; row++) {
    if (!isMissing(column, row)) bits[(row - from) >> 3] |= 1 << ((row - from) & 7);
  }
  return bits;
}
