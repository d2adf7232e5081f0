/**
 * Which methods are tried on, and which is taken in the end: a race in rounds. The first of the candidates is the one that
 * another must be ahead of, and it is never dropped. What a method has come to is the mean of its folds so far.
 */

export interface Round {
  /** Each deal cuts the rows into other folds. */
  readonly deal: number;
  readonly folds: readonly number[];
  /** After the round a method is dropped that is further behind the best than this. */
  readonly behindBest: number;
  /** So is one that is not ahead of the first by more than this; below 0, it may be behind by less. */
  readonly aheadOfFirst: number;
}

export const foldCount = 4;

export const rounds: readonly Round[] = [
  { deal: 0, folds: [0, 1], behindBest: 0.1, aheadOfFirst: -0.05 },
  { deal: 0, folds: [2, 3], behindBest: 0.05, aheadOfFirst: 0 },
  // After the last nobody is dropped.
  { deal: 1, folds: [0, 1, 2, 3], behindBest: Infinity, aheadOfFirst: -Infinity },
];

/** Another method must be ahead of the first by more than this. */
export const lead = 0.02;

/** What means of the same predictions may differ by, since they are added in another order. */
const rounding = 1e-9;

/** Those that are tried in the next round; the first alone where nothing could be ahead of it in the folds so far. */
export function leftAfter<T>(
  { behindBest, aheadOfFirst }: Round,
  candidates: readonly T[],
  meanOf: (candidate: T) => number,
  needed = lead,
): readonly T[] {
  const [first, ...others] = candidates;
  const own = meanOf(first);
  if (own >= 1 - needed - rounding) return [first];
  const best = Math.max(...candidates.map(meanOf));
  const isLeft = (mean: number): boolean =>
    mean >= best - behindBest - rounding && mean > own + aheadOfFirst + rounding;
  return [first, ...others.filter((each) => isLeft(meanOf(each)))];
}

/** The best of them, where it is far enough ahead of the first; of equal ones the one that stands before the others. */
export function takenOf<T>(candidates: readonly T[], meanOf: (candidate: T) => number, needed = lead): T {
  const [first] = candidates;
  const standing = (each: T): number => meanOf(each) + (each === first ? needed : 0);
  return candidates.reduce((best, each) => (standing(each) > standing(best) + rounding ? each : best));
}
