/**
 * From the scores of a method to the ranking a user sees.
 *
 * Columns that became several features count as one, with the sum of their scores (those below 0, which network methods
 * give to what they removed, add nothing). Constant features and repeats of
 * an earlier feature come last. Order: score, then the method's own order, then the lower index.
 */
import type { Dataset, Scores } from '../types.js';

export interface RankedFeature {
  /** From 1. */
  readonly rank: number;
  readonly name: string;
  /** Number of the feature, or of the group of features, from 0. */
  readonly index: number;
  readonly score: number;
}

export interface FeatureRanking {
  /** Everything that can be selected, best first. */
  readonly ranked: readonly RankedFeature[];
  /** The matrix columns behind the first `count` of the ranking, ascending. */
  columnsOf(count: number): Int32Array;
}

export function rankFeatures(
  dataset: Pick<Dataset, 'featureNames' | 'groups' | 'rankLast'>,
  { scores, ranking }: Scores,
): FeatureRanking {
  const { groups, featureNames } = dataset;
  const groupOf = groups?.groupOf ?? Int32Array.from(featureNames, (_, feature) => feature);
  const names = groups?.names ?? featureNames;
  const sums = new Float64Array(names.length);
  for (let feature = 0; feature < scores.length; feature++) {
    sums[groupOf[feature]] += groups ? Math.max(0, scores[feature]) : scores[feature];
  }

  // A group stands where its best feature stands, and is last only where all of its features are.
  const place = new Int32Array(names.length).fill(ranking.length);
  ranking.forEach((feature, at) => {
    place[groupOf[feature]] = Math.min(place[groupOf[feature]], at);
  });
  const isLast = new Uint8Array(names.length).fill(1);
  const lastFeatures = new Set(dataset.rankLast);
  for (let feature = 0; feature < scores.length; feature++) {
    if (!lastFeatures.has(feature)) isLast[groupOf[feature]] = 0;
  }

  // Without groups the method's order is the order; with groups sums decide first.
  const byScore = groups ? (a: number, b: number): number => sums[b] - sums[a] : (): number => 0;
  const order = Int32Array.from(names, (_, index) => index).sort(
    (a, b) => isLast[a] - isLast[b] || byScore(a, b) || place[a] - place[b],
  );
  return {
    ranked: Array.from(order, (index, at) => ({ rank: at + 1, name: names[index], index, score: sums[index] })),
    columnsOf(count) {
      const chosen = new Set(order.subarray(0, count));
      return Int32Array.from(groupOf.keys()).filter((feature) => chosen.has(groupOf[feature]));
    },
  };
}

/** How many features or groups of features can be selected. */
export function selectableCount({ featureNames, groups }: Pick<Dataset, 'featureNames' | 'groups'>): number {
  return groups?.names.length ?? featureNames.length;
}
