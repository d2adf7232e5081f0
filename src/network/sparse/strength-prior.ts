/**
 * Strength together with what is known of the features from elsewhere.
 *
 *   strength = mean now * (strength(i) / mean strength + sum of weight * importance(i) / mean importance)
 *
 * with means over the active neurons; where part of an importance is chance, the mean is that of the whole. All are relative, so that a prior counts as much when few neurons are left as when
 * there are many.
 */

/** An importance of every feature, none below 0, and how much it counts beside the strength of the network. */
export interface StrengthPrior {
  readonly importance: Float64Array;
  readonly weight: number;
  /** The importance with what of it is chance, where the two differ. */
  readonly whole?: Float64Array;
}

/** Puts strength and priors together in place of the strengths of the active neurons. */
export function addPriors(strengths: Float32Array, priors: readonly StrengthPrior[], active: Int32Array): void {
  let strengthSum = 0;
  for (const feature of active) strengthSum += strengths[feature];
  for (const { importance, weight, whole = importance } of priors) {
    let wholeSum = 0;
    for (const feature of active) wholeSum += whole[feature];
    if (wholeSum === 0) continue;
    const gain = (weight * strengthSum) / wholeSum;
    for (const feature of active) strengths[feature] += gain * importance[feature];
  }
}
