/** How the number of features was found: a measure against their number. */
import { judgeTitle } from '../evaluate/registry.js';
import { curveChart, withErrors } from './curve-chart.js';
import { fittedChart } from './fitted-chart.js';
import { countOf } from './format.js';
import { html, type Markup } from './markup.js';
import { measureText } from './measure-text.js';
import type { SelectionReportInput } from './selection-report-input.js';

export function sizeSection({ size }: SelectionReportInput): Markup | undefined {
  if (size?.auto === undefined) return undefined;
  const { judge, measure, folds, points, parsimoniousK } = size.auto;
  const name = judgeTitle(judge);
  const { heading } = measureText(measure);
  return html`<section aria-labelledby="size"><h2 id="size">How many are enough?</h2>
${fittedChart(
  curveChart({
    label: `${heading} of ${name} against the number of features; ${parsimoniousK} were chosen.`,
    measure,
    lines: [{ name, points: withErrors(points) }],
    marker: parsimoniousK,
  }),
)}
<p class="quiet">Mean over ${countOf(folds, 'fold')} of the training rows, with a band of one standard error. In every fold features were ranked from its training rows only.</p></section>
`;
}
