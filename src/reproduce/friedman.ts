/**
 * Whether methods differ over several data sets, and which: Friedman's test on ranks and Nemenyi's critical difference,
 * as J. Demsar describes them in "Statistical comparisons of classifiers over multiple data sets" (JMLR 7, 2006).
 *
 *   chi2 = 12 N / (k (k + 1)) * (sum of R_j^2 - k (k + 1)^2 / 4),  CD = q sqrt(k (k + 1) / (6 N))
 *
 * with N data sets, k methods and mean ranks R_j (1 is best, equal ones share the mean of their ranks). chi2 is divided
 * by 1 - sum of (t^3 - t) / (N k (k^2 - 1)) over groups of t equal values, as scipy does. q is the studentised range for
 * infinite degrees of freedom over sqrt(2).
 */
import { chiSquareTail } from '../maths/tail-probability.js';

export interface FriedmanResult {
  /** Mean rank of every method; 1 is best. */
  readonly ranks: readonly number[];
  readonly setCount: number;
  readonly chiSquare: number;
  /** Probability of ranks this different where no method is better. */
  readonly p: number;
  /** Methods whose mean ranks differ by less are not told apart at the 5 % level; undefined beyond 20 methods. */
  readonly criticalDifference: number | undefined;
}

/** q for 2 to 20 methods at the 5 % level. */
const studentised = [
  ...[1.96, 2.344, 2.569, 2.728, 2.85, 2.948, 3.031, 3.102, 3.164, 3.219],
  ...[3.268, 3.313, 3.354, 3.391, 3.426, 3.458, 3.489, 3.517, 3.544],
];

/** `values[set][method]`, higher is better. Undefined for fewer than two sets or methods, or where all are equal. */
export function friedmanTest(values: readonly (readonly number[])[]): FriedmanResult | undefined {
  const setCount = values.length;
  const k = values[0]?.length ?? 0;
  if (setCount < 2 || k < 2) return undefined;
  const ranked = values.map(rankDescending);
  const ranks = ranked[0].map((_, method) => ranked.reduce((sum, each) => sum + each[method], 0) / setCount);
  const squares = ranks.reduce((sum, rank) => sum + rank * rank, 0);
  const ties = values.reduce((sum, each) => sum + tieSum(each), 0);
  const untied = ((12 * setCount) / (k * (k + 1))) * (squares - (k * (k + 1) ** 2) / 4);
  const chiSquare = untied / (1 - ties / (setCount * k * (k * k - 1)));
  if (!Number.isFinite(chiSquare)) return undefined;
  const q = studentised[k - 2];
  return {
    ranks,
    setCount,
    chiSquare,
    p: chiSquareTail(chiSquare, k - 1),
    criticalDifference: q === undefined ? undefined : q * Math.sqrt((k * (k + 1)) / (6 * setCount)),
  };
}

export function rankDescending(values: readonly number[]): number[] {
  return values.map((own) => {
    const better = values.filter((value) => value > own).length;
    const equal = values.filter((value) => value === own).length;
    return better + (equal + 1) / 2;
  });
}

/** Sum of t^3 - t over groups of t equal values. */
function tieSum(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()].reduce((sum, t) => sum + t ** 3 - t, 0);
}
