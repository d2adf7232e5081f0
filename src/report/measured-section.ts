/** What judges make of the selected features beside all of them and as many random ones. */
import { judgeTitle } from '../evaluate/registry.js';
import { bar } from './bar.js';
import { countOf, formatCount } from './format.js';
import { html, type Markup } from './markup.js';
import { type MeasureText, measureText } from './measure-text.js';
import { decidingValue, measureOf } from './reported-set.js';
import type { FeatureSet, ReportedSet, SelectionReportInput } from './selection-report-input.js';

const featureSets: readonly FeatureSet[] = ['selected', 'all', 'random'];

/** Three large figures of the first judge; nothing where nothing was measured. */
export function measuredTiles(input: SelectionReportInput): Markup | undefined {
  const judge = input.measured?.find((row) => row.features === 'selected')?.judge;
  if (judge === undefined) return undefined;
  const text = measureText(measureOf(input));
  const tiles = featureSets.map((features) => {
    const value = decidingValue(input, findRow(input, judge, features));
    return (
      value &&
      html`<div class="tile tile-${features}"><dt>${setName(features, input)}</dt><dd>${text.value(value.value)}</dd></div>`
    );
  });
  return html`<section aria-label="${text.heading} at a glance"><dl class="tiles">${tiles}</dl>
<p class="quiet">${text.heading} of ${judgeTitle(judge)} on the test rows.</p></section>`;
}

/** The measure that decides with bars, and a table of all others. */
export function measuredSection(input: SelectionReportInput): Markup | undefined {
  const rows = input.measured ?? [];
  if (rows.length === 0) return undefined;
  const judges = [...new Set(rows.map((row) => row.judge))];
  const text = measureText(measureOf(input));
  const hasIntervals = rows.some((row) => decidingValue(input, row)?.interval !== undefined);
  return html`<section aria-labelledby="accuracy"><h2 id="accuracy">${text.heading}</h2>
<div class="scroll" role="region" aria-label="Table of ${text.title}" tabindex="0"><table class="accuracy"><caption class="hidden">${text.heading} on the test rows per judge and feature set</caption>
<thead><tr><th scope="col">Judge</th><th scope="col">Features</th><th scope="col" class="number">${text.heading}</th>${
    hasIntervals && html`<th scope="col" class="number">95 % interval</th>`
  }<th scope="col" class="wide" aria-hidden="true"></th></tr></thead>
${judges.map((judge) => judgeRows(input, judge, text, hasIntervals))}</table></div>
<p class="quiet">${testRowText(rows)}${
    text.isBounded &&
    html` <span class="about-bars">Bars start at 0.${hasIntervals && ' Whiskers are 95 % intervals.'}</span>`
  }</p>
${otherMeasures(input, judges)}</section>
`;
}

function judgeRows(input: SelectionReportInput, judge: string, text: MeasureText, hasIntervals: boolean): Markup {
  return html`<tbody>${featureSets.map((features, place) => {
    const row = findRow(input, judge, features);
    return html`<tr>${
      place === 0 && html`<th scope="rowgroup" rowspan="${featureSets.length}">${judgeTitle(judge)}</th>`
    }<td>${setName(features, input)}</td>${measuredCells(input, row, text, hasIntervals)}</tr>
`;
  })}</tbody>`;
}

function measuredCells(
  input: SelectionReportInput,
  row: ReportedSet | undefined,
  text: MeasureText,
  hasIntervals: boolean,
): Markup {
  const found = decidingValue(input, row);
  if (row === undefined || found === undefined) {
    return html`<td class="number"><span class="hidden">not measured</span></td>${hasIntervals && html`<td></td>`}<td class="wide"></td>`;
  }
  const { value, interval } = found;
  const range = interval && `${text.bare(interval[0])} – ${text.value(interval[1])}`;
  return html`<td class="number">${text.value(value)}</td>${
    hasIntervals && html`<td class="number quiet">${range}</td>`
  }<td class="wide">${text.isBounded && bar({ share: value, kind: row.features, ...(interval && { interval }) })}</td>`;
}

/** Everything else that was measured, a column each. */
function otherMeasures(input: SelectionReportInput, judges: readonly string[]): Markup | undefined {
  const rows = input.measured ?? [];
  const names = [...new Set(rows.flatMap(({ measures }) => measures.map(({ measure }) => measure)))];
  const others = names.filter((name) => name !== measureOf(input));
  if (others.length === 0) return undefined;
  const cell = (row: ReportedSet | undefined, name: string) => {
    const found = row?.measures.find(({ measure }) => measure === name);
    if (found === undefined) return html`<td class="number quiet"><span class="hidden">not measured</span></td>`;
    const { value, bare } = measureText(name);
    const { interval } = found;
    return html`<td class="number">${value(found.value)}${
      interval && html` <span class="deviation">${bare(interval[0])} – ${bare(interval[1])}</span>`
    }</td>`;
  };
  const lines = judges.flatMap((judge) =>
    featureSets.map((features) => {
      const row = findRow(input, judge, features);
      const name = judges.length > 1 ? `${judgeTitle(judge)}, ${setName(features, input)}` : setName(features, input);
      return html`<tr><th scope="row">${name}</th>${others.map((other) => cell(row, other))}</tr>
`;
    }),
  );
  return html`<details><summary>Other measures</summary><div class="scroll" role="region" aria-label="Other measures" tabindex="0"><table><caption class="hidden">Other measures, with 95 % intervals</caption>
<thead><tr><th scope="col">Features</th>${others.map((name) => html`<th scope="col" class="number">${measureText(name).heading}</th>`)}</tr></thead>
<tbody>${lines}</tbody></table></div></details>`;
}

function findRow(input: SelectionReportInput, judge: string, features: FeatureSet): ReportedSet | undefined {
  return input.measured?.find((row) => row.judge === judge && row.features === features);
}

function setName(features: FeatureSet, { k, dataset }: SelectionReportInput): string {
  if (features === 'all') return `all ${formatCount(dataset.featureCount)}`;
  return features === 'selected' ? `${formatCount(k)} selected` : `${formatCount(k)} random`;
}

function testRowText(rows: readonly ReportedSet[]): string {
  const only = (counts: (number | undefined)[]): number | undefined =>
    new Set(counts).size === 1 ? counts[0] : undefined;
  const tested = only(rows.map((row) => row.testRowCount));
  const trained = only(rows.map((row) => row.trainRowCount));
  const training = trained === undefined ? '' : `Judges were fitted to ${countOf(trained, 'row')}. `;
  return tested === undefined
    ? `${training}Measured on test rows that the selection never saw.`
    : `${training}Measured on ${countOf(tested, 'test row')} that the selection never saw.`;
}
