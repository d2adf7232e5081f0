/** The measure that decides over K as curves with bands, for the methods that fit into one picture. */

import { findMeasure } from '../evaluate/measures/registry.js';
import { judgeTitle } from '../evaluate/registry.js';
import type { ComparisonSummary, MethodSummary } from '../experiment/summarise.js';
import type { ComparisonReportInput } from './comparison-report-input.js';
import { formatCount } from './format.js';
import { type ChartSeries, lineChart } from './line-chart.js';
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
  return html`<section aria-labelledby="curves"><h2 id="curves">${measureText(summary.deciding.measure).heading} over K</h2>
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
  const text = measureText(summary.deciding.measure);
  const series = shown.map(
    (method): ChartSeries => ({
      name: method.method,
      dashed: method.method === 'random',
      points: method.byK.map(({ k, value }) => {
        const spread = value[judge];
        const deviation = spread?.deviation;
        return {
          x: k,
          y: spread?.mean,
          ...(spread &&
            deviation !== undefined && {
              low: spread.mean - deviation,
              high: Math.min(text.isBounded ? 1 : Number.POSITIVE_INFINITY, spread.mean + deviation),
            }),
        };
      }),
    }),
  );
  const baseline = summary.baseline[judge];
  const isPercent = findMeasure(summary.deciding.measure).form === 'percent';
  return lineChart({
    label: `${text.heading} of ${shown.map(({ method }) => method).join(', ')} with ${judgeTitle(judge)}, over K`,
    xTitle: 'K, number of features',
    yTitle: isPercent ? `${text.title}, %` : text.title,
    series,
    levels: baseline === undefined ? [] : [{ y: baseline.mean, name: `all ${formatCount(featureCount)}` }],
    formatY: isPercent ? (share) => (share * 100).toFixed(share * 100 === Math.round(share * 100) ? 0 : 1) : text.tick,
    xTicks: summary.ks,
    width: 480,
    height: 340,
  });
}
