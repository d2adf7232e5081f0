/** The measure that decides over K as curves with bands, for the methods that fit into one picture. */

import { judgeTitle } from '../evaluate/registry.js';
import type { ComparisonSummary, MethodSummary } from '../experiment/summarise.js';
import type { ComparisonReportInput } from './comparison-report-input.js';
import { curveChart } from './curve-chart.js';
import { fittedChart } from './fitted-chart.js';
import { formatCount } from './format.js';
import { html, type Markup } from './markup.js';
import { measureText } from './measure-text.js';

/** More curves with their bands would hide each other. */
const bestCount = 5;

/** Nothing for a single K. */
export function curvesSection({ summary, dataset }: ComparisonReportInput): Markup | undefined {
  if (summary.ks.length < 2) return undefined;
  const shown = chooseMethods(summary);
  const left = summary.methods.length - shown.length;
  const hasNeurofs = shown.some(({ method }) => method === 'neurofs');
  const figures = summary.judges.map(
    (judge) =>
      html`<figure>${summary.judges.length > 1 && html`<figcaption>${judgeTitle(judge)}</figcaption>`}${chart(summary, shown, judge, dataset.featureCount)}</figure>`,
  );
  return html`<section aria-labelledby="curves"><h2 id="curves">${measureText(summary.deciding.measure).heading} against the number of features</h2>
<div class="curves">${figures}</div>
<p class="quiet">Bands are one standard deviation over the seeds.${left > 0 && ` The chart shows the ${bestCount} methods with the highest ranking score${hasNeurofs ? ', neurofs' : ''} and random; the table above has all of them.`}</p></section>
`;
}

/** The best few, random in any case, and neurofs where it was compared. */
function chooseMethods({ methods }: ComparisonSummary): MethodSummary[] {
  const best = new Set(methods.filter(({ method }) => method !== 'random').slice(0, bestCount));
  return methods.filter((method) => best.has(method) || method.method === 'random' || method.method === 'neurofs');
}

function chart(
  summary: ComparisonSummary,
  shown: readonly MethodSummary[],
  judge: string,
  featureCount: number,
): Markup {
  const { measure } = summary.deciding;
  const baseline = summary.baseline[judge];
  return fittedChart(
    curveChart({
      label: `${measureText(measure).heading} of ${shown.map(({ method }) => method).join(', ')} with ${judgeTitle(judge)}, over K`,
      measure,
      lines: shown.map(({ method, byK }) => ({
        name: method,
        isBeside: method === 'random',
        points: byK.flatMap(({ k, value: { [judge]: spread } }) =>
          spread === undefined ? [] : [{ k, mean: spread.mean, spread: spread.deviation }],
        ),
      })),
      levels: baseline === undefined ? [] : [{ y: baseline.mean, name: `all ${formatCount(featureCount)}` }],
    }),
  );
}
