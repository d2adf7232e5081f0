/**
 * Loads a table that may be larger than memory: what has no room in the budget goes to a file on disk as it is read.
 *
 *   const large = await loadLargeTable('cells.parquet', { memory: '2GB', target: 'type' });
 *   try {
 *     const dataset = encodeTable(large.table, { target: 'type' });
 *     ...
 *   } finally {
 *     large.close();
 *   }
 */
import { tmpdir } from 'node:os';
import type { RowCollector } from '../../src/cells/numeric-block.js';
import type { AnyMatrix, Table } from '../../src/types.js';
import { checkBudget, readBytes, roomInMemory } from '../rows/memory-plan.js';
import { SpillingRows } from '../rows/spilling-rows.js';
import { type ScratchFolder, StoredRows } from '../rows/stored-rows.js';
import { type LoadedQuery, type LoadSqlOptions, loadSql } from '../sql/load-sql.js';
import type { LoadOptions } from './load-file.js';
import { type LoadedTable, loadTable } from './load-table.js';

export interface LargeOptions {
  /** What the whole process may take: bytes, or text such as '1.5GB'. */
  readonly memory: number | string;
  /** Folder for the rows that have no room in memory; the system's folder for temporary files where none is given. */
  readonly scratch?: string;
  /** Called as soon as it is clear that the data has no room in memory, before it goes to disk; may throw to refuse it. */
  readonly onTooLarge?: () => void;
}

/** What stands on disk, if anything does. */
export interface Large {
  /** In memory where it has room there. */
  readonly table: Table<AnyMatrix>;
  /** Bytes on disk, and in which folder; more may follow while the table is encoded. */
  readonly onDisk: { readonly bytes: number; readonly folder: string };
  /** Gives the disk space back. The table cannot be read afterwards. */
  close(): void;
}

export type LargeTable = Large & Omit<LoadedTable, 'table'>;
export type LargeQuery = Large & Omit<LoadedQuery, 'table'>;

export function loadLargeTable(pathOrName: string, options: LoadOptions & LargeOptions): Promise<LargeTable> {
  const { memory, scratch, onTooLarge, ...rest } = options;
  return withScratch({ memory, scratch, onTooLarge, signal: rest.signal }, (collector) =>
    loadTable(pathOrName, { ...rest, collector }),
  );
}

/** The rows of a query over files. */
export function loadLargeSql(sql: string, options: LoadSqlOptions & LargeOptions): Promise<LargeQuery> {
  const { memory, scratch, onTooLarge, ...rest } = options;
  return withScratch({ memory, scratch, onTooLarge, signal: rest.signal }, (collector) =>
    loadSql(sql, { ...rest, collector }),
  );
}

interface Scratch {
  readonly memory: number | string;
  readonly scratch: string | undefined;
  readonly onTooLarge: (() => void) | undefined;
  readonly signal: AbortSignal | undefined;
}

async function withScratch<Loaded extends { readonly table: Table<AnyMatrix> }>(
  { memory, scratch, onTooLarge, signal }: Scratch,
  load: (collector: RowCollector) => Promise<Loaded>,
): Promise<Loaded & Large> {
  const budget = typeof memory === 'number' ? memory : readBytes(memory);
  const folder: ScratchFolder = { path: scratch ?? tmpdir(), files: new Set(), signal };
  const close = (): void => {
    for (const file of folder.files) file.close();
    folder.files.clear();
  };
  try {
    const loaded = await load(createCollector(folder, budget, onTooLarge));
    const { numeric } = loaded.table;
    if (numeric.kind === 'stored') checkBudget(budget, numeric);
    const onDisk = {
      folder: folder.path,
      get bytes() {
        return [...folder.files].reduce((sum, file) => sum + file.size, 0);
      },
    };
    return { ...loaded, onDisk, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** One table is read at a time: a reader that begins again has no use for the rows of its first pass. */
export function createCollector(
  folder: ScratchFolder,
  budget: number,
  onTooLarge: () => void = () => {},
): RowCollector {
  let rows: SpillingRows | StoredRows | undefined;
  const parts: StoredRows[] = [];
  return {
    room: (columnCount) => roomInMemory(budget, columnCount),
    collect(columnCount, precision) {
      rows?.discard();
      rows = new SpillingRows(folder, columnCount, precision, roomInMemory(budget, columnCount), onTooLarge);
      return rows;
    },
    store(columnCount, type) {
      onTooLarge();
      rows?.discard();
      rows = new StoredRows(folder, columnCount, { precision: 'exact', type });
      return rows;
    },
    part(columnCount) {
      const part = new StoredRows(folder, columnCount, { precision: 'exact' });
      parts.push(part);
      return part;
    },
    dropParts() {
      for (const part of parts.splice(0)) part.discard();
    },
    foreseeStorage: onTooLarge,
  };
}
