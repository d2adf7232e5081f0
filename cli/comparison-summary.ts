/** What the terminal says when a comparison is done: one line a method, best first, and what it means. */

import { classifierName } from '../src/report/classifier-name.js';
import type { ComparisonReportInput } from '../src/report/comparison-report-input.js';
import { marksAt } from '../src/report/comparison-table.js';
import { shortDuration } from '../src/report/cost-section.js';
import { countOf, formatBytes, formatCount, formatPercent } from '../src/report/format.js';
import { judgeComparison } from '../src/report/judge-comparison.js';
import type { Finding } from '../src/report/judge-selection.js';
import type { ClassifierName } from '../src/types.js';
import type { Colours } from './colours.js';
import { printable, textTable } from './text-table.js';
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
    colours.bold(title),
    ...summary.classifiers.map((classifier) => accuracyTable(input, classifier, colours)),
    colours.dim(wrapText('Accuracy in % ± deviation over the seeds; * best of its K, + second best.', width)),
    findings(input, colours, width),
  ];
  return `${parts.join('\n\n')}\n`.replaceAll('\u00a0', ' ');
}

const marks = { best: '*', second: '+' } as const;

function accuracyTable(
  { summary, dataset }: ComparisonReportInput,
  classifier: ClassifierName,
  colours: Colours,
): string {
  const { ks, methods, baseline } = summary;
  const marked = ks.map((_, place) => marksAt(summary, classifier, place));
  const rows = methods.map(({ method, byK, rankingScore, selectSeconds, peakBytes }) => [
    method,
    ...byK.map(({ accuracy }, place) => {
      const spread = accuracy[classifier];
      if (spread === undefined) return 'failed ';
      const deviation = spread.deviation === undefined ? '      ' : ` ± ${(spread.deviation * 100).toFixed(1)}`;
      const mark = marked[place].get(method);
      return `${(spread.mean * 100).toFixed(1)}${deviation}${mark ? marks[mark] : ' '}`;
    }),
    (rankingScore[classifier] ?? 0).toFixed(1),
    selectSeconds === undefined ? undefined : shortDuration(selectSeconds),
    peakBytes === undefined || peakBytes === 0 ? undefined : formatBytes(peakBytes),
  ]);
  const all = baseline[classifier];
  const names = ks.map((k) => `K ${formatCount(k)} `);
  const table = textTable(
    {
      head: [classifierName(classifier), ...names, 'ranking', 'time', 'memory'],
      rows,
      right: Array.from({ length: ks.length + 3 }, (_, i) => i + 1),
    },
    colours.dim,
  );
  if (all === undefined) return table;
  return `${table}\nAll ${countOf(dataset.featureCount, 'feature')}: ${formatPercent(all)}`;
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
