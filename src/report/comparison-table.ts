/** Accuracy of every method at every K, mean and deviation, with the best and the second best of each K marked. */
import type { ClassifierName, ComparisonSummary, MethodSummary, Spread } from '../experiment/summarise.js';
import { bar } from './bar.js';
import { classifierName } from './classifier-name.js';
import type { ComparisonReportInput } from './comparison-report-input.js';
import { countOf, formatCount, formatPercent } from './format.js';
import { html, type Markup } from './markup.js';

export type Mark = 'best' | 'second';

/** The methods that are best and second best at the K of this place, as printed. Equal ones share the mark, and after two best ones nothing is second. */
export function marksAt(summary: ComparisonSummary, classifier: ClassifierName, place: number): Map<string, Mark> {
  const means = summary.methods.map((method) => printed(method.byK[place].accuracy[classifier]));
  const [best, second] = means.filter((mean) => mean !== undefined).sort((a, b) => b - a);
  const marks = new Map<string, Mark>();
  summary.methods.forEach(({ method }, i) => {
    if (means[i] === undefined) return;
    if (means[i] === best) marks.set(method, 'best');
    else if (means[i] === second) marks.set(method, 'second');
  });
  return marks;
}

/** A mean to the tenth of a percent that tables show: what looks equal is equal. */
function printed(spread: Spread | undefined): number | undefined {
  return spread === undefined ? undefined : Math.round(spread.mean * 1000);
}

export function comparisonTables(input: ComparisonReportInput): Markup {
  const { classifiers } = input.summary;
  return html`<section aria-labelledby="accuracy"><h2 id="accuracy">Accuracy</h2>
${classifiers.map((classifier) => html`${classifiers.length > 1 && html`<h3>${classifierName(classifier)}</h3>`}${table(input, classifier)}`)}
<p class="quiet">Accuracy on the ${countOf(input.dataset.testRowCount ?? 0, 'test row')}: mean and standard deviation over the seeds. The best at each K is <b class="best">bold</b>, the second best <span class="second">underlined</span>. Methods that draw nothing at random are run once and have no deviation. The ranking score is 0 for the worst and ${formatCount(input.summary.methods.length - 1)} for the best method at each K, ties share the points; the table shows its mean over K. A method without a result ranks last.</p></section>
`;
}

function table({ summary, dataset }: ComparisonReportInput, classifier: ClassifierName): Markup {
  const marks = summary.ks.map((_, place) => marksAt(summary, classifier, place));
  const baseline = summary.baseline[classifier];
  const title = `Accuracy with ${classifierName(classifier)}`;
  return html`<div class="scroll" role="region" aria-label="${title}" tabindex="0"><table class="methods"><caption class="hidden">${title}</caption>
<thead><tr><th scope="col">Method</th>${summary.ks.map(
    (k) => html`<th scope="col" class="number">K = ${formatCount(k)}</th>`,
  )}<th scope="col" class="number">Ranking score</th><th scope="col" class="wide" aria-hidden="true"></th></tr></thead>
<tbody>${bestFirst(summary, classifier).map((method) => methodRow(method, classifier, marks, summary.methods.length))}</tbody>
${
  baseline !== undefined &&
  html`<tfoot><tr><th scope="row">all ${formatCount(dataset.featureCount)}</th><td class="number" colspan="${summary.ks.length}">${formatPercent(baseline)} with nothing selected</td><td></td><td class="wide"></td></tr></tfoot>`
}</table></div>`;
}

/** The highest ranking score first. */
export function bestFirst(summary: ComparisonSummary, classifier: ClassifierName): MethodSummary[] {
  const score = (method: MethodSummary) => method.rankingScore[classifier] ?? 0;
  return [...summary.methods].sort((a, b) => score(b) - score(a));
}

function methodRow(
  { method, byK, rankingScore }: MethodSummary,
  classifier: ClassifierName,
  marks: readonly Map<string, Mark>[],
  methodCount: number,
): Markup {
  const score = rankingScore[classifier] ?? 0;
  const share = methodCount > 1 ? score / (methodCount - 1) : 0;
  const kind = method === 'random' ? 'random' : 'score';
  return html`<tr${method === 'random' && html` class="row-random"`}><th scope="row">${method}</th>${byK.map(
    (one, place) => accuracyCell(one.accuracy[classifier], marks[place].get(method)),
  )}<td class="number">${score.toFixed(1)}</td><td class="wide">${bar({ share, kind })}</td></tr>
`;
}

const markNames: Readonly<Record<Mark, string>> = { best: 'best', second: 'second best' };

function accuracyCell(spread: Spread | undefined, mark: Mark | undefined): Markup {
  if (spread === undefined) return html`<td class="number quiet">failed</td>`;
  const deviation = spread.deviation === undefined ? '' : `± ${(spread.deviation * 100).toFixed(1)}`;
  return html`<td class="number"><span${mark && html` class="${mark}" title="${markNames[mark]}"`}>${(spread.mean * 100).toFixed(1)}</span> <span class="deviation">${deviation}</span>${
    mark && html`<span class="hidden"> ${markNames[mark]}</span>`
  }</td>`;
}
