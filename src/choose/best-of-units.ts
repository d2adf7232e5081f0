/** The best score among the features of every unit, what competes as one; below all numbers where none of them was looked at. */
export function bestOfUnits(scores: Float64Array, features: Int32Array, unitOf: Int32Array): Float64Array {
  const unitCount = unitOf.reduce((most, unit) => Math.max(most, unit), -1) + 1;
  const best = new Float64Array(unitCount).fill(Number.NEGATIVE_INFINITY);
  features.forEach((feature, at) => {
    best[unitOf[feature]] = Math.max(best[unitOf[feature]], scores[at]);
  });
  return best;
}
