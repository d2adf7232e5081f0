/**
 * From the scores of a method to the ranking a user sees.
 *
 * A method scores the features it was given. Those that left before the selection come back here, after all others:
 * a repeat with the score of the feature it repeats, a constant with the lowest score there is (0 where none is below).
 *
 * Columns that became several features count as one, with the score of the best of them: a sum would grow with the
 * number of categories, whatever they say. Order: score, then the method's own order, then the lower index.
 */
import type { Dataset, PreparedRows, Redundant, Scores } from '../types.js';

export interface RankedFeature {
  /** From 1. */
  readonly rank: number;
  readonly name: string;
  /** Number of the feature, or of the group of features, from 0. */
  readonly index: number;
  readonly score: number;
  /** The column of the file, where the feature is named otherwise: `sex` for `sex=male`. */
  readonly column?: string;
  /** The feature that this one repeats on the training rows, cell for cell. */
  readonly sameAs?: string;
  /** True where the feature has one value alone on the training rows. */
  readonly isConstant?: true;
  /** The columns of the file, where the feature is a group of them. */
  readonly columns?: readonly string[];
}

export interface FeatureRanking {
  /** Everything that can be selected, best first. */
  readonly ranked: readonly RankedFeature[];
  /** The matrix columns behind the first `count` of the ranking, ascending. */
  columnsOf(count: number): Int32Array;
}

export type RankedFrom = Pick<PreparedRows, 'kept' | 'redundant'> & {
  readonly dataset: Pick<Dataset, 'featureNames' | 'groups' | 'columnNames'>;
};

/** The scores of all features of the dataset, from those of the features that were kept. */
export function scoresOfAll({ dataset, kept, redundant }: RankedFrom, given: Scores): Scores {
  const scores = new Float64Array(dataset.featureNames.length);
  const lowest = given.scores.reduce((low, score) => Math.min(low, score), 0);
  given.scores.forEach((score, place) => {
    scores[kept[place]] = score;
  });
  for (const [feature, earlier] of redundant.repeats) scores[feature] = scores[earlier];
  for (const feature of redundant.constant) scores[feature] = lowest;
  const best = Int32Array.from(given.ranking, (place) => kept[place]);
  return { scores, ranking: Int32Array.from([...best, ...lastFeatures(redundant, best)]) };
}

/** Repeats in the order of what they repeat, then constants. */
function lastFeatures({ repeats, constant }: Redundant, best: Int32Array): number[] {
  const placeOf = new Map(Array.from(best, (feature, place) => [feature, place]));
  const copies = [...repeats].sort(([a, x], [b, y]) => placeOf.get(x)! - placeOf.get(y)! || a - b);
  return [...copies.map(([feature]) => feature), ...constant];
}

/** `scores` are of all features, as `scoresOfAll` gives them. */
export function rankFeatures({ dataset, redundant }: RankedFrom, { scores, ranking }: Scores): FeatureRanking {
  const { groups, featureNames, columnNames } = dataset;
  const groupOf = groups?.groupOf ?? Int32Array.from(featureNames, (_, feature) => feature);
  const names = groups?.names ?? featureNames;
  const best = new Float64Array(names.length).fill(Number.NEGATIVE_INFINITY);
  for (let feature = 0; feature < scores.length; feature++) {
    best[groupOf[feature]] = Math.max(best[groupOf[feature]], scores[feature]);
  }

  // A group stands where its best feature stands, and is last only where all of its features are.
  const place = new Int32Array(names.length).fill(ranking.length);
  ranking.forEach((feature, at) => {
    place[groupOf[feature]] = Math.min(place[groupOf[feature]], at);
  });
  const fates = redundantGroups(groupOf, names, redundant);
  const isLast = (index: number): number => (fates.has(index) ? 1 : 0);

  // Without groups the method's order is the order; in a group a repeat of another feature has its score, not its place.
  const byScore = (a: number, b: number): number => (groups && best[a] !== best[b] ? best[b] - best[a] : 0);
  const order = Int32Array.from(names, (_, index) => index).sort(
    (a, b) => isLast(a) - isLast(b) || byScore(a, b) || place[a] - place[b],
  );
  const behind = columnsOfGroups(dataset);
  const ranked = Array.from(order, (index, at) => {
    const columns = behind?.[index];
    return {
      rank: at + 1,
      name: names[index],
      index,
      score: best[index],
      ...(!groups && columnNames && columnNames[index] !== names[index] && { column: columnNames[index] }),
      ...(columns && !(columns.length === 1 && columns[0] === names[index]) && { columns }),
      ...fates.get(index),
    };
  });
  return rankingOf(dataset, ranked);
}

/** The columns of the file in every group, where groups are not named as their columns. */
function columnsOfGroups({ groups, columnNames }: RankedFrom['dataset']): readonly (readonly string[])[] | undefined {
  if (groups === undefined || columnNames === undefined) return undefined;
  const columns = groups.names.map(() => new Set<string>());
  groups.groupOf.forEach((group, feature) => {
    columns[group].add(columnNames[feature]);
  });
  return columns.map((each) => [...each]);
}

function rankingOf({ groups }: Pick<Dataset, 'groups'>, ranked: readonly RankedFeature[]): FeatureRanking {
  return {
    ranked,
    columnsOf(count) {
      const chosen = new Set(ranked.slice(0, count).map(({ index }) => index));
      if (groups === undefined) return Int32Array.from(chosen).sort();
      return Int32Array.from(groups.groupOf.keys()).filter((feature) => chosen.has(groups.groupOf[feature]));
    },
  };
}

/** The same ranking with these features first, in this order; the others follow as they stood. */
export function withFirst(
  dataset: Pick<Dataset, 'groups'>,
  ranked: readonly RankedFeature[],
  first: readonly number[],
): FeatureRanking {
  const byIndex = new Map(ranked.map((feature) => [feature.index, feature]));
  const isFirst = new Set(first);
  const order = [...first.map((index) => byIndex.get(index)!), ...ranked.filter(({ index }) => !isFirst.has(index))];
  return rankingOf(
    dataset,
    order.map((feature, at) => ({ ...feature, rank: at + 1 })),
  );
}

/** The columns of the file that a feature stands for. */
export function columnsBehind({
  name,
  column,
  columns,
}: Pick<RankedFeature, 'name' | 'column' | 'columns'>): readonly string[] {
  return columns ?? [column ?? name];
}

type Fate = Pick<RankedFeature, 'sameAs' | 'isConstant'>;

/** What is to be said of the features, or groups, of which every column is redundant. */
function redundantGroups(
  groupOf: Int32Array,
  names: readonly string[],
  { constant, repeats }: Redundant,
): ReadonlyMap<number, Fate> {
  const sizes = new Int32Array(names.length);
  for (const group of groupOf) sizes[group]++;
  const fates = new Map<number, Fate>();
  for (const feature of constant) {
    sizes[groupOf[feature]]--;
    fates.set(groupOf[feature], { isConstant: true });
  }
  for (const [feature, earlier] of repeats) {
    sizes[groupOf[feature]]--;
    fates.set(groupOf[feature], { sameAs: names[groupOf[earlier]] });
  }
  for (const group of fates.keys()) if (sizes[group] > 0) fates.delete(group);
  return fates;
}

/** How many features or groups of features can be selected. */
export function selectableCount({ featureNames, groups }: Pick<Dataset, 'featureNames' | 'groups'>): number {
  return groups?.names.length ?? featureNames.length;
}
