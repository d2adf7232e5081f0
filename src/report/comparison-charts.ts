/** Accuracy over K as curves with bands, for the methods that fit into one picture. */
import type { ClassifierName, ComparisonSummary, MethodSummary } from '../experiment/summarise.js';
import { classifierName } from './classifier-name.js';
import type { ComparisonReportInput } from './comparison-report-input.js';
import { formatCount } from './format.js';
import { type ChartSeries, lineChart } from './line-chart.js';
import { html, type Markup } from './markup.js';

/** More curves with their bands would hide each other. */
const bestCount = 5;

/** Nothing for a single K. */
export function curvesSection({ summary, dataset }: ComparisonReportInput): Markup | undefined {
  if (summary.ks.length < 2) return undefined;
  const shown = chooseMethods(summary);
  const left = summary.methods.length - shown.length;
  const hasNeurofs = shown.some(({ method }) => method === 'neurofs');
  const figures = summary.classifiers.map(
    (classifier) =>
      html`<figure>${summary.classifiers.length > 1 && html`<figcaption>${classifierName(classifier)}</figcaption>`}${chart(summary, shown, classifier, dataset.featureCount)}</figure>`,
  );
  return html`<section aria-labelledby="curves"><h2 id="curves">Accuracy over K</h2>
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
  classifier: ClassifierName,
  featureCount: number,
): Markup {
  const series = shown.map(
    (method): ChartSeries => ({
      name: method.method,
      dashed: method.method === 'random',
      points: method.byK.map(({ k, accuracy }) => {
        const spread = accuracy[classifier];
        const deviation = spread?.deviation;
        return {
          x: k,
          y: spread?.mean,
          ...(spread &&
            deviation !== undefined && { low: spread.mean - deviation, high: Math.min(1, spread.mean + deviation) }),
        };
      }),
    }),
  );
  const baseline = summary.baseline[classifier];
  return lineChart({
    label: `Accuracy of ${shown.map(({ method }) => method).join(', ')} with ${classifierName(classifier)}, over K`,
    xTitle: 'K, number of features',
    yTitle: 'accuracy, %',
    series,
    levels: baseline === undefined ? [] : [{ y: baseline, name: `all ${formatCount(featureCount)}` }],
    formatY: (share) => (share * 100).toFixed(share * 100 === Math.round(share * 100) ? 0 : 1),
    xTicks: summary.ks,
    width: 480,
    height: 340,
  });
}
