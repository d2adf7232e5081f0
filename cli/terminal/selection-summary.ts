/** What the terminal says when a selection is done: what was measured side by side, what they mean, the best features. */

import { judgeTitle } from '../../src/evaluate/registry.js';
import type { Finding } from '../../src/report/finding.js';
import { countOf, formatCount, formatDuration } from '../../src/report/format.js';
import { judgeSelection } from '../../src/report/judge-selection.js';
import { measureText } from '../../src/report/measure-text.js';
import { decidingValue, measureOf } from '../../src/report/reported-set.js';
import type { FeatureSet, SelectionReportInput } from '../../src/report/selection-report-input.js';
import { targetText } from '../../src/report/target-text.js';
import { quoteName } from '../options/options.js';
import type { Colours } from './colours.js';
import { printable, textTable } from './text-table.js';
import { wrapText } from './wrap-text.js';

const listedFeatures = 8;

/** `width` is the terminal's; without one, lines are as long as they are. */
export function selectionSummary(
  input: SelectionReportInput,
  colours: Colours,
  width = Number.POSITIVE_INFINITY,
): string {
  const { k, dataset, timings } = input;
  const seconds = Object.values(timings).reduce((sum, time) => sum + time, 0);
  const title = `${formatCount(k)} of ${countOf(dataset.featureCount, 'feature')} selected from ${printable(dataset.name)} in ${formatDuration(seconds)}`;
  const parts = [
    `${colours.bold(title)}\n${colours.dim(wrapText(`Target ${printable(dataset.targetName ?? '')}: ${targetText(dataset)}`, width))}`,
    measuredTable(input, colours),
    findings(input, colours, width),
    input.k === 0 ? undefined : wrapText(bestFeatures(input), width),
  ];
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`.replaceAll('\u00a0', ' ');
}

function measuredTable(input: SelectionReportInput, colours: Colours): string | undefined {
  const rows = input.measured ?? [];
  if (rows.length === 0) return undefined;
  const text = measureText(measureOf(input));
  const judges = [...new Set(rows.map((row) => row.judge))];
  const sets: [FeatureSet, string][] = [
    ['selected', `${formatCount(input.k)} selected`],
    ['all', `all ${formatCount(input.dataset.featureCount)}`],
    ['random', `${formatCount(input.k)} random`],
  ];
  const cell = (features: FeatureSet, judge: string) => {
    const row = rows.find((each) => each.features === features && each.judge === judge);
    const found = decidingValue(input, row);
    if (found === undefined) return undefined;
    const range = found.interval?.map(text.bare).join('–');
    return text.value(found.value) + (range === undefined ? '' : ` (${range})`);
  };
  const table = {
    head: [`test ${text.title}`, ...judges.map(judgeTitle)],
    rows: sets.map(([features, name]) => [name, ...judges.map((judge) => cell(features, judge))]),
    right: judges.map((_, i) => i + 1),
  };
  return textTable(table, colours.dim);
}

function findings(input: SelectionReportInput, colours: Colours, width: number): string | undefined {
  const marks: Record<Finding['level'], string> = {
    good: colours.green('✓'),
    note: colours.cyan('i'),
    warning: colours.yellow('!'),
  };
  const lines = judgeSelection(input).map(
    ({ level, text }) => `${marks[level]} ${wrapText(printable(text), width, 2)}`,
  );
  return lines.length === 0 ? undefined : lines.join('\n');
}

function bestFeatures({ features }: SelectionReportInput): string {
  const names = features.slice(0, listedFeatures).map((feature) => quoteName(printable(feature.name)));
  const more = features.length - names.length;
  return `Best first: ${names.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
}
