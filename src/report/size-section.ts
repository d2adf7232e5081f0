/** How the number of features was found: a measure against their number. */
import { judgeTitle } from '../evaluate/registry.js';
import { countOf } from './format.js';
import { lineChart } from './line-chart.js';
import { html, type Markup } from './markup.js';
import { measureText } from './measure-text.js';
import type { SelectionReportInput } from './selection-report-input.js';

export function sizeSection({ size }: SelectionReportInput): Markup | undefined {
  if (size?.auto === undefined) return undefined;
  const { judge, measure, folds, points, parsimoniousK } = size.auto;
  const name = judgeTitle(judge);
  const { heading, title, tick, isBounded } = measureText(measure);
  return html`<section aria-labelledby="size"><h2 id="size">How many features</h2>
${lineChart({
  label: `${heading} of ${name} against the number of features; ${parsimoniousK} were chosen.`,
  xTitle: 'features',
  yTitle: title,
  series: [
    {
      name,
      points: points.map(({ k, mean, standardError }) => ({
        x: k,
        y: mean,
        low: mean - standardError,
        high: isBounded ? Math.min(1, mean + standardError) : mean + standardError,
      })),
    },
  ],
  formatY: tick,
  marker: parsimoniousK,
  width: 720,
  height: 300,
})}
<p class="quiet">Mean over ${countOf(folds, 'fold')} of the training rows, with a band of one standard error. In every fold features were ranked from its training rows only.</p></section>
`;
}
