/**
 * How many input neurons are removed, dropped and woken in every epoch (Section 3.2.2 of the paper).
 *
 *   tRemoval    = ceil(alpha * tMax)
 *   R           = max(0, ceil((1 - zetaIn) * d - K))                                 (Eq. 6)
 *   cRemove(t)  = ceil((R - R(t)) / (tRemoval - t)) for t < tRemoval, then 0          (Eq. 4)
 *   R(t)        = sum of cRemove over the earlier epochs                              (Eq. 5)
 *   cGrow(t)    = ceil(zetaIn * (1 - t / tMax) * R(t))                                (Eq. 7)
 *   cPrune(t)   = cRemove(t) + cGrow(t)                                               (Eq. 3)
 *
 * Eq. 4 divides by zero at t = tRemoval, where everything has been removed already: the step there is 0.
 */
export interface EpochPlan {
  /** Counts from 1. */
  readonly epoch: number;
  readonly pruneCount: number;
  readonly growCount: number;
  /** Active input neurons after this epoch's update. */
  readonly activeAfter: number;
}

export interface ScheduleOptions {
  readonly featureCount: number;
  readonly k: number;
  readonly epochs: number;
  /** zeta_in: the fraction of neurons and connections of the input layer that is renewed. */
  readonly inputFraction: number;
  /** alpha: the share of the epochs in which neurons are removed. */
  readonly removalShare: number;
}

export function planEpochs(options: ScheduleOptions): EpochPlan[] {
  const { featureCount, k, epochs, inputFraction, removalShare } = options;
  const removalEnd = Math.ceil(removalShare * epochs); // tRemoval
  const toRemove = Math.max(0, Math.ceil((1 - inputFraction) * featureCount - k)); // R
  const plans: EpochPlan[] = [];
  let removed = 0; // R(t)
  for (let epoch = 1; epoch <= epochs; epoch++) {
    const removeCount = epoch < removalEnd ? Math.ceil((toRemove - removed) / (removalEnd - epoch)) : 0;
    const growCount = Math.ceil(inputFraction * (1 - epoch / epochs) * removed);
    removed += removeCount;
    plans.push({ epoch, pruneCount: removeCount + growCount, growCount, activeAfter: featureCount - removed });
  }
  return plans;
}
