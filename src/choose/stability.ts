/**
 * How steady a selection is, from selections on halves of the rows, two complementary halves at a time.
 *
 *   share of a feature = in how many of the halves it was selected
 *   stable             = features with a share of at least the threshold
 *   bound              = K^2 / (features * (2 * threshold - 1))
 *
 * The bound is on the expected number of stable features that a half selects no more often than a random choice of K
 * would, with nothing assumed: Shah and Samworth, Variable selection with error control: another look at stability
 * selection (JRSS B 75, 2013), Theorem 1 with theta = K / features.
 *
 * Two halves may differ because they took one and the other of two features that say the same. `overlap` is the Jaccard
 * index of the selections; `overlapOfKinds` is that where features that are exchangeable count as the same, paired off
 * one to one.
 */

export interface StabilityReport {
  /** Pairs of halves. */
  readonly pairs: number;
  readonly threshold: number;
  /** Of every selected feature, best first. */
  readonly shares: readonly { readonly name: string; readonly share: number }[];
  /** Names of the stable features, selected or not, steadiest first. */
  readonly stable: readonly string[];
  /** Most false ones to expect among the stable. */
  readonly bound: number;
  /** Mean over the pairs. */
  readonly overlap: number;
  readonly overlapOfKinds: number;
}

export const stableThreshold = 0.75;

export function falseSelectionBound(k: number, featureCount: number, threshold: number): number {
  return (k * k) / (featureCount * (2 * threshold - 1));
}

export function jaccard(shared: number, a: number, b: number): number {
  return a + b === 0 ? 1 : shared / (a + b - shared);
}

/** How many features of `a` have a partner of their own in `b`: themselves, or one that is alike. */
export function pairOff(
  a: readonly number[],
  b: readonly number[],
  isAlike: (one: number, other: number) => boolean,
): { readonly same: number; readonly alike: number } {
  const left = new Set(b.filter((feature) => !a.includes(feature)));
  const alone = a.filter((feature) => !b.includes(feature));
  let alike = 0;
  for (const feature of alone) {
    for (const other of left) {
      if (!isAlike(feature, other)) continue;
      left.delete(other);
      alike++;
      break;
    }
  }
  return { same: a.length - alone.length, alike };
}
