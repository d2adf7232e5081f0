/**
 * What every feature shows of the target alone, on training rows: effect, p and false-discovery rate over all features,
 * and the values of the selected ones. It takes no part in the selection; it is what a reader of the result asks next.
 */
import { Pacer } from '../compute/pacer.js';
import { cellAt } from '../matrix/cell-at.js';
import { takeRows } from '../matrix/take-rows.js';
import type { RankedFeature } from '../rank/rank-features.js';
import { createColumnReader } from '../select/columns.js';
import { takeTargetRows } from '../target/take-target-rows.js';
import type { AnyMatrix, ClassTarget, Dataset, PreparedRows, ValueTarget } from '../types.js';
import { falseDiscoveryRates } from './false-discovery.js';
import { type RankTest, testOfClasses, testOfNumbers } from './rank-tests.js';
import { boxesOf, pointsOf, type ShownFeature } from './show-feature.js';

export interface UnivariateReport {
  readonly test: 'kruskal-wallis' | 'spearman';
  /** What the effect is. */
  readonly effect: 'rank-biserial' | 'epsilon-squared' | 'correlation';
  /** Training rows that were looked at. */
  readonly rowCount: number;
  /** How many features the false-discovery rates are over. */
  readonly featureCount: number;
  /** The selected features, best first. */
  readonly features: readonly UnivariateFeature[];
  /** Of everything that can be selected, by its index. */
  readonly all: UnivariateFigures;
}

export interface UnivariateFigures {
  readonly effect: Float64Array;
  readonly p: Float64Array;
  readonly q: Float64Array;
}

export interface UnivariateFeature {
  readonly name: string;
  readonly effect: number;
  readonly p: number;
  /** False-discovery rate over all features. */
  readonly q: number;
  /** The class with the highest values. */
  readonly highest?: string;
  /** Of several features that a column became, the one that the figures are of. */
  readonly of?: string;
  readonly shown?: ShownFeature;
}

/** Ranks of more rows would change no figure that is shown. */
const mostRows = 5000;
/** Features whose values are shown. */
const mostShown = 100;
/** What sorting a cell takes, in steps of plain code. */
const stepsPerCell = 30;

/** Undefined for survival, several numbers a row, and rows that stand on disk. */
export async function lookAtFeatures(
  { training, dataset, split, kept }: PreparedRows<AnyMatrix>,
  selected: readonly RankedFeature[],
  signal?: AbortSignal,
): Promise<UnivariateReport | undefined> {
  const { target: all, matrix: whole, scaling } = training;
  if (whole.kind === 'stored' || dataset.matrix.kind === 'stored' || !isTested(all)) return undefined;
  const rows = spread(whole.rowCount, mostRows);
  const matrix = rows.length < whole.rowCount ? takeRows(whole, rows) : whole;
  const target = takeTargetRows(all, rows);
  const test = testOf(target);
  const pacer = new Pacer({ signal });
  const reader = createColumnReader({ matrix, scaling, target });
  const figures = emptyFigures(dataset);
  for (let place = 0; place < kept.length; place++) {
    figures.note(kept[place], test(reader.read(place)));
    if (pacer.isDue(stepsPerCell * rows.length)) await pacer.rest(place / kept.length);
  }
  const { effect, p, highest, best } = figures.whole();
  const q = falseDiscoveryRates(p);
  const inFile = Int32Array.from(rows, (row) => split.train[row]);
  const columns = selected.slice(0, mostShown).map(({ index }) => valuesOf(dataset as Dataset, index, inFile));
  return {
    test: target.kind === 'classes' ? 'kruskal-wallis' : 'spearman',
    effect:
      target.kind === 'values' ? 'correlation' : target.classNames.length === 2 ? 'rank-biserial' : 'epsilon-squared',
    rowCount: rows.length,
    featureCount: p.length,
    features: selected.map(({ name, index }, place) => ({
      name,
      effect: effect[index],
      p: p[index],
      q: q[index],
      ...(target.kind === 'classes' && { highest: target.classNames[highest[index]] }),
      ...(dataset.groups && best[index] !== name && { of: best[index] }),
      ...show(columns[place], target),
    })),
    all: { effect, p, q },
  };
}

function isTested(target: PreparedRows['training']['target']): target is ClassTarget | ValueTarget {
  return target.kind === 'classes' || (target.kind === 'values' && target.outputCount === 1);
}

function testOf(target: ClassTarget | ValueTarget): RankTest {
  return target.kind === 'classes'
    ? testOfClasses(target.labels, target.classNames.length)
    : testOfNumbers(target.values);
}

/**
 * Figures by what can be selected. A column that became several features counts with the best of them, its p times their
 * number (Bonferroni). Features that say nothing keep an effect of 0 and a p of 1.
 */
function emptyFigures({ groups, featureNames }: Pick<Dataset, 'groups' | 'featureNames'>) {
  const count = groups?.names.length ?? featureNames.length;
  const sizes = new Float64Array(count);
  for (let feature = 0; feature < featureNames.length; feature++) sizes[groups?.groupOf[feature] ?? feature]++;
  const effect = new Float64Array(count);
  const p = new Float64Array(count).fill(1);
  const highest = new Int32Array(count);
  const best = [...(groups?.names ?? featureNames)];
  return {
    note(feature: number, tested: ReturnType<RankTest>): void {
      const index = groups?.groupOf[feature] ?? feature;
      if (tested.p > p[index] || (tested.p === p[index] && Math.abs(tested.effect) <= Math.abs(effect[index]))) return;
      p[index] = tested.p;
      effect[index] = tested.effect;
      highest[index] = tested.highest ?? 0;
      best[index] = featureNames[feature];
    },
    whole: () => ({ effect, highest, best, p: p.map((value, index) => Math.min(1, value * sizes[index])) }),
  };
}

/** Every so-manieth row, at most `most` of them. */
function spread(rowCount: number, most: number): Int32Array {
  const count = Math.min(rowCount, most);
  return Int32Array.from({ length: count }, (_, place) => Math.floor((place * rowCount) / count));
}

/** In the unit of the file; undefined for a group of columns. */
function valuesOf({ matrix, groups }: Dataset, index: number, rows: Int32Array): Float64Array | undefined {
  const members =
    groups === undefined ? [index] : [...groups.groupOf.keys()].filter((each) => groups.groupOf[each] === index);
  if (members.length !== 1) return undefined;
  return Float64Array.from(rows, (row) => cellAt(matrix, row, members[0]));
}

function show(values: Float64Array | undefined, target: ClassTarget | ValueTarget): { shown?: ShownFeature } {
  if (values === undefined) return {};
  const shown = target.kind === 'classes' ? boxesOf(values, target) : pointsOf(values, target);
  return shown === undefined ? {} : { shown };
}
