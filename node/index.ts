/** The library in Node: everything of src/index.ts, with threads and files. */
import { curveOfDataset as portableCurve } from '../src/evaluation-pipeline.js';
import { runComparison as portableComparison } from '../src/experiment/run-comparison.js';
import { selectFeatures as portableSelection } from '../src/pipeline.js';
import { FeatureSelector as PortableSelector, type SelectorOptions } from '../src/selector.js';
import { createNodeEngine } from './threads/threads.js';
import { trialThreads } from './threads/trial-threads.js';

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

const startTrials = trialThreads();

// As the portable ones; where methods are tried, as many at once as the engine has threads.
export const selectFeatures: typeof portableSelection = (request, context) =>
  portableSelection(request, { startTrials, ...context });
export const runComparison: typeof portableComparison = (request, context) =>
  portableComparison(request, { startTrials, ...context });
export const curveOfDataset: typeof portableCurve = (request, context) =>
  portableCurve(request, { startTrials, ...context });

/** As the portable one, on all cores unless `threads` says otherwise. */
export class FeatureSelector extends PortableSelector {
  constructor(options?: SelectorOptions) {
    super(options, createNodeEngine, startTrials);
  }
}
