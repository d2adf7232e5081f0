/** What every method gives at every K, mean and deviation, with the best and the second best of each K marked. */

import { findMeasure } from '../evaluate/measures/registry.js';
import { judgeTitle } from '../evaluate/registry.js';
import type { ComparisonSummary, MethodSummary, Spread } from '../experiment/summarise.js';
import { bar } from './bar.js';
import type { ComparisonReportInput } from './comparison-report-input.js';
import { countOf, formatCount } from './format.js';
import { html, type Markup } from './markup.js';
import { type MeasureText, measureText } from './measure-text.js';

export type Mark = 'best' | 'second';

/** The methods that are best and second best at the K of this place, as printed. Equal ones share the mark, and after two best ones nothing is second. */
export function marksAt(summary: ComparisonSummary, judge: string, place: number): Map<string, Mark> {
  const { measure } = summary.deciding;
  const sign = findMeasure(measure).best === 'highest' ? 1 : -1;
  const means = summary.methods.map((method) => printed(method.byK[place].value[judge], measureText(measure)));
  const [best, second] = means.filter((mean) => mean !== undefined).sort((a, b) => sign * (b - a));
  const marks = new Map<string, Mark>();
  summary.methods.forEach(({ method }, i) => {
    if (means[i] === undefined) return;
    if (means[i] === best) marks.set(method, 'best');
    else if (means[i] === second) marks.set(method, 'second');
  });
  return marks;
}

/** A mean to the digits that tables show: what looks equal is equal. */
function printed(spread: Spread | undefined, text: MeasureText): number | undefined {
  return spread === undefined ? undefined : Number(text.bare(spread.mean));
}

export function comparisonTables(input: ComparisonReportInput): Markup {
  const { judges, deciding } = input.summary;
  const { heading, isHighestBest } = measureText(deciding.measure);
  return html`<section aria-labelledby="accuracy"><h2 id="accuracy">${heading}</h2>
${judges.map((judge) => html`${judges.length > 1 && html`<h3>${judgeTitle(judge)}</h3>`}${table(input, judge)}`)}
<p class="quiet">${heading} on the ${countOf(input.dataset.testRowCount ?? 0, 'test row')}: mean and standard deviation over the seeds${!isHighestBest && '; the lower, the better'}. The best at each K is <b class="best">bold</b>, the second best <span class="second">italic</span>. Methods that draw nothing at random are run once and have no deviation. The ranking score is 0 for the worst and ${formatCount(input.summary.methods.length - 1)} for the best method at each K, ties share the points; the table shows its mean over K. A method without a result ranks last.</p></section>
`;
}

function table({ summary, dataset }: ComparisonReportInput, judge: string): Markup {
  const marks = summary.ks.map((_, place) => marksAt(summary, judge, place));
  const baseline = summary.baseline[judge];
  const text = measureText(summary.deciding.measure);
  const title = `${text.heading} with ${judgeTitle(judge)}`;
  return html`<div class="scroll" role="region" aria-label="${title}" tabindex="0"><table class="methods"><caption class="hidden">${title}</caption>
<thead><tr><th scope="col">Method</th>${summary.ks.map(
    (k) => html`<th scope="col" class="number">K = ${formatCount(k)}</th>`,
  )}<th scope="col" class="number">Ranking score</th><th scope="col" class="wide" aria-hidden="true"></th></tr></thead>
<tbody>${bestFirst(summary, judge).map((method) => methodRow(method, judge, marks, summary.methods.length, text))}</tbody>
${
  baseline !== undefined &&
  html`<tfoot><tr><th scope="row">all ${formatCount(dataset.featureCount)}</th><td class="number" colspan="${summary.ks.length}">${text.value(baseline.mean)} with nothing selected</td><td></td><td class="wide"></td></tr></tfoot>`
}</table></div>`;
}

/** The highest ranking score first. */
export function bestFirst(summary: ComparisonSummary, judge: string): MethodSummary[] {
  const score = (method: MethodSummary) => method.rankingScore[judge] ?? 0;
  return [...summary.methods].sort((a, b) => score(b) - score(a));
}

function methodRow(
  { method, byK, rankingScore }: MethodSummary,
  judge: string,
  marks: readonly Map<string, Mark>[],
  methodCount: number,
  text: MeasureText,
): Markup {
  const score = rankingScore[judge] ?? 0;
  const share = methodCount > 1 ? score / (methodCount - 1) : 0;
  const kind = method === 'random' ? 'random' : 'score';
  return html`<tr${method === 'random' && html` class="row-random"`}><th scope="row">${method}</th>${byK.map(
    (one, place) => valueCell(one.value[judge], marks[place].get(method), text),
  )}<td class="number">${score.toFixed(1)}</td><td class="wide">${bar({ share, kind })}</td></tr>
`;
}

const markNames: Readonly<Record<Mark, string>> = { best: 'best', second: 'second best' };

function valueCell(spread: Spread | undefined, mark: Mark | undefined, text: MeasureText): Markup {
  if (spread === undefined) return html`<td class="number quiet">failed</td>`;
  const deviation = spread.deviation === undefined ? '' : `± ${text.bare(spread.deviation)}`;
  return html`<td class="number"><span${mark && html` class="${mark}" title="${markNames[mark]}"`}>${text.bare(spread.mean)}</span> <span class="deviation">${deviation}</span>${
    mark && html`<span class="hidden"> ${markNames[mark]}</span>`
  }</td>`;
}
