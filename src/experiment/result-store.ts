/** Where results are kept between runs. A store in memory is enough where nothing is to be resumed. */
import type { ResultRow } from './result-row.js';

export interface ResultStore<Row extends ResultRow = ResultRow> {
  has(key: string): boolean;
  /** Keeps the row. A result stays whatever comes after it; a failure makes way. Resolves once the row is safe. */
  add(row: Row): Promise<void>;
  /** Every key once, in the order in which the keys first came. */
  rows(): readonly Row[];
}

export function createMemoryStore<Row extends ResultRow = ResultRow>(initial: Iterable<Row> = []): ResultStore<Row> {
  const byKey = new Map<string, Row>();
  const keep = (row: Row) => {
    const kept = byKey.get(row.key);
    if (kept === undefined || kept.error !== undefined) byKey.set(row.key, row);
  };
  for (const row of initial) keep(row);
  return {
    has: (key) => byKey.has(key),
    add: async (row) => keep(row),
    rows: () => [...byKey.values()],
  };
}
