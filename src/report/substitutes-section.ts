/** What could stand in for every selected feature, and what an exchange would cost. */
import type { FeatureSubstitutes, Substitute, SubstitutesReport } from '../choose/substitutes.js';
import { judgeTitle } from '../evaluate/registry.js';
import { countOf, formatCount, formatNumber } from './format.js';
import { type Child, html, type Markup } from './markup.js';
import { measureText } from './measure-text.js';
import type { SelectionReportInput } from './selection-report-input.js';

const mostListed = 100;
/** Names of a block that are written out; selection.json has them all. */
const mostNamed = 5;

export function substitutesPart({ substitutes: report }: SelectionReportInput): Markup | undefined {
  const having = report?.features.filter((each) => each.substitutes.length > 0) ?? [];
  if (report === undefined || having.length === 0) return undefined;
  const { judged } = report;
  const more = having.length - mostListed;
  return html`<h3 id="substitutes">Substitutes</h3>
<div class="scroll tall" role="region" aria-label="Features that could stand in for the selected ones" tabindex="0"><table><caption class="hidden">Features that could stand in for the selected ones</caption>
<thead><tr><th scope="col">Feature</th><th scope="col">Substitute</th><th scope="col" class="number">Correlation</th><th scope="col" class="number">Bits shared</th>${
    judged && html`<th scope="col" class="number">${measureText(judged.measure).heading} when exchanged</th>`
  }<th scope="col">Stands for</th></tr></thead>
<tbody>${having.slice(0, mostListed).map((each) => featureRows(each, judged))}</tbody></table></div>
<p class="quiet">${explanation(report)}${more > 0 && ` The first ${formatCount(mostListed)} of ${formatCount(having.length)}.`}</p>
`;
}

function featureRows(
  { name, substitutes, standsFor }: FeatureSubstitutes,
  judged: SubstitutesReport['judged'],
): readonly Markup[] {
  const rows = substitutes.length;
  return substitutes.map((substitute, place) => {
    const first = place === 0 && html`<th scope="row" rowspan="${rows}"><bdi>${name}</bdi></th>`;
    const last = place === 0 && html`<td rowspan="${rows}">${block(standsFor)}</td>`;
    return html`<tr>${first}${substituteCells(substitute, judged)}${last}</tr>
`;
  });
}

function substituteCells(
  { name, correlation, information, exchanged }: Substitute,
  judged: SubstitutesReport['judged'],
): Child {
  const value = judged && exchanged !== undefined ? measureText(judged.measure).value(exchanged) : '';
  return html`<td><bdi>${name}</bdi></td><td class="number">${correlation.toFixed(2).replace('-', '−')}</td><td class="number">${information.toFixed(2)}</td>${judged && html`<td class="number">${value}</td>`}`;
}

function block(names: readonly string[]): Child {
  if (names.length === 0) return '';
  const more = names.length - mostNamed;
  const listed = names.slice(0, mostNamed).join(', ');
  return html`<bdi>${listed}</bdi>${more > 0 && ` and ${formatCount(more)} more`}`;
}

function explanation({ judged, rowCount, level }: SubstitutesReport): string {
  const how = `Features that were not selected and have a correlation of ${formatNumber(level)} or more with a selected one, on ${countOf(rowCount, 'training row')}. A feature stands for those with 0.8 or more.`;
  if (judged === undefined) return how;
  const { value, title } = measureText(judged.measure);
  return `${how} An exchange puts the substitute in the place of the feature: ${title} of ${judgeTitle(judged.judge)} in ${countOf(judged.folds, 'fold')} of ${countOf(judged.rowCount, 'training row')}, where the selection as it is has ${value(judged.value)}. The selection was made with these rows in sight, so its own value flatters it a little.`;
}
