/** Which features the runs of a comparison choose again and again. */
import type { FrequencyAtK } from '../experiment/feature-frequency.js';
import { csvLine } from '../write/csv-line.js';
import { bar } from './bar.js';
import type { ComparisonReportInput } from './comparison-report-input.js';
import { countOf, formatCount, formatPercent } from './format.js';
import { html, type Markup } from './markup.js';

const mostListed = 50;

type Input = Pick<ComparisonReportInput, 'frequencies' | 'featureNames'>;

export function frequencySection({ frequencies = [], featureNames }: Input): Markup | undefined {
  const [first, ...others] = frequencies;
  if (first === undefined) return undefined;
  return html`<section aria-labelledby="frequency"><h2 id="frequency">Which features are chosen again and again?</h2>
<p>Share of the runs that chose a feature${first.methods.length > 1 && `: the mean over ${formatCount(first.methods.length)} methods, so that each counts once`}. Runs with random features are not counted.</p>
${frequencyTable(first, featureNames)}
${others.map((each) => html`<details><summary>K = ${formatCount(each.k)}</summary><div>${frequencyTable(each, featureNames)}</div></details>`)}</section>
`;
}

function frequencyTable({ k, features, consensus }: FrequencyAtK, names: Input['featureNames']): Markup {
  const title = `Frequency of the features, K = ${formatCount(k)}`;
  return html`<p>K = ${formatCount(k)}: ${consensusText(consensus.map((feature) => names[feature]))}</p>
<div class="scroll tall" role="region" aria-label="${title}" tabindex="0"><table><caption class="hidden">${title}</caption>
<thead><tr><th scope="col">Feature</th><th scope="col" class="number">Chosen by</th><th class="wide" aria-hidden="true"></th></tr></thead>
<tbody>${features.slice(0, mostListed).map(
    ({ feature, frequency }) =>
      html`<tr><th scope="row"><bdi>${names[feature]}</bdi></th><td class="number">${formatPercent(frequency, 0)}</td><td class="wide">${bar({ share: frequency, kind: 'score' })}</td></tr>
`,
  )}</tbody></table></div>`;
}

export function consensusText(names: readonly string[]): string {
  if (names.length === 0) return 'no feature is chosen by half of the runs.';
  const shown = names.slice(0, mostListed).join(', ');
  const more = names.length > mostListed ? ` and ${formatCount(names.length - mostListed)} more` : '';
  return `${countOf(names.length, 'feature')} chosen by half of the runs or more: ${shown}${more}.`;
}

/** A line for every feature that any run chose. */
export function* frequencyCsv({ frequencies = [], featureNames }: Input): Generator<string> {
  const methods = frequencies[0]?.methods ?? [];
  yield csvLine(['k', 'feature', 'frequency', 'consensus', ...methods]);
  for (const { k, features, consensus, methods: own } of frequencies) {
    const agreed = new Set(consensus);
    for (const { feature, frequency, byMethod } of features) {
      const shares = methods.map((method) => byMethod[own.indexOf(method)]);
      yield csvLine([k, featureNames[feature], frequency, agreed.has(feature) ? 'yes' : '', ...shares]);
    }
  }
}
