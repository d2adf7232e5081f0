/** Accuracy of every method on every data set: the mean over K (Table 2), every K (the appendix), curves (Figure 2). */

import { judgeTitle } from '../../evaluate/registry.js';
import { formatCount } from '../../report/format.js';
import { type ChartSeries, lineChart } from '../../report/line-chart.js';
import { type FigureTable, withoutBlankRows } from '../figure-table.js';
import type { Gathered } from '../gather.js';
import { type PaperAccuracy, paperAccuracy } from '../paper.js';
import type { Figure, Piece, Section } from '../piece.js';
import { mainK, type ReproductionSet } from '../plan.js';
import { baseline, baselines, comparedVariants, neurofsBest, neurofsPaper, type Variant } from '../variants.js';

export function accuracySection(gathered: Gathered): Section {
  const { scale } = gathered;
  const perK = scale.ks.map(
    (k): Piece => ({ kind: 'table', table: accuracyTable(gathered, comparedVariants, k), isFolded: true }),
  );
  return {
    id: 'accuracy',
    title: 'Accuracy',
    paper: 'Table 2, Figure 2 and the tables per K',
    pieces: [
      {
        kind: 'text',
        text: `Accuracy of an SVM on the test rows with the selected features, in percent: mean and standard deviation over the seeds (up to ${scale.seeds.length}; methods that use no randomness are run once). The best in each column is bold, the second best underlined. The small print gives the paper's figure and how far ours is above or below it, in points. The mean over K is blank until there is a result for every K.`,
      },
      { kind: 'table', table: accuracyTable(gathered, comparedVariants, 'mean') },
      ...perK,
      { kind: 'heading', text: 'Accuracy over K' },
      {
        kind: 'text',
        text: 'Bands are one standard deviation over the seeds. The charts show neurofs, the best other methods on each data set and random features; the dashed line is NeuroFS as the paper measured it.',
      },
      { kind: 'figures', width: 'half', figures: gathered.sets.flatMap((set) => curveFigure(gathered, set)) },
    ],
  };
}

/** Rows are methods, columns data sets. */
export function accuracyTable(
  gathered: Gathered,
  variants: readonly Variant[],
  k: number | 'mean',
  judge: string = 'svm',
): FigureTable {
  const { sets } = gathered;
  const all = ({ name, paperMethod }: Variant) => ({
    name,
    isReference: true,
    cells: sets.map((set) => ({
      ours: gathered.accuracy(name, set.key, set.featureCount, judge),
      paper: paperAccuracy(judge, 'mean', paperMethod, set.key) ?? paperAccuracy(judge, mainK, paperMethod, set.key),
    })),
  });
  const rows = variants.map((variant) => ({
    name: variant.name,
    cells: sets.map((set) => ({
      ours: gathered.accuracy(variant.name, set.key, k, judge),
      paper: paperFigure(gathered, variant, set, k, judge),
      hasFailed: gathered.hasFailed(variant.name, set.key, k),
    })),
  }));
  const at = k === 'mean' ? 'mean over K' : `K = ${formatCount(k)}`;
  return withoutBlankRows({
    caption: `${judgeTitle(judge)}, ${at}`,
    rowTitle: 'Method',
    columns: sets.map(columnName),
    rows: [...rows, ...baselines.map(all)],
  });
}

export function columnName({ data }: ReproductionSet): string {
  return data.name;
}

/** The paper's figure; its mean over K is taken over the K that are run here. */
export function paperFigure(
  { scale }: Gathered,
  { paperMethod }: Variant,
  set: ReproductionSet,
  k: number | 'mean',
  judge: string = 'svm',
): PaperAccuracy | undefined {
  if (k !== 'mean') return paperAccuracy(judge, k, paperMethod, set.key);
  if (!scale.isQuick) {
    const whole = paperAccuracy(judge, 'mean', paperMethod, set.key);
    if (whole !== undefined) return whole;
  }
  const each = scale.ks.map((one) => paperAccuracy(judge, one, paperMethod, set.key));
  if (each.includes(undefined)) return undefined;
  return { mean: each.reduce((sum, one) => sum + one!.mean, 0) / each.length };
}

const otherCurveCount = 4;

/** Nothing where fewer than two K are there. */
function curveFigure(gathered: Gathered, set: ReproductionSet): Figure[] {
  const { ks } = gathered.scale;
  const spreads = (variant: Variant) => ks.map((k) => gathered.accuracy(variant.name, set.key, k));
  const measured = comparedVariants
    .map((variant) => ({ variant, spreads: spreads(variant) }))
    .filter((each) => each.spreads.filter((spread) => spread !== undefined).length > 1);
  if (measured.length === 0) return [];
  const own = new Set([neurofsBest.name, neurofsPaper.name, 'random']);
  const meanOf = (each: (typeof measured)[number]) => {
    const found = each.spreads.flatMap((spread) => (spread ? [spread.mean] : []));
    return found.reduce((sum, mean) => sum + mean, 0) / found.length;
  };
  const others = measured.filter(({ variant }) => !own.has(variant.name)).sort((a, b) => meanOf(b) - meanOf(a));
  const shown = [...measured.filter(({ variant }) => own.has(variant.name)), ...others.slice(0, otherCurveCount)];
  const series = shown.map(
    ({ variant, spreads: found }): ChartSeries => ({
      name: variant.name,
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
    points: ks.map((k) => ({ x: k, y: paperAccuracy('svm', k, 'neurofs', set.key)?.mean })),
  };
  const all = gathered.accuracy(baseline.name, set.key, set.featureCount)?.mean;
  const svg = lineChart({
    label: `Accuracy over K on ${set.paperName}`,
    xTitle: 'K, number of features',
    yTitle: 'accuracy, %',
    xTicks: ks,
    width: 480,
    height: 340,
    series: [...series, paper],
    levels: all === undefined ? [] : [{ y: all, name: `all ${formatCount(set.featureCount)}` }],
    formatY: (share) => String(Math.round(share * 1000) / 10),
  });
  return [{ name: `curves-${set.key}`, caption: columnName(set), svg }];
}
