/** What each selected feature shows of the target alone: direction, effect, p, false-discovery rate and a small picture. */
import type { UnivariateFeature } from '../univariate/look-at-features.js';
import { countOf, formatCount } from './format.js';
import { html, type Markup } from './markup.js';
import type { ReportedUnivariate, SelectionReportInput } from './selection-report-input.js';
import { smallPicture } from './small-picture.js';

/** More would make the page slow to open; ranking.csv has the figures of all. */
const mostListed = 100;

export function featuresSection({ univariate: report, dataset }: SelectionReportInput): Markup | undefined {
  if (report === undefined || report.features.length === 0) return undefined;
  const features = report.features.slice(0, mostListed);
  const { classNames = [], targetName = 'the target' } = dataset;
  const hasPictures = features.some(({ shown }) => shown !== undefined);
  const more = report.features.length - features.length;
  return html`<section aria-labelledby="features"><h2 id="features">Each feature alone</h2>
<p class="quiet">${explanation(report, targetName)}${more > 0 && ` The best ${formatCount(mostListed)} of ${formatCount(report.features.length)}.`}</p>
${hasPictures && legend(features, classNames, targetName)}
<div class="scroll tall" role="region" aria-label="What each feature shows alone" tabindex="0"><table class="alone"><caption class="hidden">What each selected feature shows of the target alone</caption>
<thead><tr><th scope="col">Feature</th>${hasPictures && html`<th scope="col">Values</th>`}<th scope="col">Direction</th><th scope="col" class="number">Effect</th><th scope="col" class="number">p</th><th scope="col" class="number">FDR</th></tr></thead>
<tbody>${features.map((feature) => featureRow(feature, report, classNames, hasPictures))}</tbody></table></div></section>
`;
}

function featureRow(
  feature: UnivariateFeature,
  report: ReportedUnivariate,
  classNames: readonly string[],
  hasPictures: boolean,
): Markup {
  const { name, effect, p, q, shown } = feature;
  const picture = hasPictures && html`<td class="values">${shown && smallPicture(shown, name, classNames)}</td>`;
  return html`<tr><th scope="row"><bdi>${name}</bdi></th>${picture}<td>${direction(feature, report)}</td><td class="number" data-value="${effect}">${signed(effect)}</td><td class="number" data-value="${p}">${probability(p)}</td><td class="number" data-value="${q}">${probability(q)}</td></tr>
`;
}

function direction({ effect, highest, of }: UnivariateFeature, { effect: kind }: ReportedUnivariate): Markup {
  const which = of !== undefined && html`<bdi>${of}</bdi>: `;
  if (kind !== 'correlation') return html`${which}highest in <bdi>${highest}</bdi>`;
  return html`${which}${effect === 0 ? 'none' : effect > 0 ? 'rises with it' : 'falls with it'}`;
}

const testNames = { 'kruskal-wallis': 'Kruskal–Wallis test', spearman: "Spearman's correlation" } as const;
const effectNames = {
  'rank-biserial': (classNames: readonly string[]) =>
    `Effect is the rank-biserial correlation, from −1 to 1, above 0 where “${classNames[1]}” has the larger values`,
  'epsilon-squared': () => 'Effect is epsilon squared, from 0 to 1',
  correlation: () => 'Effect is the correlation of the ranks, from −1 to 1',
} as const;

function explanation(
  { test, effect, rowCount, featureCount, classNames = [] }: ReportedUnivariate,
  target: string,
): string {
  return `${testNames[test]} of every feature with ${target}, on ${countOf(rowCount, 'training row')}. ${effectNames[effect](classNames)}. FDR is the false-discovery rate over all ${countOf(featureCount, 'feature')} (Benjamini and Hochberg). The features were selected on the same rows, and together: one that shows little alone may tell much beside others.`;
}

function legend(features: readonly UnivariateFeature[], classNames: readonly string[], target: string): Markup {
  if (features.some(({ shown }) => shown?.kind === 'points')) {
    return html`<p class="quiet">Values: the feature across, ${target} up; a point a row.</p>`;
  }
  return html`<p class="quiet box-legend">Values by class, from least to most, the box from quartile to quartile, the line at the median: ${classNames.map(
    (name, place) => html`<span><span class="key series-${(place % 8) + 1}"></span><bdi>${name}</bdi></span> `,
  )}</p>`;
}

function signed(value: number): string {
  return value.toFixed(2).replace('-', '−').replace('−0.00', '0.00');
}

/** 0.031, below 0.001 as a power of ten. */
export function probability(p: number): string {
  if (p === 0) return '< 1e−300';
  if (p >= 0.001) return p.toFixed(3);
  return p.toExponential(1).replace('-', '−');
}
