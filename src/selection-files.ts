/** The files that a selection leaves behind: selection.json, ranking.csv, selected.csv, features.txt, split.json and report.html. */
import { fittedColumns } from './encode/add-test-table.js';
import type { Leak } from './leaks/find-leaks.js';
import { planEpochs } from './network/sparse/schedule.js';
import type { SelectionResult } from './pipeline.js';
import { fillValue } from './prepare/fill-missing.js';
import { namedRedundant } from './rank/named-redundant.js';
import { columnsBehind, type RankedFeature } from './rank/rank-features.js';
import { describeColumns, describeRedundant } from './report/describe-columns.js';
import { rankingCsv } from './report/ranking-csv.js';
import { selectedCsv } from './report/selected-csv.js';
import { allScores, selectionJson } from './report/selection-json.js';
import { renderSelectionReport } from './report/selection-report.js';
import type { ReportedLeak, SelectionReportInput } from './report/selection-report-input.js';
import { splitJson } from './report/split-json.js';
import type { NeurofsOptions } from './select/network/neurofs.js';
import { describeTarget } from './target/describe-target.js';
import type { AnyMatrix, ColumnRecord, Dataset, EncodedColumn, Split, Table } from './types.js';
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

/** What the pipeline does not know: where the data came from and how it was called. */
export interface SelectionSource
  extends Pick<SelectionReportInput, 'methodSummary' | 'command' | 'versions' | 'createdAt'> {
  readonly dataName: string;
  /** SHA-256 of the file, in hexadecimal. */
  readonly checksum?: string;
}

/** Everything there is to tell about a selection. */
export function describeSelection(
  dataset: Dataset<AnyMatrix>,
  result: SelectionResult,
  source: SelectionSource,
): SelectionReportInput {
  const { dataName, checksum, ...told } = source;
  const { method, k, size, seed, parameters, features, history, measured, deciding, timings, warnings, split } = result;
  const { targetName, imageShape, columns = [] } = dataset;
  const schedule = plannedSchedule(result);
  return {
    ...told,
    method,
    ...(result.tried && { tried: result.tried }),
    k,
    ...(Object.keys(size).length > 0 && { size }),
    ...(result.stability && { stability: result.stability }),
    ...(result.substitutes && { substitutes: result.substitutes }),
    ...(result.verdict && { verdict: result.verdict }),
    ...(result.correlations && { correlations: result.correlations }),
    ...(result.univariate && { univariate: reportedUnivariate(result.univariate, dataset) }),
    seed,
    parameters,
    features,
    history,
    measured,
    deciding,
    timings,
    warnings,
    ...(result.leaks.length > 0 && { leaks: result.leaks.map(reportedLeak) }),
    dataset: {
      name: dataName,
      rowCount: dataset.matrix.rowCount,
      trainRowCount: split.train.length,
      testRowCount: split.test.length,
      featureCount: result.ranking.length,
      targetName,
      ...(dataset.identifiers && { identifierName: dataset.identifiers.name }),
      ...describeTarget(dataset.target),
      ...(checksum !== undefined && { checksum }),
      ...(imageShape && { imageShape }),
    },
    snapshots: result.snapshots.map(({ epoch, strengths }) => ({
      epoch,
      strengths: strongestOfGroups(strengths, dataset),
    })),
    preparation: [...describeColumns(columns), ...describeRedundant(result.redundant, dataset.featureNames)],
    columns: selectedColumns(dataset, result),
    redundant: namedRedundant(dataset.featureNames, result.redundant),
    ...(schedule && { schedule }),
  };
}

function reportedUnivariate(
  { all: _, ...report }: UnivariateReport,
  { target }: Dataset<AnyMatrix>,
): NonNullable<SelectionReportInput['univariate']> {
  return { ...report, ...(target.kind === 'classes' && { classNames: target.classNames }) };
}

function reportedLeak({ kind, statement, columns }: Leak): ReportedLeak {
  return { kind, statement, ...(columns && { columns }) };
}

/** The columns of the selected features as new rows need them, with what stands for missing numbers. */
function selectedColumns(
  dataset: Dataset<AnyMatrix>,
  { features, split }: Pick<SelectionResult, 'features' | 'split'>,
): readonly EncodedColumn[] {
  const { matrix, featureNames, missing = 'mean' } = dataset;
  const chosen = new Set(features.flatMap(columnsBehind));
  return fittedColumns(dataset)
    .filter(({ name }) => chosen.has(name))
    .map((column) => {
      const place = featureNames.indexOf(column.name);
      // Rows on disk would be passed over once for every column.
      if (column.use === 'one-hot' || matrix.kind === 'stored' || place < 0) return column;
      return { ...column, fill: fillValue(matrix, place, split.train, missing) };
    });
}

/** A column that became several input neurons is as strong as the strongest of them. */
export function strongestOfGroups(strengths: Float32Array, { groups }: Pick<Dataset, 'groups'>): Float32Array {
  if (groups === undefined) return strengths;
  const strongest = new Float32Array(groups.names.length);
  strengths.forEach((strength, feature) => {
    const group = groups.groupOf[feature];
    strongest[group] = Math.max(strongest[group], strength);
  });
  return strongest;
}

/** The active neurons that the options ask for; undefined for methods that remove none. */
export function plannedSchedule({
  k,
  parameters,
  keptCount: featureCount,
}: Pick<SelectionResult, 'k' | 'parameters' | 'keptCount'>): SelectionReportInput['schedule'] {
  if (parameters.removal === undefined) return undefined;
  const { epochs, zetaIn, alpha, removal } = parameters as unknown as NeurofsOptions;
  const plans = planEpochs({ featureCount, k, epochs, inputFraction: zetaIn, removalShare: alpha, removal });
  const start = { epoch: 0, activeCount: featureCount };
  return [start, ...plans.map(({ epoch, activeAfter }) => ({ epoch, activeCount: activeAfter }))];
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
