/**
 * Makes the authors' table of a public copy that has other values, or its rows in another order. Each way was found by
 * recomputing cells of the paper, which come out to the digit with it and not without (test/paper-rows.test.ts).
 */
import type { Table } from '../../types.js';
import { orderBySpeaker } from './order-by-speaker.js';
import { smoothDigits } from './smooth-digits.js';

const ways = { 'smooth-digits': smoothDigits, 'order-by-speaker': orderBySpeaker } as const;

export type Remaking = keyof typeof ways;
export const remakings = Object.keys(ways) as readonly Remaking[];

export function remakeTable(table: Table, target: string, way: Remaking): Table {
  return ways[way](table, target);
}
