/**
 * Strength as it was over the last epochs, not only now.
 *
 * While many neurons are left, those that tell the classes apart move much further than the others. When few are left,
 * a network with fewer rows than features can learn its rows by heart through whatever neurons there are, and noise
 * comes to move as far as signal. So the wider the data, the longer the past counts:
 *
 *   relative(t) = strength(t) / mean strength of the active neurons at t
 *   strength    = mean now * sum of share^age * relative(t - age) / sum of share^age, over the epochs since it was woken
 *   share       = 1 - max(rows / (2 * features), 0.03) * 50 / epochs, at least 0
 *
 * In 50 epochs the widest data remembers some 30 of them, in 100 epochs 60; data with at least twice as many rows as features
 * remembers none of 50.
 */

/** The epochs for which the shares were found (docs/quality.md). */
const studiedEpochs = 50;
const leastForgotten = 0.03;

export function shareForWidth(rowCount: number, featureCount: number, epochs: number): number {
  const forgotten = Math.max(leastForgotten, rowCount / (2 * featureCount));
  return Math.max(0, 1 - forgotten * (studiedEpochs / epochs));
}

/** Puts the remembered strengths of the active neurons in place of those of one epoch; called once an epoch. */
export type StrengthMemory = (strengths: Float32Array, active: Int32Array) => void;

export function createStrengthMemory(featureCount: number, share: number): StrengthMemory {
  const sum = new Float32Array(featureCount);
  const weight = new Float32Array(featureCount);
  const lastEpoch = new Int32Array(featureCount);
  let epoch = 0;
  return (strengths, active) => {
    epoch++;
    let mean = 0;
    for (const feature of active) mean += strengths[feature] / active.length;
    if (mean === 0) return;
    for (const feature of active) {
      // A neuron that was away begins anew.
      const kept = lastEpoch[feature] === epoch - 1 ? share : 0;
      sum[feature] = kept * sum[feature] + strengths[feature] / mean;
      weight[feature] = kept * weight[feature] + 1;
      strengths[feature] = (mean * sum[feature]) / weight[feature];
      lastEpoch[feature] = epoch;
    }
  };
}
