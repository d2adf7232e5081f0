/**
 * From contests to a promise. Each round of contests, with decoys of its own, gives every feature an e-value, evidence
 * that it is no false discovery; the mean over the rounds is an e-value, too, and depends less on how the decoys fell:
 *
 *   e = features * decoys / (advantage * (1 + lost))   for a feature that won with at least the margin of the cut, else 0
 *
 * The promised features are the k with the largest mean, for the largest k with mean >= features / (rate * k) for all of
 * them: the share of false ones among them is then at most `rate` on average.
 *
 * Source: Ren and Barber, Derandomised knockoffs: leveraging e-values for false discovery rate control (JRSS B 86, 2024),
 * with the e-BH procedure of Wang and Ramdas (JRSS B 84, 2022). The cut of a round is made at half the rate where there
 * are several rounds, as they advise, and at the rate itself where there is one: that is the knockoff filter.
 */
import { type Contests, type Cut, findCut } from './contests.js';

export interface Evidence {
  /** The mean e-value of every feature. */
  readonly eValues: Float64Array;
  /** The features of which it can be promised, ascending. */
  readonly promised: readonly number[];
  /** Of every round; undefined where no margin was enough. */
  readonly cuts: readonly (Cut | undefined)[];
}

export function weighEvidence(rounds: readonly Contests[], rate: number): Evidence {
  const featureCount = rounds[0].margins.length;
  const eValues = new Float64Array(featureCount);
  const cuts = rounds.map((contests) => findCut(contests, rounds.length === 1 ? rate : rate / 2));
  rounds.forEach(({ margins, isWon, decoyCount, advantage }, round) => {
    const cut = cuts[round];
    if (cut === undefined) return;
    const each = (featureCount * decoyCount) / (advantage * (1 + cut.lost)) / rounds.length;
    for (let feature = 0; feature < featureCount; feature++) {
      if (isWon[feature] && margins[feature] >= cut.margin) eValues[feature] += each;
    }
  });
  return { eValues, promised: promise(eValues, rate), cuts };
}

/** Sums of e-values of several rounds carry rounding errors of this share. */
const slack = 1e-9;

/** e-BH: the features with the k largest e-values, k as large as possible. */
export function promise(eValues: Float64Array, rate: number): number[] {
  const order = [...eValues.keys()].sort((a, b) => eValues[b] - eValues[a] || a - b);
  let count = 0;
  order.forEach((feature, place) => {
    if (eValues[feature] * rate * (place + 1) >= eValues.length * (1 - slack)) count = place + 1;
  });
  return order.slice(0, count).sort((a, b) => a - b);
}
