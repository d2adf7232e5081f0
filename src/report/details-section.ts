/** What it takes to check and repeat the selection: data, settings, timings, versions, command. */
import { bar } from './bar.js';
import { formatCount, formatDuration, formatPercent } from './format.js';
import { type Child, html, type Markup } from './markup.js';
import type { ReportedDataset, SelectionReportInput } from './selection-report-input.js';
import { shortNumber, targetText } from './target-text.js';

/** Data with more classes lists the rest as a count. */
const classLimit = 40;

export function detailsSections(input: SelectionReportInput): Markup {
  return html`${dataSection(input)}${settingsSection(input)}${repeatSection(input)}`;
}

export function dataSection({
  dataset,
  preparation = [],
}: Pick<SelectionReportInput, 'dataset' | 'preparation'>): Markup {
  return html`<section aria-labelledby="data"><h2 id="data">Data</h2>
${pairs([
  ['File', html`<bdi>${dataset.name}</bdi>`],
  ['SHA-256', dataset.checksum && html`<code>${dataset.checksum}</code>`],
  ['Rows', rowText(dataset)],
  ['Features', formatCount(dataset.featureCount)],
  ['Image', dataset.imageShape && `${dataset.imageShape[0]} × ${dataset.imageShape[1]} pixels`],
  ['Target', dataset.targetName && html`<bdi>${dataset.targetName}</bdi>, ${targetText(dataset)}`],
])}
${preparation.length > 0 && html`<h3>What was done to the columns</h3><ul>${preparation.map((text) => html`<li>${text}</li>`)}</ul>`}
${dataset.task === 'classes' && classTable(dataset)}${rangeTable(dataset)}</section>
`;
}

function rowText({ rowCount, trainRowCount, testRowCount }: ReportedDataset): string {
  const total = formatCount(rowCount);
  if (trainRowCount === undefined || testRowCount === undefined) return total;
  return `${total} (${formatCount(trainRowCount)} to train on, ${formatCount(testRowCount)} to test on)`;
}

function classTable({ classNames = [], classCounts = [], rowCount }: ReportedDataset): Markup {
  const largest = Math.max(...classCounts);
  const rows = classNames.slice(0, classLimit).map(
    (name, i) =>
      html`<tr><th scope="row"><bdi>${name}</bdi></th><td class="number">${formatCount(classCounts[i])}</td><td class="number quiet">${formatPercent(
        classCounts[i] / rowCount,
      )}</td><td class="wide">${bar({ share: classCounts[i] / largest, kind: 'plain' })}</td></tr>
`,
  );
  const more = classNames.length - classLimit;
  return html`<h3>Classes</h3><table class="classes"><caption class="hidden">Rows per class</caption>
<thead class="hidden"><tr><th scope="col">Class</th><th scope="col">Rows</th><th scope="col">Share</th><th aria-hidden="true"></th></tr></thead>
<tbody>${rows}</tbody></table>${more > 0 && html`<p class="quiet">and ${formatCount(more)} more.</p>`}`;
}

/** Of the numbers to be told. */
function rangeTable({ targetRanges = [], targetName = '' }: ReportedDataset): Markup | false {
  if (targetRanges.length === 0) return false;
  const names = targetRanges.length === 1 ? [targetName] : targetName.split(',');
  const rows = targetRanges.map(
    ({ least, mean, deviation, most }, output) =>
      html`<tr><th scope="row"><bdi>${names[output]}</bdi></th>${[least, mean, deviation, most].map((value) => html`<td class="number">${shortNumber(value)}</td>`)}</tr>
`,
  );
  return html`<h3>Numbers to predict</h3><table><thead><tr><th scope="col">Target</th><th scope="col" class="number">Least</th><th scope="col" class="number">Mean</th><th scope="col" class="number">Deviation</th><th scope="col" class="number">Most</th></tr></thead>
<tbody>${rows}</tbody></table>`;
}

function settingsSection({ method, methodSummary, k, seed, parameters }: SelectionReportInput): Markup {
  return html`<section aria-labelledby="settings"><h2 id="settings">Settings</h2>
${pairs(
  [
    ['Method', methodSummary ? `${method}: ${methodSummary}` : method],
    ['K', formatCount(k)],
    ['Seed', String(seed)],
    ...Object.entries(parameters).map(([name, value]): [string, Child] => [name, settingText(value)]),
  ],
  'compact',
)}</section>
`;
}

export function settingText(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function repeatSection({ command, timings, versions = {}, createdAt }: SelectionReportInput): Markup {
  return html`<section aria-labelledby="repeat"><h2 id="repeat">Time, and how to repeat it</h2>
${pairs(
  [
    ...Object.entries(timings).map(([stage, seconds]): [string, Child] => [stage, formatDuration(seconds)]),
    ...Object.entries(versions),
    ['made', createdAt],
  ],
  'compact',
)}
${command !== undefined && html`<p>This command gives the same selection again, bit for bit:</p><div class="command"><pre tabindex="0"><code>${command}</code></pre><button type="button" data-copy hidden>Copy</button></div>`}</section>
`;
}

export function pairs(entries: readonly (readonly [name: string, value: Child])[], kind = ''): Markup {
  const shown = entries.filter(([, value]) => value !== undefined && value !== '');
  return html`<dl class="pairs ${kind}">${shown.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>
`,
  )}</dl>`;
}
