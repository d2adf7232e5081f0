/** From scores to a ranking and from an order to scores: the last step of every method. */
import type { Scores } from '../types.js';

/** Ranks features by score, highest first; equal scores go by the lower feature index. */
export function rankScores(scores: Float64Array): Scores {
  const unusable = scores.findIndex(Number.isNaN);
  if (unusable >= 0) throw new Error(`feature ${unusable}: the score is not a number`);
  const ranking = Int32Array.from(scores, (_, feature) => feature);
  ranking.sort((a, b) => (scores[a] === scores[b] ? a - b : scores[b] > scores[a] ? 1 : -1));
  return { scores, ranking };
}

/**
 * The scores of a method that picks one feature after the other: 1, (K-1)/K ... 1/K for the selected ones in order,
 * and below 1/K, strictly falling, for the others, ranked by `restScores`.
 */
export function scoresFromOrder(selected: ArrayLike<number>, restScores: Float64Array): Scores {
  const featureCount = restScores.length;
  const k = selected.length;
  const scores = new Float64Array(featureCount);
  const taken = new Uint8Array(featureCount);
  for (let i = 0; i < k; i++) {
    scores[selected[i]] = (k - i) / k;
    taken[selected[i]] = 1;
  }
  const rest = rankScores(restScores).ranking.filter((feature) => taken[feature] === 0);
  if (rest.length + k !== featureCount) {
    throw new Error(`${k} selected and ${rest.length} other features are not the ${featureCount} there are`);
  }
  for (let i = 0; i < rest.length; i++) scores[rest[i]] = (rest.length - i) / (rest.length + 1) / Math.max(k, 1);
  return { scores, ranking: Int32Array.from([...Array.from(selected), ...rest]) };
}
