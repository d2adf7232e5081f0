/**
 * One fine-grained score for every feature and every decoy: that of the method and that of a forest, which sees what
 * acts by its square or together with others and breaks the ties between features that the method gave up together.
 *
 *   score = method / spread of the method's scores + 2 * forest / spread of the forest's
 *
 * The spread is the mean distance between the highest and the lowest score of a feature and its decoys, the widest fifth
 * of the features left out: what noise alone makes of it. It stays the same where a feature and a decoy of its trade
 * places, as everything here does; that is what the promise rests on.
 */

/** How much the forest counts beside the method. */
const forestWeight = 2;
const bulkShare = 0.8;

/** `method` and `forest` are [member][feature]; without a forest the method's score stands alone. */
export function joinScores(
  method: readonly Float64Array[],
  forest: readonly Float64Array[] | undefined,
): readonly Float64Array[] {
  if (forest === undefined) return method;
  const [ofMethod, ofForest] = [spread(method), spread(forest)];
  return method.map((scores, member) =>
    scores.map((score, feature) => score / ofMethod + (forestWeight * forest[member][feature]) / ofForest),
  );
}

/** 1 where all members of a feature score the same. */
function spread(members: readonly Float64Array[]): number {
  const ranges = Float64Array.from(members[0], (_, feature) => {
    const scores = members.map((member) => member[feature]);
    return Math.max(...scores) - Math.min(...scores);
  }).sort();
  const bulk = ranges.subarray(0, Math.max(1, Math.floor(bulkShare * ranges.length)));
  const mean = bulk.reduce((sum, range) => sum + range, 0) / bulk.length;
  return mean > 0 ? mean : (ranges.at(-1) ?? 0) || 1;
}
