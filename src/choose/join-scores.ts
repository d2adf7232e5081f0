/**
 * One fine-grained score for every feature and every decoy: that of the sparse model, and where it is silent that of the
 * method, below all scores of the model:
 *
 *   score = model                                                                   where it is above 0
 *           smallest such score / 2 * (method - its lowest) / (its highest - its lowest)      elsewhere
 *
 * So the method decides alone where a linear model of columns, squares and pairs tells nothing. The scale is one for all
 * features and decoys and does not change where a feature and a decoy of its trade places; that is what the promise rests on.
 */

/** Both are [member][feature]. */
export function joinScores(model: readonly Float64Array[], method: readonly Float64Array[]): readonly Float64Array[] {
  const { least: smallest } = rangeOf(model, (score) => score > 0);
  const { least, most } = rangeOf(method, () => true);
  const factor = most > least ? (smallest < Number.POSITIVE_INFINITY ? smallest : 1) / (2 * (most - least)) : 0;
  return model.map((scores, member) =>
    scores.map((score, feature) => (score > 0 ? score : factor * (method[member][feature] - least))),
  );
}

function rangeOf(members: readonly Float64Array[], isCounted: (score: number) => boolean) {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const scores of members) {
    for (const score of scores) {
      if (!isCounted(score)) continue;
      least = Math.min(least, score);
      most = Math.max(most, score);
    }
  }
  return { least, most };
}
