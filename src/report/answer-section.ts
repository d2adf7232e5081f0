/** The short answer: what was selected, how good that is, and what it means. */
import { findingsList } from './findings-section.js';
import { formatCount } from './format.js';
import { judgeSelection } from './judge-selection.js';
import { html, type Markup } from './markup.js';
import { measuredLines } from './measured-lines.js';
import { measuredPart } from './measured-section.js';
import type { SelectionReportInput } from './selection-report-input.js';

/** More names are in the ranking below. */
export const fewNames = 24;

/** `neurofs chose 3 of 30 features to predict part`. */
export function headline(
  { method, k }: Pick<SelectionReportInput, 'method' | 'k'>,
  featureCount: number,
  targetName: string,
): Markup {
  return html`${method} chose ${k === 0 ? 'none' : formatCount(k)} of ${formatCount(featureCount)} features to predict <bdi>${targetName}</bdi>${k > 0 && ':'}`;
}

export function answerSection(input: SelectionReportInput): Markup {
  const { dataset, features } = input;
  const more = features.length - fewNames;
  return html`<section aria-labelledby="means"><h2 id="means">What it means</h2>
<p class="headline">${headline(input, dataset.featureCount, dataset.targetName ?? 'the target')}</p>
${features.length > 0 && html`<ol class="chips">${features.slice(0, fewNames).map(({ name }) => html`<li class="chip"><bdi>${name}</bdi></li>`)}${more > 0 && html`<li>and ${formatCount(more)} more</li>`}</ol>`}
${measuredPart(input, measuredLines(input))}
${findingsList(judgeSelection(input))}</section>
`;
}
