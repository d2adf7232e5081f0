/** What judges make of the selected features beside all of them and as many random ones. */
import { judgeTitle } from '../evaluate/registry.js';
import { bar } from './bar.js';
import { html, type Markup } from './markup.js';
import { type MeasureText, measureText } from './measure-text.js';
import { type DecidedBy, type MeasuredLine, measuredText } from './measured-lines.js';
import { decidingValue, measureOf } from './reported-set.js';
import type { ReportedSet } from './selection-report-input.js';

/** The measure that decides with bars, and a table of all others; nothing where nothing was measured. */
export function measuredPart(input: DecidedBy, lines: readonly MeasuredLine[]): Markup | undefined {
  if (lines.length === 0) return undefined;
  const text = measureText(measureOf(input));
  const hasIntervals = lines.some(({ set }) => decidingValue(input, set)?.interval !== undefined);
  const judges = [...new Set(lines.map(({ judge }) => judge))];
  return html`<div class="scroll" role="region" aria-label="Table of ${text.title}" tabindex="0"><table class="accuracy"><caption class="hidden">${text.heading} on the test rows per judge and feature set</caption>
<thead><tr>${judges.length > 1 && html`<th scope="col">Judge</th>`}<th scope="col">Features</th><th scope="col" class="number">${text.heading}</th>${
    hasIntervals && html`<th scope="col" class="number interval">95 % interval</th>`
  }<th scope="col" class="wide" aria-hidden="true"></th></tr></thead>
${judges.map((judge) => {
  const own = lines.filter((line) => line.judge === judge);
  return html`<tbody>${own.map((line, place) => {
    const first = judges.length > 1 && place === 0;
    return html`<tr>${first && html`<th scope="rowgroup" rowspan="${own.length}">${judgeTitle(judge)}</th>`}<td class="set">${line.name}</td>${measuredCells(input, line, text, hasIntervals)}</tr>
`;
  })}</tbody>`;
})}</table></div>
<p class="quiet">${measuredText(input, lines)}${
    text.isBounded && html` Bars start at 0.${hasIntervals && ' Whiskers are 95\u00a0% intervals.'}`
  }</p>
${otherMeasures(input, lines, judges.length > 1)}`;
}

function measuredCells(
  input: DecidedBy,
  { set, features }: MeasuredLine,
  text: MeasureText,
  hasIntervals: boolean,
): Markup {
  const found = decidingValue(input, set);
  if (found === undefined) {
    return html`<td class="number"><span class="hidden">not measured</span></td>${hasIntervals && html`<td class="interval"></td>`}<td class="wide"></td>`;
  }
  const { value, interval } = found;
  const range = interval && `${text.bare(interval[0])} – ${text.value(interval[1])}`;
  return html`<td class="number">${text.value(value)}</td>${
    hasIntervals && html`<td class="number quiet interval">${range}</td>`
  }<td class="wide">${text.isBounded && bar({ share: value, kind: features, ...(interval && { interval }) })}</td>`;
}

/** Everything else that was measured, a column each. */
function otherMeasures(input: DecidedBy, lines: readonly MeasuredLine[], hasJudges: boolean): Markup | undefined {
  const names = [...new Set(lines.flatMap(({ set }) => set?.measures.map(({ measure }) => measure) ?? []))];
  const others = names.filter((name) => name !== measureOf(input));
  if (others.length === 0) return undefined;
  return html`<details><summary>Other measures</summary><div class="scroll" role="region" aria-label="Other measures" tabindex="0"><table><caption class="hidden">Other measures, with 95 % intervals</caption>
<thead><tr><th scope="col">Features</th>${others.map((name) => html`<th scope="col" class="number">${measureText(name).heading}</th>`)}</tr></thead>
<tbody>${lines.map(
    ({ judge, name, set }) => html`<tr><th scope="row">${hasJudges && `${judgeTitle(judge)}, `}${name}</th>${others.map(
      (other) => otherCell(set, other),
    )}</tr>
`,
  )}</tbody></table></div></details>`;
}

function otherCell(set: ReportedSet | undefined, measure: string): Markup {
  const found = set?.measures.find((each) => each.measure === measure);
  if (found === undefined) return html`<td class="number quiet"><span class="hidden">not measured</span></td>`;
  const { value, bare } = measureText(measure);
  const { interval } = found;
  return html`<td class="number">${value(found.value)}${
    interval && html` <span class="deviation">${bare(interval[0])} – ${bare(interval[1])}</span>`
  }</td>`;
}
