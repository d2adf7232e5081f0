/** A wide chart that can be read on a phone: a file cannot measure its window, so it brings the chart in two widths. */
import { type LineChart, lineChart } from './line-chart.js';
import { html, type Markup } from './markup.js';

export const phoneChart = { width: 360, height: 280 } as const;

export function fittedChart(chart: LineChart): Markup {
  return html`<div class="on-wide">${lineChart(chart)}</div><div class="on-phone">${lineChart({ ...chart, ...phoneChart })}</div>`;
}
