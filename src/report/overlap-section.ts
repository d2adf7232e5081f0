/** How far the methods choose the same features, and how far one method does with another seed. */
import type { ComparisonSummary, OverlapAtK } from '../experiment/summarise.js';
import type { ComparisonReportInput } from './comparison-report-input.js';
import { formatCount } from './format.js';
import { heatLegend, heatTable } from './heat-map.js';
import { html, type Markup } from './markup.js';

/** The first K is shown, the others can be opened. */
export function overlapSection({ summary, dataset }: ComparisonReportInput): Markup {
  const [first, ...others] = summary.overlaps;
  const chance = first.k / (2 * dataset.featureCount - first.k);
  return html`<section aria-labelledby="overlap"><h2 id="overlap">Do they choose the same features?</h2>
<p>Features shared by two selections, as a share of all features in either (Jaccard index): 1 means the same choice, 0 nothing in common; two random choices of ${formatCount(first.k)} share about ${(chance).toFixed(2)}. The diagonal compares a method with itself under other seeds; it is blank where there was only one run.</p>
${overlapTable(summary, first)}
${heatLegend('nothing in common', 'little', 'the same')}
${others.map((one) => html`<details><summary>K = ${formatCount(one.k)}</summary>${overlapTable(summary, one)}</details>`)}</section>
`;
}

function overlapTable({ methods }: ComparisonSummary, { k, values }: OverlapAtK): Markup {
  const names = methods.map(({ method }) => method);
  return html`<div class="overlap">${heatTable({
    caption: `Overlap of the selections, K = ${formatCount(k)}`,
    rowTitle: `K = ${formatCount(k)}`,
    rowNames: names.map((name, place) => `${place + 1} ${name}`),
    columnNames: names.map((_, place) => String(place + 1)),
    columnTitles: names,
    values,
    max: 1,
    cellText: (value) => (value === 0 || value === 1 ? String(value) : value.toFixed(2).replace(/^0/, '')),
  })}</div>`;
}
