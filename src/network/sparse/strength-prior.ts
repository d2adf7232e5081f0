/**
 * Strength together with what is known of the features from elsewhere.
 *
 *   strength = mean now * (strength(i) / mean strength + weight * prior(i) / mean prior), means over the active neurons
 *
 * Both are relative, so that the prior counts as much when few neurons are left as when there are many.
 */

/** An importance of every feature, none below 0, and how much it counts beside the strength of the network. */
export interface StrengthPrior {
  readonly importance: Float64Array;
  readonly weight: number;
}

/** Puts strength and prior together in place of the strengths of the active neurons. */
export function addPrior(strengths: Float32Array, { importance, weight }: StrengthPrior, active: Int32Array): void {
  let [strengthSum, priorSum] = [0, 0];
  for (const feature of active) {
    strengthSum += strengths[feature];
    priorSum += importance[feature];
  }
  if (priorSum === 0) return;
  const gain = (weight * strengthSum) / priorSum;
  for (const feature of active) strengths[feature] += gain * importance[feature];
}
