/** How it was chosen: the strengths over the epochs, active input neurons, loss, neurons dropped and woken, per epoch. */
import type { EpochHistory } from '../types.js';
import { formatCount, formatNumber } from './format.js';
import { lineChart } from './line-chart.js';
import { html, type Markup } from './markup.js';
import type { SelectionReportInput } from './selection-report-input.js';
import { strengthPart } from './strength-section.js';
import { trainingCharts } from './training-charts.js';

/** Nothing where the method does not train. */
export function trainingSection(input: SelectionReportInput): Markup | undefined {
  const strengths = strengthPart(input);
  if (strengths === undefined && input.history.length === 0) return undefined;
  return html`<section aria-labelledby="chosen"><h2 id="chosen">How it was chosen</h2>
${strengths}${trainingPart(input)}</section>
`;
}

function trainingPart(input: SelectionReportInput): Markup | undefined {
  const { history } = input;
  if (history.length === 0) return undefined;
  return html`<h3 id="training">Training</h3>
<div class="charts">${trainingCharts(input).map((chart) => html`<figure>${lineChart(chart)}</figure>`)}</div>
${historyTable(history)}`;
}

function historyTable(history: readonly EpochHistory[]): Markup {
  return html`<details><summary>The same as numbers</summary><div class="scroll tall" role="region" aria-label="Training figures" tabindex="0"><table class="figures">
<thead><tr><th scope="col">Epoch</th><th scope="col">Loss</th><th scope="col">Active</th><th scope="col">Dropped</th><th scope="col">Woken</th></tr></thead>
<tbody>${history.map(
    (epoch) => html`<tr><th scope="row">${epoch.epoch}</th><td>${
      epoch.loss === undefined ? '' : formatNumber(epoch.loss)
    }</td><td>${formatCount(epoch.activeCount)}</td><td>${formatCount(epoch.removedCount)}</td><td>${formatCount(epoch.wokenCount)}</td></tr>
`,
  )}</tbody></table></div></details>`;
}
