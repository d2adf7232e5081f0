/** A split given as row numbers (0-based), as in a JSON file `{ "train": [...], "test": [...] }`. */

import { UserError } from '../errors.js';
import { showValue } from '../show-value.js';
import type { Split } from '../types.js';

export interface GivenSplitOptions {
  /** Rows of the file. */
  readonly rowCount: number;
  /** The file's row of every row of the dataset, where some were dropped; dropped rows leave the split. */
  readonly rowNumbers?: Int32Array | undefined;
  readonly sourceName?: string;
}

/** Checks the rows: whole numbers in range, none twice, none on both sides. Rows on neither side are left out. */
export function givenSplit(given: unknown, options: GivenSplitOptions): Split {
  const { rowCount, rowNumbers, sourceName = 'the split' } = options;
  const record = typeof given === 'object' && given !== null ? new Map(Object.entries(given)) : new Map();
  const used = new Map<number, string>();
  const placeOf = rowNumbers && new Map(Array.from(rowNumbers, (row, place) => [row, place]));
  const side = (name: 'train' | 'test'): Int32Array => {
    const rows: unknown = record.get(name);
    if (!Array.isArray(rows)) throw new UserError('data', `${sourceName}: "${name}" must be a list of row numbers`);
    for (const row of rows) checkRow(row, name, rowCount, used, sourceName);
    const places = placeOf ? rows.flatMap((row) => placeOf.get(row) ?? []) : rows;
    if (places.length === 0) throw new UserError('data', `${sourceName}: "${name}" holds no row`);
    return Int32Array.from(places);
  };
  return { train: side('train'), test: side('test') };
}

/** Refuses rows that are not there, and rows that are trained on and tested on, which would flatter the accuracy. */
export function checkSplit(split: Split, rowCount: number): void {
  const used = new Map<number, string>();
  for (const side of ['train', 'test'] as const) {
    for (const row of split[side]) checkRow(row, side, rowCount, used, 'the split');
  }
}

function checkRow(row: unknown, side: string, rowCount: number, used: Map<number, string>, sourceName: string): void {
  if (typeof row !== 'number' || !Number.isInteger(row) || row < 0 || row >= rowCount) {
    throw new UserError(
      'data',
      `${sourceName}: "${side}" holds ${showValue(row)}; rows are whole numbers from 0 to ${rowCount - 1}`,
    );
  }
  const earlier = used.get(row);
  if (earlier !== undefined) {
    const where = earlier === side ? `twice in "${side}"` : 'on both sides';
    throw new UserError('data', `${sourceName}: row ${row} stands ${where}; every row may be used once`);
  }
  used.set(row, side);
}
