/** How often every selected feature was selected from halves of the training rows. */
import { bar } from './bar.js';
import { formatCount, formatPercent } from './format.js';
import { html, type Markup } from './markup.js';
import type { SelectionReportInput } from './selection-report-input.js';

const mostListed = 100;

export function stabilitySection({ stability }: SelectionReportInput): Markup | undefined {
  if (stability === undefined) return undefined;
  const { shares, pairs, threshold } = stability;
  const more = shares.length - mostListed;
  return html`<section aria-labelledby="stability"><h2 id="stability">Would other rows choose the same?</h2>
<div class="scroll" role="region" aria-label="Stability of the selected features" tabindex="0"><table><caption class="hidden">Share of the halves from which each feature was selected</caption>
<thead><tr><th scope="col">Feature</th><th scope="col" class="number">Halves</th><th scope="col" class="wide" aria-hidden="true"></th></tr></thead>
<tbody>${shares.slice(0, mostListed).map(
    ({ name, share }) =>
      html`<tr><th scope="row">${name}</th><td class="number">${formatPercent(share, 0)}</td><td class="wide">${bar({ share, kind: share >= threshold ? 'selected' : 'random' })}</td></tr>
`,
  )}</tbody></table></div>
<p class="quiet">Share of ${formatCount(2 * pairs)} halves of the training rows from which the feature was selected, too.${more > 0 && ` The first ${formatCount(mostListed)} of ${formatCount(shares.length)}.`}</p></section>
`;
}
