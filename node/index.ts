/** The library in Node: everything of src/index.ts, with threads and files. */
import { FeatureSelector as PortableSelector, type SelectorOptions } from '../src/selector.js';
import { createNodeEngine } from './threads/threads.js';

export * from '../src/index.js';
export {
  type LargeOptions,
  type LargeQuery,
  type LargeTable,
  loadLargeSql,
  loadLargeTable,
} from './files/load-large-table.js';
export { type LoadedTable, loadTable } from './files/load-table.js';
export { type LoadedQuery, type LoadSqlOptions, loadSql } from './sql/load-sql.js';
export { createNodeEngine } from './threads/threads.js';

/** As the portable one, on all cores unless `threads` says otherwise. */
export class FeatureSelector extends PortableSelector {
  constructor(options?: SelectorOptions) {
    super(options, createNodeEngine);
  }
}
