/** The chosen features as a table that can be read without script, and sorted and searched with it. */

import type { RankedFeature } from '../rank/rank-features.js';
import { bar } from './bar.js';
import { formatCount, formatNumber } from './format.js';
import { html, type Markup } from './markup.js';
import type { SelectionReportInput } from './selection-report-input.js';

/** More rows would make the page slow to open; ranking.csv has them all. */
const rowLimit = 2000;

export function rankingSection(input: SelectionReportInput): Markup {
  const features = input.features.slice(0, rowLimit);
  const columns = imageColumns(input);
  const scale = scoreScale(features);
  const write = scoreFormat(features);
  return html`<section aria-labelledby="ranking"><h2 id="ranking">Ranking</h2>
<p class="quiet">${rankingText(input.features.length)}</p>
<div class="tools" hidden><label>Search <input type="search" data-search="ranking-table" autocomplete="off"></label> <span role="status" class="quiet" data-found="ranking-table"></span></div>
<div class="scroll tall" role="region" aria-label="Table of the ranking" tabindex="0"><table class="ranking" id="ranking-table"><caption class="hidden">Selected features, best first</caption>
<thead><tr><th scope="col" class="number">Rank</th><th scope="col">Feature</th><th scope="col" class="number">Score</th><th class="wide" data-unsortable aria-hidden="true"></th>${
    columns !== undefined && html`<th scope="col" class="number">Row</th><th scope="col" class="number">Column</th>`
  }<th scope="col" class="number">Index</th></tr></thead>
<tbody>${features.map((feature) => featureRow(feature, write(feature.score), scale(feature.score), columns))}</tbody></table></div></section>
`;
}

function featureRow(feature: RankedFeature, scoreText: string, share: number, imageWidth: number | undefined): Markup {
  const { rank, name, index, score } = feature;
  const place =
    imageWidth !== undefined &&
    html`<td class="number">${Math.floor(index / imageWidth)}</td><td class="number">${index % imageWidth}</td>`;
  return html`<tr><td class="number">${rank}</td><th scope="row"><bdi>${name}</bdi></th><td class="number" data-value="${score}">${scoreText}</td><td class="wide">${bar(
    { share, kind: 'score' },
  )}</td>${place}<td class="number">${index}</td></tr>
`;
}

/** Scores as shares of the largest finite one; where some are negative the lowest is 0. */
function scoreScale(features: readonly RankedFeature[]): (score: number) => number {
  const finite = features.map((feature) => feature.score).filter(Number.isFinite);
  const low = Math.min(0, ...finite);
  const high = Math.max(0, ...finite);
  return (score) => {
    if (score === Number.POSITIVE_INFINITY) return 1;
    return high > low && Number.isFinite(score) ? (score - low) / (high - low) : 0;
  };
}

/** The same number of decimals in the whole column, four significant digits for the largest score. */
function scoreFormat(features: readonly RankedFeature[]): (score: number) => string {
  const sizes = features.map((feature) => Math.abs(feature.score)).filter(Number.isFinite);
  const magnitude = Math.floor(Math.log10(Math.max(...sizes)));
  if (!(magnitude >= -4 && magnitude < 7)) return formatNumber;
  const digits = Math.max(0, 3 - magnitude);
  return (score) => (Number.isFinite(score) ? score.toFixed(digits).replace('-', '−') : formatNumber(score));
}

function imageColumns({ dataset }: SelectionReportInput): number | undefined {
  const shape = dataset.imageShape;
  return shape !== undefined && shape[0] * shape[1] === dataset.featureCount ? shape[1] : undefined;
}

function rankingText(count: number): string {
  if (count <= rowLimit) return 'Best first. Index counts the features from 0, in the order of the file.';
  return `The best ${formatCount(rowLimit)} of ${formatCount(count)}; ranking.csv has them all.`;
}
