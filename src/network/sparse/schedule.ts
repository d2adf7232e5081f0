/**
 * How many input neurons are removed, dropped and woken in every epoch.
 *
 * Linear, the paper's (Section 3.2.2): as many neurons go in every epoch, and zeta_in * d of them stay beside the K.
 *
 *   tRemoval    = ceil(alpha * tMax)
 *   R           = max(0, ceil((1 - zetaIn) * d - K))                                 (Eq. 6)
 *   cRemove(t)  = ceil((R - R(t)) / (tRemoval - t)) for t < tRemoval, then 0          (Eq. 4)
 *   R(t)        = sum of cRemove over the earlier epochs                              (Eq. 5)
 *   cGrow(t)    = ceil(zetaIn * (1 - t / tMax) * R(t))                                (Eq. 7)
 *   cPrune(t)   = cRemove(t) + cGrow(t)                                               (Eq. 3)
 *
 * Eq. 4 divides by zero at t = tRemoval, where everything has been removed already: the step there is 0.
 *
 * Geometric: the same share of the neurons goes in every epoch, and only zetaIn * K of them stay beside the K.
 *
 *   last        = min(d, ceil((1 + zetaIn) * K))
 *   active(t)   = ceil(last * (d / last) ^ (1 - t / tRemoval)) for t < tRemoval, then last
 *   cGrow(t)    = ceil(zetaIn * (1 - t / tMax) * active(t)), at most the neurons that are inactive
 *
 * Near the end neurons go a few at a time and the network learns anew between the steps, so that of several neurons
 * that say the same one is kept; the paper's last step takes the K strongest of zeta_in * d + K at once.
 */
import { exp, log } from '../../maths/deterministic-math.js';

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
  readonly removal: Removal;
  /** Epochs before the schedule begins, in which all neurons stay; none where nothing is said. */
  readonly warmUp?: number;
}

export const removals = ['geometric', 'linear'] as const;
export type Removal = (typeof removals)[number];

export function planEpochs({ warmUp = 0, ...options }: ScheduleOptions): EpochPlan[] {
  const rest = { ...options, epochs: options.epochs - warmUp };
  const plans = options.removal === 'linear' ? planLinear(rest) : planGeometric(rest);
  const unchanged = { pruneCount: 0, growCount: 0, activeAfter: options.featureCount };
  return [
    ...Array.from({ length: warmUp }, (_, epoch) => ({ ...unchanged, epoch: epoch + 1 })),
    ...plans.map((plan) => ({ ...plan, epoch: plan.epoch + warmUp })),
  ];
}

function planLinear({ featureCount, k, epochs, inputFraction, removalShare }: ScheduleOptions): EpochPlan[] {
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

function planGeometric({ featureCount, k, epochs, inputFraction, removalShare }: ScheduleOptions): EpochPlan[] {
  const last = Math.min(featureCount, Math.ceil((1 + inputFraction) * k));
  const removalEnd = Math.max(1, Math.ceil(removalShare * epochs)); // tRemoval
  const plans: EpochPlan[] = [];
  let active = featureCount;
  for (let epoch = 1; epoch <= epochs; epoch++) {
    const left = Math.max(0, 1 - epoch / removalEnd);
    const activeAfter = left === 0 ? last : Math.min(active, Math.ceil(last * exp(left * log(featureCount / last))));
    const wanted = Math.ceil(inputFraction * (1 - epoch / epochs) * activeAfter);
    const growCount = Math.min(featureCount - active, wanted);
    plans.push({ epoch, pruneCount: active - activeAfter + growCount, growCount, activeAfter });
    active = activeAfter;
  }
  return plans;
}
