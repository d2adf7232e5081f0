/** What the terminal says of an evaluation: a line for every classifier and, where asked for, one for every class. */
import { classifierName } from '../../src/report/classifier-name.js';
import type { DescribedEvaluation, ReportedEvaluation } from '../../src/report/evaluation-json.js';
import { countOf, formatCount, formatPercent } from '../../src/report/format.js';
import type { Colours } from './colours.js';
import { printable, textTable } from './text-table.js';

export function evaluationSummary(described: DescribedEvaluation, perClass: boolean, colours: Colours): string {
  const { featureNames, dataName, trainRowCount, testRowCount, evaluations } = described;
  const title =
    `${countOf(featureNames.length, 'feature')} of ${printable(dataName)}, ` +
    `${countOf(trainRowCount, 'training row')}, ${countOf(testRowCount, 'test row')}`;
  const parts = [colours.bold(title), classifierTable(evaluations, colours)];
  if (perClass) for (const evaluation of evaluations) parts.push(classTable(evaluation, described.classNames, colours));
  return `${parts.join('\n\n')}\n`.replaceAll('\u00a0', ' ');
}

function classifierTable(evaluations: readonly ReportedEvaluation[], colours: Colours): string {
  const rows = evaluations.map(({ classifier, metrics }) => [
    classifierName(classifier),
    formatPercent(metrics.accuracy, 2),
    metrics.interval.map((end) => (end * 100).toFixed(1)).join('–'),
    `${formatCount(metrics.correct)} of ${formatCount(metrics.rowCount)}`,
    formatPercent(metrics.balancedAccuracy, 2),
    formatPercent(metrics.macroF1, 2),
  ]);
  const head = ['', 'accuracy', '95 % interval', 'correct', 'balanced accuracy', 'macro F1'];
  return textTable({ head, rows, right: [1, 2, 3, 4, 5] }, colours.dim);
}

function classTable(
  { classifier, metrics }: ReportedEvaluation,
  classNames: readonly string[],
  colours: Colours,
): string {
  const share = (value: number | undefined) => (value === undefined ? undefined : formatPercent(value, 2));
  const rows = metrics.classes.map((own, label) => [
    printable(classNames[label]),
    formatCount(own.support),
    share(own.precision),
    share(own.recall),
    share(own.f1),
  ]);
  const head = [`${classifierName(classifier)}, by class`, 'test rows', 'precision', 'recall', 'F1'];
  return textTable({ head, rows, right: [1, 2, 3, 4] }, colours.dim);
}
