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
  return {
    ranked: Array.from(order, (index, at) => ({
      rank: at + 1,
      name: names[index],
      index,
      score: best[index],
      ...(columnNames && columnNames[index] !== names[index] && { column: columnNames[index] }),
      ...fates.get(index),
    })),
    columnsOf(count) {
      const chosen = new Set(order.subarray(0, count));
      return Int32Array.from(groupOf.keys()).filter((feature) => chosen.has(groupOf[feature]));
    },
  };
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
