/**
 * The difference of two measured values with a 95 % interval, from the intervals of the two (Newcombe 1998, method 10; for
 * any estimates Zou and Donner 2008): low = a - b - sqrt((a - lowA)^2 + (highB - b)^2), and high likewise. Values of the
 * same test rows vary together, which makes this interval too wide rather than too narrow.
 */
import type { Interval } from './contract.js';

/** A value and its interval. */
export interface Estimate {
  readonly value: number;
  readonly interval: Interval;
}

export interface Difference {
  readonly mean: number;
  /** Half the width of the interval. */
  readonly margin: number;
  readonly low: number;
  readonly high: number;
}

export function difference(a: Estimate, b: Estimate): Difference {
  const mean = a.value - b.value;
  const below = (each: Estimate) => each.value - each.interval[0];
  const above = (each: Estimate) => each.interval[1] - each.value;
  const low = mean - Math.hypot(below(a), above(b));
  const high = mean + Math.hypot(above(a), below(b));
  return { mean, margin: (high - low) / 2, low, high };
}
