/**
 * Strength together with what is known of the features from elsewhere.
 *
 *   strength = mean now * (strength(i) / mean strength + sum of weight * importance(i) / mean importance)
 *
 * with means over the active neurons. All are relative, so that a prior counts as much when few neurons are left as when
 * there are many.
 */

/** An importance of every feature, none below 0, and how much it counts beside the strength of the network. */
export interface StrengthPrior {
  readonly importance: Float64Array;
  readonly weight: number;
}

/** Puts strength and priors together in place of the strengths of the active neurons. */
export function addPriors(strengths: Float32Array, priors: readonly StrengthPrior[], active: Int32Array): void {
  let strengthSum = 0;
  for (const feature of active) strengthSum += strengths[feature];
  for (const { importance, weight } of priors) {
    let importanceSum = 0;
    for (const feature of active) importanceSum += importance[feature];
    if (importanceSum === 0) continue;
    const gain = (weight * strengthSum) / importanceSum;
    for (const feature of active) strengths[feature] += gain * importance[feature];
  }
}
