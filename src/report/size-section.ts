/** How the number of features was found: accuracy against their number. */
import { classifierName } from './classifier-name.js';
import { countOf, formatPercent } from './format.js';
import { lineChart } from './line-chart.js';
import { html, type Markup } from './markup.js';
import type { SelectionReportInput } from './selection-report-input.js';

export function sizeSection({ size }: SelectionReportInput): Markup | undefined {
  if (size?.auto === undefined) return undefined;
  const { classifier, folds, points, parsimoniousK } = size.auto;
  const name = classifierName(classifier);
  return html`<section aria-labelledby="size"><h2 id="size">How many features</h2>
${lineChart({
  label: `Accuracy of ${name} against the number of features; ${parsimoniousK} were chosen.`,
  xTitle: 'features',
  yTitle: 'accuracy',
  series: [
    {
      name,
      points: points.map(({ k, mean, standardError }) => ({
        x: k,
        y: mean,
        low: mean - standardError,
        high: Math.min(1, mean + standardError),
      })),
    },
  ],
  formatY: (share) => formatPercent(share, 0),
  marker: parsimoniousK,
  width: 720,
  height: 300,
})}
<p class="quiet">Mean over ${countOf(folds, 'fold')} of the training rows, with a band of one standard error. In every fold features were ranked from its training rows only.</p></section>
`;
}
