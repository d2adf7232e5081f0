/** What the terminal says of an evaluation: a line for every judge and, where asked for, one for every class. */
import { judgeTitle } from '../../src/evaluate/registry.js';
import type { DescribedEvaluation, ReportedEvaluation } from '../../src/report/evaluation-json.js';
import { countOf, formatCount, formatPercent } from '../../src/report/format.js';
import { rareClassText } from '../../src/report/judge-selection.js';
import { measureText } from '../../src/report/measure-text.js';
import type { Colours } from './colours.js';
import { printable, textTable } from './text-table.js';

export function evaluationSummary(described: DescribedEvaluation, perClass: boolean, colours: Colours): string {
  const { featureNames, dataName, trainRowCount, testRowCount, evaluations, deciding } = described;
  const title =
    `${countOf(featureNames.length, 'feature')} of ${printable(dataName)}, ` +
    `${countOf(trainRowCount, 'training row')}, ${countOf(testRowCount, 'test row')}`;
  const parts = [colours.bold(title), judgeTable(described, colours)];
  if (deciding.rareClass !== undefined) parts.push(printable(rareClassText(deciding.rareClass)));
  if (perClass) for (const evaluation of evaluations) parts.push(...classTables(evaluation, colours));
  return `${parts.join('\n\n')}\n`.replaceAll('\u00a0', ' ');
}

/** A line for every measure, the one that decides first, and a column for every judge. */
function judgeTable({ evaluations, deciding }: DescribedEvaluation, colours: Colours): string {
  const found = [...new Set(evaluations.flatMap(({ measures }) => measures.map(({ measure }) => measure)))];
  const names = [deciding.measure, ...found.filter((name) => name !== deciding.measure)];
  const cell = ({ measures }: ReportedEvaluation, name: string) => {
    const own = measures.find(({ measure }) => measure === name);
    if (own === undefined) return undefined;
    const { value, bare } = measureText(name);
    return value(own.value) + (own.interval ? ` (${own.interval.map(bare).join('–')})` : '');
  };
  const rows = names.map((name) => [measureText(name).title, ...evaluations.map((each) => cell(each, name))]);
  const head = ['', ...evaluations.map(({ judge }) => judgeTitle(judge))];
  return textTable({ head, rows, right: evaluations.map((_, place) => place + 1) }, colours.dim);
}

/** Precision and recall by class, and which classes are taken for which; nothing where there are no classes. */
function classTables({ judge, detail }: ReportedEvaluation, colours: Colours): string[] {
  if (detail.kind !== 'classes') return [];
  const { classNames, confusion } = detail;
  const share = (value: number | undefined) => (value === undefined ? undefined : formatPercent(value, 2));
  const rows = confusion.classes.map((own, label) => [
    printable(classNames[label]),
    formatCount(own.support),
    share(own.precision),
    share(own.recall),
    share(own.f1),
  ]);
  const head = [`${judgeTitle(judge)}, by class`, 'test rows', 'precision', 'recall', 'F1'];
  return [
    textTable({ head, rows, right: [1, 2, 3, 4] }, colours.dim),
    confusionTable(classNames, confusion.table, colours),
  ];
}

/** More classes make lines too long to read; the JSON has them all. */
const mostClasses = 12;

function confusionTable(
  classNames: readonly string[],
  table: readonly (readonly number[])[],
  colours: Colours,
): string {
  if (classNames.length > mostClasses) return `The confusion matrix of ${classNames.length} classes is in --json.`;
  const head = ['true class, by predicted', ...classNames.map(printable)];
  const rows = table.map((counts, label) => [printable(classNames[label]), ...counts.map(formatCount)]);
  return textTable({ head, rows, right: classNames.map((_, place) => place + 1) }, colours.dim);
}
