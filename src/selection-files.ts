/** The files that a selection leaves behind: selection.json, ranking.csv, selected.csv, features.txt, split.json and report.html. */
import type { SelectionResult } from './pipeline.js';
import { columnsBehind, type RankedFeature } from './rank/rank-features.js';
import { rankingCsv } from './report/ranking-csv.js';
import { selectedCsv } from './report/selected-csv.js';
import { allScores, selectionJson } from './report/selection-json.js';
import { renderSelectionReport } from './report/selection-report.js';
import type { SelectionReportInput } from './report/selection-report-input.js';
import { splitJson } from './report/split-json.js';
import type { AnyMatrix, ColumnRecord, Dataset, Split, Table } from './types.js';
import type { UnivariateReport } from './univariate/look-at-features.js';
import { type ReducedTable, reduceTable, type SelectedColumns, type SelectionFacts } from './write/reduced-table.js';

export const selectionFileNames = [
  'selection.json',
  'ranking.csv',
  'selected.csv',
  'features.txt',
  'split.json',
  'report.html',
] as const;

export interface SelectionFile {
  readonly name: (typeof selectionFileNames)[number];
  /** The text in pieces, so that a large table is never held as one text. */
  readonly content: Iterable<string>;
}

/** `table` is the file that the dataset was made of; `testFile` the name of a second one that was tested on. */
export function selectionFiles(
  table: Table<AnyMatrix>,
  dataset: Dataset<AnyMatrix>,
  result: Pick<SelectionResult, 'features' | 'ranking'> & {
    readonly split?: Split;
    readonly univariate?: Pick<UnivariateReport, 'all'>;
  },
  described: SelectionReportInput,
  testFile?: string,
): readonly SelectionFile[] {
  const selected = columnsToWrite(dataset, result);
  return [
    { name: 'selection.json', content: [selectionJson(described, allScores(result.ranking))] },
    { name: 'ranking.csv', content: rankingCsv(result.ranking, result.univariate?.all) },
    { name: 'selected.csv', content: selectedCsv(table, selected) },
    { name: 'features.txt', content: selected.names.map((name) => `${name}\n`) },
    ...(result.split ? [{ name: 'split.json' as const, content: [splitJson(dataset, result.split, testFile)] }] : []),
    { name: 'report.html', content: [renderSelectionReport(described)] },
  ];
}

/** The table with the selected columns alone, to be written in other formats; `dataset` is what was made of it. */
export function reducedSelection(
  table: Table<AnyMatrix>,
  dataset: Dataset<AnyMatrix>,
  result: Pick<SelectionResult, 'features'>,
  described: SelectionReportInput,
): ReducedTable {
  return reduceTable(table, columnsToWrite(dataset, result), selectionFacts(described));
}

/** Places and scores by column: a column that became several features has those of the best. */
export function selectionFacts({ features, dataset, method, seed }: SelectionReportInput): SelectionFacts {
  const places = new Map<string, RankedFeature>();
  for (const feature of features) {
    for (const name of columnsBehind(feature)) if (!places.has(name)) places.set(name, feature);
  }
  const { targetName = '', task } = dataset;
  return {
    places,
    classes: new Set(task === 'classes' ? [targetName] : []),
    parameters: { obs: targetName, n: features.length, method, random_state: seed },
  };
}

function columnsToWrite(dataset: Dataset<AnyMatrix>, { features }: Pick<SelectionResult, 'features'>): SelectedColumns {
  const { rowNumbers, identifiers } = dataset;
  return {
    names: features.flatMap(columnsBehind),
    apart: columnsApart(dataset),
    ...(rowNumbers && { rowNumbers }),
    ...(identifiers && { identifiers }),
  };
}

/** The columns that a fit with the selected ones needs besides them. */
function columnsApart({ columns = [], targetName }: Dataset<AnyMatrix>): readonly string[] {
  const named = (use: ColumnRecord['use']) => columns.filter((column) => column.use === use).map(({ name }) => name);
  const targets = named('target');
  return [...(targets.length > 0 ? targets : [targetName]), ...named('event'), ...named('weights')];
}
