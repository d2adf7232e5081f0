/**
 * Where the network looked: the strength of the input neurons over the epochs, as in Figure 4 of the NeuroFS paper.
 * Images get one picture per epoch; other data gets a table of the chosen features by epochs.
 */

import type { StrengthSnapshot } from '../types.js';
import { formatCount, formatNumber } from './format.js';
import { heatLegend, heatPicture, heatTable } from './heat-map.js';
import { html, type Markup } from './markup.js';
import type { SelectionReportInput } from './selection-report-input.js';

const pictureCount = 6;
const tableRowCount = 30;
const tableColumnCount = 12;

/** Nothing where the method has no strengths. */
export function strengthPart(input: SelectionReportInput): Markup | undefined {
  const snapshots = input.snapshots.filter((snapshot) => strongest(snapshot) > 0);
  if (snapshots.length === 0) return undefined;
  const shape = input.dataset.imageShape;
  const isImage = shape !== undefined && shape[0] * shape[1] === snapshots[0].strengths.length;
  return html`<h3 id="strengths">Where the network looked</h3>
${isImage ? pictures(input, snapshots, shape[1]) : featureTable(input, snapshots)}
`;
}

function pictures(input: SelectionReportInput, snapshots: readonly StrengthSnapshot[], width: number): Markup {
  const marked = input.features.map((feature) => feature.index);
  const shown = spread(snapshots, pictureCount);
  return html`<p>Strength of every pixel’s input neuron. Each picture has its own scale, from 0 to the strongest pixel of that epoch.</p>
<label class="marks-switch"><input type="checkbox" checked> Outline the ${formatCount(marked.length)} selected pixels</label>
<div class="pictures">${shown.map((snapshot) => picture(snapshot, width, marked, activeCount(input, snapshot)))}</div>
${heatLegend('inactive or 0', 'weak', 'strongest')}`;
}

function picture(snapshot: StrengthSnapshot, width: number, marked: readonly number[], active: string): Markup {
  const max = strongest(snapshot);
  const label = `Strengths at epoch ${snapshot.epoch}: ${active} pixels active, the strongest ${formatNumber(max)}`;
  return html`<figure>${heatPicture({ values: snapshot.strengths, width, max, label, marked })}
<figcaption><strong>Epoch ${snapshot.epoch}</strong><br>${active} active<br>strongest ${formatNumber(max)}</figcaption></figure>
`;
}

/** As the run counted them: a neuron that was just woken is active although its strength is still 0. */
function activeCount({ history }: SelectionReportInput, { epoch, strengths }: StrengthSnapshot): string {
  const recorded = history.find((each) => each.epoch === epoch)?.activeCount;
  return formatCount(recorded ?? strengths.filter((strength) => strength > 0).length);
}

function featureTable(input: SelectionReportInput, snapshots: readonly StrengthSnapshot[]): Markup {
  const features = input.features.slice(0, tableRowCount);
  const shown = spread(snapshots, tableColumnCount);
  const values = features.map((feature) => shown.map((snapshot) => snapshot.strengths[feature.index]));
  const max = Math.max(...values.flat());
  return html`<p>Strength of the input neurons of the ${formatCount(features.length)} best features, best first, at several epochs.</p>
${heatTable({
  caption: 'Strength of the best features by epoch',
  rowTitle: 'Epoch',
  rowNames: features.map((feature) => feature.name),
  columnNames: shown.map((snapshot) => String(snapshot.epoch)),
  values,
  max,
})}
${heatLegend('inactive or 0', 'weak', `strongest (${formatNumber(max)})`)}`;
}

function strongest({ strengths }: StrengthSnapshot): number {
  return strengths.reduce((most, strength) => Math.max(most, strength), 0);
}

/** At most `count` of the values, evenly spread, the first and the last among them. */
export function spread<T>(values: readonly T[], count: number): readonly T[] {
  if (values.length <= count) return values;
  return Array.from({ length: count }, (_, i) => values[Math.round((i * (values.length - 1)) / (count - 1))]);
}
