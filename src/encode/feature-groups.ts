/** Scores of columns from the scores of the features they became: the sum, as the group is ranked as one feature. */
import type { FeatureGroups } from '../types.js';

export function sumByGroup(scores: ArrayLike<number>, groups: FeatureGroups): Float64Array {
  if (scores.length !== groups.groupOf.length) {
    throw new Error(`${scores.length} scores for ${groups.groupOf.length} grouped features`);
  }
  const sums = new Float64Array(groups.names.length);
  for (let feature = 0; feature < scores.length; feature++) sums[groups.groupOf[feature]] += scores[feature];
  return sums;
}
