/**
 * Which methods are tried on, and which is taken in the end: a race in rounds. The first of the candidates is the one that
 * another must be ahead of, and it is never dropped. What a method has come to is the mean of its folds so far.
 */

export interface Round {
  /** Each deal cuts the rows into other folds. */
  readonly deal: number;
  readonly folds: readonly number[];
  /** After it a method is dropped that is further behind the best than this, or no further ahead of the first than that. */
  readonly behindBest: number;
  readonly aheadOfFirst: number;
}

export const foldCount = 4;

export const rounds: readonly Round[] = [
  { deal: 0, folds: [0, 1], behindBest: 0.1, aheadOfFirst: -0.05 },
  { deal: 0, folds: [2, 3], behindBest: 0.05, aheadOfFirst: 0 },
  { deal: 1, folds: [0, 1, 2, 3], behindBest: Infinity, aheadOfFirst: -Infinity },
];

/** Another method must be ahead of the first by more than this. */
export const lead = 0.02;

/** Those that are tried in the next round; the first alone where nothing could be ahead of it. */
export function leftAfter<T>(
  { behindBest, aheadOfFirst }: Round,
  candidates: readonly T[],
  meanOf: (candidate: T) => number,
  needed = lead,
): readonly T[] {
  const [first, ...others] = candidates;
  const own = meanOf(first);
  if (own >= 1 - needed) return [first];
  const best = Math.max(...candidates.map(meanOf));
  return [first, ...others.filter((each) => meanOf(each) >= best - behindBest && meanOf(each) > own + aheadOfFirst)];
}

export function takenOf<T>(candidates: readonly T[], meanOf: (candidate: T) => number, needed = lead): T {
  const [first] = candidates;
  const standing = (each: T): number => meanOf(each) + (each === first ? needed : 0);
  return candidates.reduce((best, each) => (standing(each) > standing(best) ? each : best));
}
