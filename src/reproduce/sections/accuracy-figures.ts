/** Accuracies as pictures: bars of the means over K and curves over K (Figure 2). */
import { findMeasure } from '../../evaluate/measures/registry.js';
import { type Spread, spreadOf } from '../../experiment/summarise.js';
import { formatCount } from '../../report/format.js';
import { type ChartSeries, lineChart } from '../../report/line-chart.js';
import { type Gathered, paperJudged } from '../gather.js';
import { type MethodBar, methodBars } from '../method-bars.js';
import { methodLook } from '../method-look.js';
import { paperAccuracy } from '../paper.js';
import { paperFigure } from '../paper-figure.js';
import type { Figure, Piece } from '../piece.js';
import type { ReproductionSet } from '../plan.js';
import { neurofsPaper, type Variant } from '../variants.js';
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
            text: `Whiskers are one standard deviation over the seeds${hasPaper ? "; the mark across a bar is the paper's figure for that method" : ''}. Axes begin below the lowest bar, not at 0.${hasPaper ? ' Filled bars are neurofs and what the paper ran, pale ones other methods and other forms.' : ''}`,
          } as const,
          { kind: 'figures', width: 'half', figures: bars } as const,
        ]
      : []),
    ...(curves.length > 0
      ? [
          { kind: 'heading', text: 'Over K' } as const,
          {
            kind: 'text',
            text: `Bands are one standard deviation over the seeds. The charts show the forms of neurofs, random features and the best other methods on each data set, in the colours of the bars, dashed where those are pale${hasPaper ? '; the dotted line is NeuroFS as the paper measured it' : ''}.`,
          } as const,
          { kind: 'figures', width: 'half', figures: curves } as const,
        ]
      : []),
  ];
}

function meanFigure(gathered: Gathered, set: ReproductionSet): Figure[] {
  const bars = gathered.variants.flatMap((variant): MethodBar[] => {
    const spread = gathered.judged(variant.name, set.key, 'mean');
    const paper = paperFigure(gathered, variant, set, 'mean')?.mean;
    const look = methodLook(gathered.variants, variant);
    return spread ? [{ name: variant.name, look, ours: spread.mean, deviation: spread.deviation, paper }] : [];
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

interface Curve {
  readonly variant: Variant;
  /** One for every K. */
  readonly spreads: readonly (Spread | undefined)[];
}

/** Nothing where fewer than two K are there. */
function curveFigure(gathered: Gathered, set: ReproductionSet): Figure[] {
  const { variants } = gathered;
  const { ks } = gathered.scale;
  const measured = variants
    .map((variant): Curve => ({ variant, spreads: ks.map((k) => gathered.judged(variant.name, set.key, k)) }))
    .filter(({ spreads }) => spreads.filter((spread) => spread !== undefined).length > 1);
  if (measured.length === 0) return [];
  const isOwn = ({ variant }: Curve) => ['neurofs', 'random'].includes(variant.method);
  const others = measured.filter((curve) => !isOwn(curve)).sort((a, b) => meanOf(b) - meanOf(a));
  const drawn = drawnOnce([...measured.filter(isOwn), ...others]);
  const own = drawn.filter(({ curve }) => isOwn(curve));
  // Below all of those, one would only stretch the axis.
  const lowest = own.length === 0 ? 0 : Math.min(...own.map(({ curve }) => meanOf(curve)));
  const best = drawn.filter(({ curve }) => !isOwn(curve) && meanOf(curve) >= lowest);
  const shown = [...own, ...best.slice(0, otherCurveCount)];
  const series = shown.map(
    ({ curve: { variant, spreads }, alike }): ChartSeries => ({
      name: alike.length === 0 ? variant.name : `${variant.name} and ${alike.length} alike`,
      colour: methodLook(variants, variant),
      points: ks.map((k, place) => {
        const { mean, deviation = 0 } = spreads[place] ?? { mean: undefined };
        return mean === undefined
          ? { x: k, y: undefined }
          : { x: k, y: mean, low: mean - deviation, high: Math.min(1, mean + deviation) };
      }),
    }),
  );
  const paper: ChartSeries = {
    name: 'NeuroFS in the paper',
    isGuide: true,
    colour: methodLook(variants, neurofsPaper),
    points: ks.map((k) => ({ x: k, y: paperAccuracy('svm', k, neurofsPaper.paperMethod, set.key)?.mean })),
  };
  const all = gathered.judged(gathered.baselines[0].name, set.key, set.featureCount)?.mean;
  const hasPaper = variants.includes(neurofsPaper) && paper.points.some(({ y }) => y !== undefined);
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
  return [{ name: `curves-${set.key}`, caption: `${columnName(set)}${alikeText(shown)}`, svg }];
}

function meanOf({ spreads }: Curve): number {
  return spreadOf(spreads.flatMap((spread) => (spread ? [spread.mean] : [])))?.mean ?? 0;
}

interface DrawnCurve {
  readonly curve: Curve;
  /** Others whose lines would lie on it. */
  readonly alike: readonly Curve[];
}

/** Of curves that coincide the first, with the others. */
function drawnOnce(curves: readonly Curve[]): DrawnCurve[] {
  const firstOf = (curve: Curve) => curves.find((each) => coincide(each, curve))!;
  return curves
    .filter((curve) => firstOf(curve) === curve)
    .map((curve) => ({ curve, alike: curves.filter((each) => each !== curve && firstOf(each) === curve) }));
}

/** Less than half of the last printed digit apart, means and deviations, at every K. */
function coincide(a: Curve, b: Curve): boolean {
  const isNear = (x: number, y: number) => Math.abs(x - y) < 0.0005;
  return a.spreads.every((spread, place) => {
    const other = b.spreads[place];
    if (spread === undefined || other === undefined) return spread === other;
    return isNear(spread.mean, other.mean) && isNear(spread.deviation ?? 0, other.deviation ?? 0);
  });
}

function alikeText(drawn: readonly DrawnCurve[]): string {
  const told = drawn
    .filter(({ alike }) => alike.length > 0)
    .map(
      ({ curve, alike }) => `${curve.variant.name} stands for ${alike.map(({ variant }) => variant.name).join('; ')}`,
    );
  return told.length === 0 ? '' : `. Lines that coincide are drawn once. ${told.join('. ')}`;
}
