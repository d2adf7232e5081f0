/** The files that a comparison leaves behind: compare.json, compare.csv, frequency.csv and report.html. */

import { featureFrequencies } from './experiment/feature-frequency.js';
import { allFeatures } from './experiment/result-row.js';
import type { Comparison } from './experiment/run-comparison.js';
import { summariseRows } from './experiment/summarise.js';
import { selectableCount } from './rank/rank-features.js';
import { comparisonCsv } from './report/comparison-csv.js';
import { comparisonJson } from './report/comparison-json.js';
import { renderComparisonReport } from './report/comparison-report.js';
import type { ComparisonReportInput } from './report/comparison-report-input.js';
import { describeColumns } from './report/describe-columns.js';
import { frequencyCsv } from './report/frequency-section.js';
import { findMethod } from './select/registry.js';
import { describeTarget } from './target/describe-target.js';
import type { Dataset } from './types.js';

export const comparisonFileNames = ['compare.json', 'compare.csv', 'frequency.csv', 'report.html'] as const;

export interface ComparisonFile {
  readonly name: (typeof comparisonFileNames)[number];
  readonly content: Iterable<string>;
}

/** What the comparison itself does not know. */
export interface ComparisonSource extends Pick<ComparisonReportInput, 'settings' | 'command' | 'versions'> {
  readonly dataName: string;
  /** SHA-256 of the file, in hexadecimal. */
  readonly checksum?: string;
  readonly seeds: readonly number[];
}

export function describeComparison(
  dataset: Dataset,
  comparison: Comparison,
  source: ComparisonSource,
): ComparisonReportInput {
  const { dataName, checksum, ...told } = source;
  const { rows, jobs, judges, deciding, split, warnings } = comparison;
  const { targetName, imageShape, columns = [] } = dataset;
  const methods = jobs.filter((job) => job.method !== allFeatures);
  return {
    ...told,
    dataset: {
      name: dataName,
      rowCount: dataset.matrix.rowCount,
      trainRowCount: split.train.length,
      testRowCount: split.test.length,
      featureCount: selectableCount(dataset),
      targetName,
      ...describeTarget(dataset.target),
      ...(checksum !== undefined && { checksum }),
      ...(imageShape && { imageShape }),
    },
    summary: summariseRows(
      rows,
      judges,
      deciding,
      comparison.splitCount > 1 ? split.test.length / split.train.length : undefined,
    ),
    splitCount: comparison.splitCount,
    frequencies: featureFrequencies(rows),
    rows,
    methodOptions: Object.fromEntries(methods.map(({ method, options }) => [method, options])),
    methodSummaries: Object.fromEntries(methods.map(({ method }) => [method, findMethod(method).summary])),
    featureNames: namesOfSelected(dataset, comparison),
    warnings,
    preparation: describeColumns(columns),
  };
}

/** Only the features that some method selected: there may be a million others. */
function namesOfSelected({ groups, featureNames }: Dataset, { rows }: Comparison): Record<number, string> {
  const names = groups?.names ?? featureNames;
  const selected = new Set(rows.flatMap((row) => row.features));
  return Object.fromEntries([...selected].map((feature) => [feature, names[feature]]));
}

export function comparisonFiles(described: ComparisonReportInput): readonly ComparisonFile[] {
  return [
    { name: 'compare.json', content: [comparisonJson(described)] },
    { name: 'compare.csv', content: comparisonCsv(described) },
    { name: 'frequency.csv', content: frequencyCsv(described) },
    { name: 'report.html', content: [renderComparisonReport(described)] },
  ];
}
