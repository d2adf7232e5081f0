/** What the terminal says when a comparison is done: one line a method, best first, and what it means. */

import { findMeasure } from '../../src/evaluate/measures/registry.js';
import { judgeTitle } from '../../src/evaluate/registry.js';
import type { ComparisonSummary, MethodSummary } from '../../src/experiment/summarise.js';
import type { ComparisonReportInput } from '../../src/report/comparison-report-input.js';
import { bestFirst, marksAt } from '../../src/report/comparison-table.js';
import { shortDuration } from '../../src/report/cost-section.js';
import type { Finding } from '../../src/report/finding.js';
import { countOf, formatBytes, formatCount } from '../../src/report/format.js';
import { consensusText } from '../../src/report/frequency-section.js';
import { judgeComparison } from '../../src/report/judge-comparison.js';
import { measureText } from '../../src/report/measure-text.js';
import type { Colours } from './colours.js';
import { printable, textTables } from './text-table.js';
import { wrapText } from './wrap-text.js';

/** `width` is the terminal's; without one, lines are as long as they are. */
export function comparisonSummary(
  input: ComparisonReportInput,
  colours: Colours,
  width = Number.POSITIVE_INFINITY,
): string {
  const { summary, dataset, seeds, splitCount = 1, frequencies = [], featureNames } = input;
  const runs = splitCount > 1 ? countOf(splitCount, 'split') : countOf(seeds.length, 'seed');
  const title = `${countOf(summary.methods.length, 'method')} compared on ${printable(dataset.name)}, ${runs}, ${countOf(dataset.testRowCount ?? 0, 'test row')}`;
  const agreed = frequencies.map(
    ({ k, consensus }) => `K ${formatCount(k)}: ${consensusText(consensus.map((feature) => featureNames[feature]))}`,
  );
  const parts = [
    colours.bold(wrapText(title, width)),
    ...summary.judges.map((judge) => measureTable(input, judge, colours, width)),
    colours.dim(wrapText(legend(summary), width)),
    findings(input, colours, width),
    agreed.map((line) => wrapText(printable(line), width, 2)).join('\n'),
  ];
  return `${parts.join('\n\n')}\n`.replaceAll('\u00a0', ' ');
}

const marks = { best: '*', second: '+' } as const;
function legend({ deciding }: ComparisonSummary): string {
  const { heading, isHighestBest } = measureText(deciding.measure);
  const isPercent = findMeasure(deciding.measure).form === 'percent';
  return (
    `${heading}${isPercent ? ' in %' : ''} ± standard deviation over the seeds or splits, where there are several` +
    `${isHighestBest ? '' : ', the lower the better'}; *\u00a0best at its K, +\u00a0second best. ` +
    'Ranking: mean score over K, 0 for the worst method.'
  );
}

function measureTable(
  { summary, dataset }: ComparisonReportInput,
  judge: string,
  colours: Colours,
  width: number,
): string {
  const methods = bestFirst(summary, judge);
  const columns = [
    [judgeTitle(judge), ...methods.map(({ method }) => method)],
    ...summary.ks.map((_, place) => measureColumn(summary, methods, judge, place)),
    ['ranking', ...methods.map(({ rankingScore }) => (rankingScore[judge] ?? 0).toFixed(1))],
    // What a selection costs does not depend on the judge.
    ...(judge === summary.judges[0] ? costColumns(methods) : []),
  ];
  const [head, ...rows] = columns[0].map((_, row) => columns.map((column) => column[row]));
  const right = columns.map((_, place) => place).slice(1);
  const table = textTables({ head: head.map((title) => title ?? ''), rows, right }, width, colours.dim);
  const all = summary.baseline[judge];
  if (all === undefined) return table;
  return `${table}\nAll ${countOf(dataset.featureCount, 'feature')}: ${measureText(summary.deciding.measure).value(all.mean)}`;
}

/** The title and a cell for every method: the mean with its mark, and the deviation; means stand below each other. */
function measureColumn(
  summary: ComparisonSummary,
  methods: readonly MethodSummary[],
  judge: string,
  place: number,
): string[] {
  const { bare } = measureText(summary.deciding.measure);
  const marked = marksAt(summary, judge, place);
  const cells = methods.map(({ method, byK }) => {
    const spread = byK[place].value[judge];
    const mark = marked.get(method);
    return {
      mean: spread === undefined ? 'failed' : bare(spread.mean),
      mark: mark ? marks[mark] : ' ',
      deviation: spread?.deviation === undefined ? '' : ` ± ${bare(spread.deviation)}`,
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
