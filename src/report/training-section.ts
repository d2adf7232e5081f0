/** How training went: active input neurons, loss, neurons dropped and woken, per epoch. */
import { formatCount, formatNumber } from './format.js';
import { lineChart } from './line-chart.js';
import { html, type Markup } from './markup.js';
import type { EpochHistory, SelectionReportInput } from './selection-report-input.js';

/** Nothing where the method does not train. */
export function trainingSection(input: SelectionReportInput): Markup | undefined {
  const { history } = input;
  if (history.length === 0) return undefined;
  return html`<section aria-labelledby="training"><h2 id="training">Training</h2>
<div class="charts">
<figure><figcaption>Active input neurons</figcaption>${activeChart(input)}</figure>
<figure><figcaption>Loss</figcaption>${lossChart(history)}</figure>
${changesFigure(history)}</div>
${historyTable(history)}</section>
`;
}

function activeChart({ history, schedule, k }: SelectionReportInput): Markup {
  const first = history[0];
  const last = history[history.length - 1];
  const active = { name: 'active', points: history.map(({ epoch, activeCount }) => ({ x: epoch, y: activeCount })) };
  const wanted = schedule && {
    name: 'schedule',
    points: schedule.map(({ epoch, activeCount }) => ({ x: epoch, y: activeCount })),
    dashed: true,
  };
  return lineChart({
    label: `Active input neurons per epoch: from ${first.activeCount} at epoch ${first.epoch} to ${last.activeCount} at epoch ${last.epoch}`,
    xTitle: 'epoch',
    yTitle: 'neurons',
    series: wanted ? [active, wanted] : [active],
    levels: [{ y: k, name: `K = ${formatCount(k)}` }],
    yIncludes: [0],
  });
}

function lossChart(history: readonly EpochHistory[]): Markup {
  const measured = history.filter((epoch) => epoch.loss !== undefined);
  const points = measured.map(({ epoch, loss }) => ({ x: epoch, y: loss }));
  const text = (epoch: EpochHistory | undefined) => (epoch?.loss === undefined ? 'unknown' : formatNumber(epoch.loss));
  return lineChart({
    label: `Mean training loss per epoch: from ${text(measured[0])} to ${text(measured[measured.length - 1])}`,
    xTitle: 'epoch',
    yTitle: 'mean training loss',
    series: [{ name: 'loss', points }],
    yIncludes: [0],
  });
}

function changesFigure(history: readonly EpochHistory[]): Markup | undefined {
  if (history.every((epoch) => epoch.removedCount === 0 && epoch.wokenCount === 0)) return undefined;
  const chart = lineChart({
    label: 'Input neurons dropped and woken per epoch',
    xTitle: 'epoch',
    yTitle: 'neurons',
    series: [
      { name: 'dropped', points: history.map(({ epoch, removedCount }) => ({ x: epoch, y: removedCount })) },
      { name: 'woken', points: history.map(({ epoch, wokenCount }) => ({ x: epoch, y: wokenCount })), dashed: true },
    ],
    yIncludes: [0],
  });
  return html`<figure><figcaption>Dropped and woken</figcaption>${chart}</figure>`;
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
