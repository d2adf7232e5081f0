/** Where results are kept between runs. A store in memory is enough where nothing is to be resumed. */
import type { ResultRow } from './result-row.js';

export interface ResultStore {
  has(key: string): boolean;
  /** Keeps the row; a row of the same key is replaced. Resolves once the row is safe. */
  add(row: ResultRow): Promise<void>;
  /** Every key once, in the order in which the keys first came. */
  rows(): readonly ResultRow[];
}

export function createMemoryStore(initial: Iterable<ResultRow> = []): ResultStore {
  const byKey = new Map<string, ResultRow>();
  for (const row of initial) byKey.set(row.key, row);
  return {
    has: (key) => byKey.has(key),
    add: async (row) => {
      byKey.set(row.key, row);
    },
    rows: () => [...byKey.values()],
  };
}
