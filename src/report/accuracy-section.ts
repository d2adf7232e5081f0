/** Accuracy of the selected features beside all of them and as many random ones, per classifier. */
import { bar } from './bar.js';
import { classifierName } from './classifier-name.js';
import { countOf, formatCount, formatPercent } from './format.js';
import { html, type Markup } from './markup.js';
import type { AccuracyRow, FeatureSet, SelectionReportInput } from './selection-report-input.js';

const featureSets: readonly FeatureSet[] = ['selected', 'all', 'random'];

/** Three large figures of the first classifier; nothing where accuracy was not measured. */
export function accuracyTiles(input: SelectionReportInput): Markup | undefined {
  const classifier = input.accuracies?.find((row) => row.features === 'selected')?.classifier;
  if (classifier === undefined) return undefined;
  const tiles = featureSets.map((features) => {
    const row = findRow(input, classifier, features);
    return (
      row &&
      html`<div class="tile tile-${features}"><dt>${setName(features, input)}</dt><dd>${formatPercent(row.accuracy)}</dd></div>`
    );
  });
  return html`<section aria-label="Accuracy at a glance"><dl class="tiles">${tiles}</dl>
<p class="quiet">Accuracy of ${classifierName(classifier)} on the test rows.</p></section>`;
}

export function accuracySection(input: SelectionReportInput): Markup | undefined {
  const rows = input.accuracies ?? [];
  if (rows.length === 0) return undefined;
  const classifiers = [...new Set(rows.map((row) => row.classifier))];
  const hasIntervals = rows.some((row) => row.interval !== undefined);
  return html`<section aria-labelledby="accuracy"><h2 id="accuracy">Accuracy</h2>
<div class="scroll" role="region" aria-label="Table of accuracies" tabindex="0"><table class="accuracy"><caption class="hidden">Accuracy on the test rows per classifier and feature set</caption>
<thead><tr><th scope="col">Classifier</th><th scope="col">Features</th><th scope="col" class="number">Accuracy</th>${
    hasIntervals && html`<th scope="col" class="number">95 % interval</th>`
  }<th scope="col" class="wide" aria-hidden="true"></th></tr></thead>
${classifiers.map((classifier) => classifierRows(input, classifier, hasIntervals))}</table></div>
<p class="quiet">${testRowText(rows)} <span class="about-bars">Bars start at 0.${hasIntervals && ' Whiskers are 95 % intervals.'}</span></p></section>
`;
}

function classifierRows(input: SelectionReportInput, classifier: string, hasIntervals: boolean): Markup {
  return html`<tbody>${featureSets.map((features, place) => {
    const row = findRow(input, classifier, features);
    return html`<tr>${
      place === 0 && html`<th scope="rowgroup" rowspan="${featureSets.length}">${classifierName(classifier)}</th>`
    }<td>${setName(features, input)}</td>${row ? measuredCells(row, hasIntervals) : blankCells(hasIntervals)}</tr>
`;
  })}</tbody>`;
}

function measuredCells(row: AccuracyRow, hasIntervals: boolean): Markup {
  const { accuracy, interval, features } = row;
  const range = interval && `${(interval[0] * 100).toFixed(1)} – ${formatPercent(interval[1])}`;
  return html`<td class="number">${formatPercent(accuracy)}</td>${
    hasIntervals && html`<td class="number quiet">${range}</td>`
  }<td class="wide">${bar({ share: accuracy, kind: features, ...(interval && { interval }) })}</td>`;
}

function blankCells(hasIntervals: boolean): Markup {
  return html`<td class="number"><span class="hidden">not measured</span></td>${hasIntervals && html`<td></td>`}<td class="wide"></td>`;
}

function findRow(input: SelectionReportInput, classifier: string, features: FeatureSet): AccuracyRow | undefined {
  return input.accuracies?.find((row) => row.classifier === classifier && row.features === features);
}

function setName(features: FeatureSet, { k, dataset }: SelectionReportInput): string {
  if (features === 'all') return `all ${formatCount(dataset.featureCount)}`;
  return features === 'selected' ? `${formatCount(k)} selected` : `${formatCount(k)} random`;
}

function testRowText(rows: readonly AccuracyRow[]): string {
  const only = (counts: (number | undefined)[]): number | undefined =>
    new Set(counts).size === 1 ? counts[0] : undefined;
  const tested = only(rows.map((row) => row.testRowCount));
  const trained = only(rows.map((row) => row.trainRowCount));
  const training = trained === undefined ? '' : `Classifiers were trained on ${countOf(trained, 'row')}. `;
  return tested === undefined
    ? `${training}Measured on test rows that the selection never saw.`
    : `${training}Measured on ${countOf(tested, 'test row')} that the selection never saw.`;
}
