/** Everything there is to tell about a selection, as plain values for reports and files. */
import { fittedColumns } from './encode/add-test-table.js';
import type { Leak } from './leaks/find-leaks.js';
import { takeColumns } from './matrix/take-columns.js';
import { planEpochs } from './network/sparse/schedule.js';
import type { SelectionResult } from './pipeline.js';
import { fillValue } from './prepare/fill-missing.js';
import { namedRedundant } from './rank/named-redundant.js';
import { columnsBehind } from './rank/rank-features.js';
import { describeColumns, describeRedundant } from './report/describe-columns.js';
import type { ReportedLeak, SelectionReportInput } from './report/selection-report-input.js';
import type { NeurofsOptions } from './select/network/neurofs.js';
import { describeTarget } from './target/describe-target.js';
import type { AnyMatrix, Dataset, EncodedColumn } from './types.js';
import type { UnivariateReport } from './univariate/look-at-features.js';

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
  const columns = fittedColumns(dataset).filter(({ name }) => chosen.has(name));
  if (matrix.kind === 'stored') return columns;
  const placeOf = new Map(featureNames.map((name, place) => [name, place]));
  const isNumber = ({ use, name }: EncodedColumn): boolean => use !== 'one-hot' && placeOf.has(name);
  // One pass over the matrix for all of them.
  const places = columns.filter(isNumber).map(({ name }) => placeOf.get(name)!);
  const taken = takeColumns(matrix, places);
  return columns.map((column) => {
    if (!isNumber(column)) return column;
    return { ...column, fill: fillValue(taken, places.indexOf(placeOf.get(column.name)!), split.train, missing) };
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
