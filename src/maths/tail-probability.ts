/**
 * How probable a value at least as extreme is: of the chi-square distribution by the upper incomplete gamma function, of
 * Student's t by the incomplete beta function. Series and continued fractions as in Abramowitz and Stegun, 6.5 and 26.5,
 * evaluated by Lentz's method, from our own exp and log alone, so that every engine gives the same bits.
 */
import { exp, log } from './deterministic-math.js';
import { logGamma } from './log-gamma.js';

const precision = 1e-15;
const mostSteps = 1000;
/** Stands for a denominator of 0 in a continued fraction. */
const tiny = 1e-300;

export function chiSquareTail(value: number, freedom: number): number {
  return upperGamma(freedom / 2, value / 2);
}

/** Both tails: how probable it is that |t| is at least this. */
export function studentTails(t: number, freedom: number): number {
  return incompleteBeta(freedom / 2, 0.5, freedom / (freedom + t * t));
}

/** Q(a, x), the upper regularised incomplete gamma function: a series below a + 1, a continued fraction above. */
export function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1;
  if (x === Number.POSITIVE_INFINITY) return 0;
  const scale = exp(a * log(x) - x - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = 1; n < mostSteps && term > sum * precision; n++) {
      term *= x / (a + n);
      sum += term;
    }
    return 1 - scale * sum;
  }
  // 1 / (x + 1 - a - 1 (1 - a) / (x + 3 - a - ...)).
  return scale * lentz(x + 1 - a, (n) => ({ over: -n * (n - a), under: x + 2 * n + 1 - a }));
}

/** I_x(a, b), the regularised incomplete beta function. */
export function incompleteBeta(a: number, b: number, x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const scale = exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * log(x) + b * log(1 - x));
  // The fraction converges quickly below the mean of the distribution; above it the other end is taken.
  if (x > (a + 1) / (a + b + 2)) return 1 - (scale * betaFraction(b, a, 1 - x)) / b;
  return (scale * betaFraction(a, b, x)) / a;
}

function betaFraction(a: number, b: number, x: number): number {
  return lentz(1, (n) => {
    const m = n >> 1;
    const over =
      n % 2 === 0
        ? (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
        : (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    return { over, under: 1 };
  });
}

/** 1 / (first + over(1) / (under(1) + over(2) / (under(2) + ...))). */
function lentz(first: number, part: (n: number) => { readonly over: number; readonly under: number }): number {
  let d = 1 / first;
  let c = 1 / tiny;
  let value = d;
  for (let n = 1; n < mostSteps; n++) {
    const { over, under } = part(n);
    d = 1 / (over * d + under || tiny);
    c = under + over / c || tiny;
    const change = c * d;
    value *= change;
    if (Math.abs(change - 1) < precision) break;
  }
  return value;
}
