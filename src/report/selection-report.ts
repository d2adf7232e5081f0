/** The report of one selection: what was chosen, how good it is, how it came about, and how to repeat it. */
import { answerSection } from './answer-section.js';
import { detailSection } from './detail-section.js';
import { detailsSections } from './details-section.js';
import { featuresSection } from './features-section.js';
import { countOf, formatCount, formatDuration } from './format.js';
import { type Child, html, Markup } from './markup.js';
import { methodsSection } from './methods-text.js';
import { renderPage } from './page.js';
import { rankingSection } from './ranking-section.js';
import { selectionJson } from './selection-json.js';
import type { SelectionReportInput } from './selection-report-input.js';
import { sizeSection } from './size-section.js';
import { stabilitySection } from './stability-section.js';
import { targetFact } from './target-text.js';
import { togetherSection } from './together-section.js';
import { trainingSection } from './training-section.js';
import { triedSection } from './tried-section.js';
import { verdictSection } from './verdict-section.js';

/** One HTML file, complete in itself. */
export function renderSelectionReport(input: SelectionReportInput): string {
  const title = input.title ?? defaultTitle(input);
  // In the order of the page, and under its headings.
  const body = html`${pageHeader(input, title)}
<main>
${answerSection(input)}
${verdictSection(input)}
${detailSection(input)}
${rankingSection(input)}
${featuresSection(input)}
${togetherSection(input)}
${trainingSection(input)}
${triedSection(input)}
${sizeSection(input)}
${stabilitySection(input)}
${methodsSection(input)}
${detailsSections(input)}
</main>
<footer>Made by neurofs${input.versions?.neurofs && ` ${input.versions.neurofs}`}: supervised feature selection with a truly sparse neural network. This file needs no network.</footer>
${embeddedSelection(input)}`;
  return renderPage({ title, body });
}

/** The selection as JSON inside the page, so that a report can be opened again. Data to the browser, never run. */
function embeddedSelection(input: SelectionReportInput): Markup {
  const json = selectionJson(input).replaceAll('<', '\\u003c');
  return html`<script type="application/json" id="neurofs-selection">${new Markup(json)}</script>`;
}

function defaultTitle({ k, dataset }: SelectionReportInput): string {
  return `${formatCount(k)} of ${countOf(dataset.featureCount, 'feature')} selected from ${dataset.name}`;
}

function pageHeader(input: SelectionReportInput, title: string): Markup {
  const { dataset, method, seed, timings } = input;
  const seconds = Object.values(timings).reduce((sum, time) => sum + time, 0);
  const facts: [string, Child][] = [
    ['Rows', formatCount(dataset.rowCount)],
    targetFact(dataset),
    ['Method', method],
    ['Seed', String(seed)],
    ['Time', formatDuration(seconds)],
  ];
  return html`<header><p class="eyebrow">neurofs selection report</p><h1>${title}</h1>
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></header>`;
}
