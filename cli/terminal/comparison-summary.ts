/** What the terminal says when a comparison is done: one line a method, best first, and what it means. */

import type { ComparisonSummary, MethodSummary } from '../../src/experiment/summarise.js';
import { classifierName } from '../../src/report/classifier-name.js';
import type { ComparisonReportInput } from '../../src/report/comparison-report-input.js';
import { bestFirst, marksAt } from '../../src/report/comparison-table.js';
import { shortDuration } from '../../src/report/cost-section.js';
import { countOf, formatBytes, formatCount, formatPercent } from '../../src/report/format.js';
import { judgeComparison } from '../../src/report/judge-comparison.js';
import type { Finding } from '../../src/report/judge-selection.js';
import type { ClassifierName } from '../../src/types.js';
import type { Colours } from './colours.js';
import { printable, textTables } from './text-table.js';
import { wrapText } from './wrap-text.js';

/** `width` is the terminal's; without one, lines are as long as they are. */
export function comparisonSummary(
  input: ComparisonReportInput,
  colours: Colours,
  width = Number.POSITIVE_INFINITY,
): string {
  const { summary, dataset, seeds } = input;
  const title = `${countOf(summary.methods.length, 'method')} compared on ${printable(dataset.name)}, ${countOf(seeds.length, 'seed')}, ${countOf(dataset.testRowCount ?? 0, 'test row')}`;
  const parts = [
    colours.bold(wrapText(title, width)),
    ...summary.classifiers.map((classifier) => accuracyTable(input, classifier, colours, width)),
    colours.dim(wrapText(legend, width)),
    findings(input, colours, width),
  ];
  return `${parts.join('\n\n')}\n`.replaceAll('\u00a0', ' ');
}

const marks = { best: '*', second: '+' } as const;
const legend =
  'Accuracy in % ± standard deviation over the seeds, where there are several; *\u00a0best at its K, +\u00a0second best. ' +
  'Ranking: mean score over K, 0 for the worst method.';

function accuracyTable(
  { summary, dataset }: ComparisonReportInput,
  classifier: ClassifierName,
  colours: Colours,
  width: number,
): string {
  const methods = bestFirst(summary, classifier);
  const columns = [
    [classifierName(classifier), ...methods.map(({ method }) => method)],
    ...summary.ks.map((_, place) => accuracyColumn(summary, methods, classifier, place)),
    ['ranking', ...methods.map(({ rankingScore }) => (rankingScore[classifier] ?? 0).toFixed(1))],
    // What a selection costs does not depend on the classifier.
    ...(classifier === summary.classifiers[0] ? costColumns(methods) : []),
  ];
  const [head, ...rows] = columns[0].map((_, row) => columns.map((column) => column[row]));
  const right = columns.map((_, place) => place).slice(1);
  const table = textTables({ head: head.map((title) => title ?? ''), rows, right }, width, colours.dim);
  const all = summary.baseline[classifier];
  if (all === undefined) return table;
  return `${table}\nAll ${countOf(dataset.featureCount, 'feature')}: ${formatPercent(all)}`;
}

/** The title and a cell for every method: the mean with its mark, and the deviation; means stand below each other. */
function accuracyColumn(
  summary: ComparisonSummary,
  methods: readonly MethodSummary[],
  classifier: ClassifierName,
  place: number,
): string[] {
  const marked = marksAt(summary, classifier, place);
  const cells = methods.map(({ method, byK }) => {
    const spread = byK[place].accuracy[classifier];
    const mark = marked.get(method);
    return {
      mean: spread === undefined ? 'failed' : (spread.mean * 100).toFixed(1),
      mark: mark ? marks[mark] : ' ',
      deviation: spread?.deviation === undefined ? '' : ` ± ${(spread.deviation * 100).toFixed(1)}`,
    };
  });
  const title = `K ${formatCount(summary.ks[place])}`;
  const meanWidth = Math.max(title.length, ...cells.map(({ mean }) => mean.length));
  const deviationWidth = Math.max(...cells.map(({ deviation }) => deviation.length));
  return [
    `${title.padStart(meanWidth)} ${' '.repeat(deviationWidth)}`,
    ...cells.map(({ mean, mark, deviation }) => mean.padStart(meanWidth) + mark + deviation.padEnd(deviationWidth)),
  ];
}

/** Columns without any figure are left out. */
function costColumns(methods: readonly MethodSummary[]): (string | undefined)[][] {
  const times = methods.map(({ selectSeconds }) =>
    selectSeconds === undefined ? undefined : shortDuration(selectSeconds),
  );
  const memory = methods.map(({ peakBytes }) => (peakBytes ? formatBytes(peakBytes) : undefined));
  return [
    ['time', ...times],
    ['memory', ...memory],
  ].filter(([, ...cells]) => cells.some((cell) => cell !== undefined));
}

function findings(input: ComparisonReportInput, colours: Colours, width: number): string {
  const signs: Record<Finding['level'], string> = {
    good: colours.green('✓'),
    note: colours.cyan('i'),
    warning: colours.yellow('!'),
  };
  const lines = judgeComparison(input).map(
    ({ level, text }) => `${signs[level]} ${wrapText(printable(text), width, 2)}`,
  );
  return lines.join('\n');
}
