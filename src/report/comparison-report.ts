/** The report of a comparison: which method is best on this data, by how much, at what cost, and how sure that is. */

import { judgeTitle } from '../evaluate/registry.js';
import { curvesSection } from './comparison-charts.js';
import type { ComparisonReportInput } from './comparison-report-input.js';
import { comparisonSettings } from './comparison-settings.js';
import { comparisonTables, marksAt } from './comparison-table.js';
import { costSection } from './cost-section.js';
import { dataSection, pairs, settingText } from './details-section.js';
import { findingsList } from './findings-section.js';
import { countOf, formatCount, listOf } from './format.js';
import { frequencySection } from './frequency-section.js';
import { judgeComparison, rankedAt } from './judge-comparison.js';
import { html, type Markup } from './markup.js';
import type { MeasuredLine } from './measured-lines.js';
import { measuredPart } from './measured-section.js';
import { overlapSection } from './overlap-section.js';
import { renderPage } from './page.js';
import { targetFact } from './target-text.js';

/** One HTML file, complete in itself. */
export function renderComparisonReport(input: ComparisonReportInput): string {
  const title = `${countOf(input.summary.methods.length, 'method')} compared on ${input.dataset.name}`;
  const body = html`${pageHeader(input, title)}
<main>
<section aria-labelledby="means"><h2 id="means">What it means</h2>
${measuredPart(input.summary, bestLines(input))}
${findingsList(judgeComparison(input))}</section>
${comparisonTables(input)}
${curvesSection(input)}
${frequencySection(input)}
${overlapSection(input)}
${costSection(input)}
${failuresSection(input)}
${settingsSection(input)}
${dataSection(input)}
</main>
<footer>Made by neurofs${input.versions?.neurofs && ` ${input.versions.neurofs}`}: supervised feature selection with a truly sparse neural network. This file needs no network.</footer>`;
  return renderPage({ title, body });
}

function pageHeader({ dataset, summary, seeds, splitCount = 1 }: ComparisonReportInput, title: string): Markup {
  const facts: [string, string][] = [
    ['Rows', formatCount(dataset.rowCount)],
    ['Features', formatCount(dataset.featureCount)],
    targetFact(dataset),
    ['K', summary.ks.map(formatCount).join(', ')],
    splitCount > 1 ? ['Splits', String(splitCount)] : ['Seeds', String(seeds.length)],
    ['Judge', summary.judges.map(judgeTitle).join(', ')],
  ];
  return html`<header><p class="eyebrow">neurofs comparison report</p><h1>${title}</h1>
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></header>`;
}

/** The best at the largest K beside all and random features. */
function bestLines({ summary, dataset }: ComparisonReportInput): MeasuredLine[] {
  const place = summary.ks.length - 1;
  const judge = summary.judges[0];
  const ranked = rankedAt(summary, judge, place);
  const best = ranked.find(({ method }) => method.method !== 'random');
  const random = ranked.find(({ method }) => method.method === 'random');
  const all = summary.baseline[judge];
  if (best === undefined) return [];
  const k = formatCount(summary.ks[place]);
  // Several may be best as printed: none of them is then the one.
  const alike = [...marksAt(summary, judge, place)].filter(([name, mark]) => mark === 'best' && name !== 'random');
  const bestNames =
    alike.length > 2
      ? `any of ${countOf(alike.length, 'method')}`
      : alike.length === 2
        ? `${alike[0][0]} or ${alike[1][0]}`
        : best.method.method;
  const { measure } = summary.deciding;
  const { testRowCount = 0 } = dataset;
  const line = (features: MeasuredLine['features'], name: string, value: number | undefined): MeasuredLine[] =>
    value === undefined
      ? []
      : [{ judge, features, name, set: { judge, features, testRowCount, measures: [{ measure, value }] } }];
  return [
    ...line('selected', `${k} by ${bestNames}`, best.spread.mean),
    ...line('all', `all ${formatCount(dataset.featureCount)}`, all?.mean),
    ...line('random', `${k} random`, random?.spread.mean),
  ];
}

function failuresSection({ summary }: ComparisonReportInput): Markup | undefined {
  const items = summary.methods.flatMap(({ method, failures }) =>
    [...new Set(failures.map(({ message }) => message))].map((message) => {
      const same = failures.filter((failure) => failure.message === message);
      const ks = [...new Set(same.map(({ k }) => k))];
      const seeds = [...new Set(same.map(({ seed }) => seed))];
      return html`<li>${method}, K = ${listOf(ks.map(formatCount))}, ${seeds.length === 1 ? 'seed' : 'seeds'} ${listOf(seeds)}: ${message}</li>`;
    }),
  );
  if (items.length === 0) return undefined;
  return html`<section aria-labelledby="failures"><h2 id="failures">What failed</h2>
<ul class="failures">${items}</ul></section>
`;
}

function settingsSection(input: ComparisonReportInput): Markup {
  const { settings, methodOptions, methodSummaries, seeds, command, versions = {} } = input;
  return html`<section aria-labelledby="settings"><h2 id="settings">Settings</h2>
<p>Every method got the same training rows with the same scaling and never saw a test row.</p>
${pairs([['Seeds', listOf(seeds)], ...comparisonSettings(settings), ...Object.entries(versions)], 'compact')}
${Object.entries(methodOptions).map(
  ([method, options]) =>
    html`<details><summary>${method}</summary><div><p>${methodSummaries[method]}</p>${pairs(
      Object.entries(options).map(([name, value]) => [name, settingText(value)] as const),
      'compact',
    )}</div></details>`,
)}
${command !== undefined && html`<p>This command gives the same results again, except for the times:</p><div class="command"><pre tabindex="0"><code>${command}</code></pre><button type="button" data-copy hidden>Copy</button></div>`}</section>
`;
}
