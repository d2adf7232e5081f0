/** Accuracies as pictures: bars of the means over K and curves over K (Figure 2). */
import { findMeasure } from '../../evaluate/measures/registry.js';
import { formatCount } from '../../report/format.js';
import { type ChartSeries, lineChart } from '../../report/line-chart.js';
import { type Gathered, paperJudged } from '../gather.js';
import { type MethodBar, methodBars } from '../method-bars.js';
import { paperAccuracy } from '../paper.js';
import { paperFigure } from '../paper-figure.js';
import type { Figure, Piece } from '../piece.js';
import type { ReproductionSet } from '../plan.js';
import type { Variant } from '../variants.js';
import { columnName } from './column-name.js';

/** Bars of the means over K above, curves over K below, as Figure 2 has them. A method has one colour everywhere. */
export function figurePieces(gathered: Gathered): Piece[] {
  const bars = gathered.sets.flatMap((set) => meanFigure(gathered, set));
  const curves = gathered.sets.flatMap((set) => curveFigure(gathered, set));
  const hasPaper = gathered.variants.some(({ paperMethod }) => paperMethod !== undefined);
  return [
    ...(bars.length > 0
      ? [
          { kind: 'heading', text: 'Mean over K' } as const,
          {
            kind: 'text',
            text: `Whiskers are one standard deviation over the seeds${hasPaper ? "; the mark across a bar is the paper's figure for that method" : ''}. Axes begin below the lowest bar, not at 0.`,
          } as const,
          { kind: 'figures', width: 'half', figures: bars } as const,
        ]
      : []),
    ...(curves.length > 0
      ? [
          { kind: 'heading', text: 'Over K' } as const,
          {
            kind: 'text',
            text: `Bands are one standard deviation over the seeds. The charts show the forms of neurofs, random features and the best other methods on each data set, in the colours of the bars${hasPaper ? '; the dashed line is NeuroFS as the paper measured it' : ''}.`,
          } as const,
          { kind: 'figures', width: 'half', figures: curves } as const,
        ]
      : []),
  ];
}

function meanFigure(gathered: Gathered, set: ReproductionSet): Figure[] {
  const bars = gathered.variants.flatMap((variant, colour): MethodBar[] => {
    const spread = gathered.judged(variant.name, set.key, 'mean');
    const paper = paperFigure(gathered, variant, set, 'mean')?.mean;
    return spread ? [{ name: variant.name, colour, ours: spread.mean, deviation: spread.deviation, paper }] : [];
  });
  if (bars.length < 2) return [];
  const ends = bars.flatMap(({ ours, deviation = 0, paper = ours }) => [ours - deviation, ours + deviation, paper]);
  const from = Math.floor(Math.min(...ends) * 20) / 20 - 0.05;
  const to = Math.ceil(Math.max(...ends) * 20) / 20;
  const label = `Mean over K on ${set.paperName}`;
  const svg = methodBars({ label, bars, from, to, format: (share) => (share * 100).toFixed(1) });
  return [{ name: `means-${set.key}`, caption: `${columnName(set)}, mean over K`, svg }];
}

const otherCurveCount = 4;

/** Nothing where fewer than two K are there. */
function curveFigure(gathered: Gathered, set: ReproductionSet): Figure[] {
  const { ks } = gathered.scale;
  const spreads = (variant: Variant) => ks.map((k) => gathered.judged(variant.name, set.key, k));
  const measured = gathered.variants
    .map((variant) => ({ variant, spreads: spreads(variant) }))
    .filter((each) => each.spreads.filter((spread) => spread !== undefined).length > 1);
  if (measured.length === 0) return [];
  const own = new Set(['neurofs', 'random']);
  const meanOf = (each: (typeof measured)[number]) => {
    const found = each.spreads.flatMap((spread) => (spread ? [spread.mean] : []));
    return found.reduce((sum, mean) => sum + mean, 0) / found.length;
  };
  const isOwn = (each: (typeof measured)[number]) => own.has(each.variant.method);
  const others = measured.filter((each) => !isOwn(each)).sort((a, b) => meanOf(b) - meanOf(a));
  const shown = [...measured.filter(isOwn), ...others.slice(0, otherCurveCount)];
  const series = shown.map(
    ({ variant, spreads: found }): ChartSeries => ({
      name: variant.name,
      colour: gathered.variants.indexOf(variant),
      points: ks.map((k, place) => {
        const spread = found[place];
        const { mean, deviation = 0 } = spread ?? { mean: undefined };
        return mean === undefined
          ? { x: k, y: undefined }
          : { x: k, y: mean, low: mean - deviation, high: Math.min(1, mean + deviation) };
      }),
    }),
  );
  const paper: ChartSeries = {
    name: 'NeuroFS in the paper',
    dashed: true,
    colour: 0,
    points: ks.map((k) => ({ x: k, y: paperAccuracy('svm', k, 'neurofs', set.key)?.mean })),
  };
  const all = gathered.judged(gathered.baselines[0].name, set.key, set.featureCount)?.mean;
  const hasPaper = paper.points.some(({ y }) => y !== undefined);
  const svg = lineChart({
    label: `Over K on ${set.paperName}`,
    xTitle: 'K, number of features',
    yTitle: `${findMeasure((set.judged ?? paperJudged).measure).title}, %`,
    xTicks: ks,
    width: 480,
    height: 340,
    series: hasPaper ? [...series, paper] : series,
    levels: all === undefined ? [] : [{ y: all, name: `all ${formatCount(set.featureCount)}` }],
    formatY: (share) => String(Math.round(share * 1000) / 10),
  });
  return [{ name: `curves-${set.key}`, caption: columnName(set), svg }];
}
