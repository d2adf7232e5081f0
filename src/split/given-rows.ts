/** A split given as row numbers (0-based), as in a JSON file `{ "train": [...], "test": [...] }`. */
import { UserError } from '../errors.js';
import type { Split } from '../types.js';

/** Checks the rows: whole numbers in range, none twice, none on both sides. Rows on neither side are left out. */
export function givenSplit(given: unknown, rowCount: number, sourceName = 'the split'): Split {
  const record = typeof given === 'object' && given !== null ? new Map(Object.entries(given)) : new Map();
  const used = new Map<number, string>();
  const side = (name: 'train' | 'test'): Int32Array => {
    const rows: unknown = record.get(name);
    if (!Array.isArray(rows) || rows.length === 0) {
      throw new UserError('data', `${sourceName}: "${name}" must be a list of at least one row number`);
    }
    for (const row of rows) checkRow(row, name, rowCount, used, sourceName);
    return Int32Array.from(rows);
  };
  return { train: side('train'), test: side('test') };
}

function checkRow(row: unknown, side: string, rowCount: number, used: Map<number, string>, sourceName: string): void {
  if (typeof row !== 'number' || !Number.isInteger(row) || row < 0 || row >= rowCount) {
    throw new UserError(
      'data',
      `${sourceName}: "${side}" holds ${JSON.stringify(row)}; rows are whole numbers from 0 to ${rowCount - 1}`,
    );
  }
  const earlier = used.get(row);
  if (earlier !== undefined) {
    const where = earlier === side ? `twice in "${side}"` : 'on both sides';
    throw new UserError('data', `${sourceName}: row ${row} stands ${where}; every row may be used once`);
  }
  used.set(row, side);
}
