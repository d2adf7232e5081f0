/**
 * The normal distribution from + - * /, Math.sqrt and our own exp and log alone, so that every engine gives the same
 * bits: draws, and the density.
 */
import { exp, log } from './deterministic-math.js';
import type { Random } from './random.js';

/**
 * Fills `values` with independent standard normal numbers by Marsaglia's polar method: a point (a, b) uniform in the
 * unit disc, s = a^2 + b^2, gives the two numbers a, b times sqrt(-2 log(s) / s).
 */
export function fillNormal(values: Float64Array, random: Random): void {
  for (let i = 0; i < values.length; i += 2) {
    let a = 0;
    let b = 0;
    let s = 0;
    do {
      a = 2 * random.float() - 1;
      b = 2 * random.float() - 1;
      s = a * a + b * b;
    } while (s >= 1 || s === 0);
    const factor = Math.sqrt((-2 * log(s)) / s);
    values[i] = a * factor;
    if (i + 1 < values.length) values[i + 1] = b * factor;
  }
}

const inverseRootTwoPi = 1 / Math.sqrt(2 * Math.PI);

/** The density of the standard normal distribution. */
export function normalDensity(x: number): number {
  return inverseRootTwoPi * exp((-x * x) / 2);
}
