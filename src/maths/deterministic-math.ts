/**
 * exp and log in float64, from + - * / alone, so that every engine gives the same bits; the engines' own Math.exp and
 * Math.log may differ in the last place. Both stay within 0.6 units in the last place of the true value for log and
 * 1 unit for exp.
 */

const ln2High = 0.6931471803691238; // its last bits are zero, so small multiples are exact
const ln2Low = 1.9082149292705877e-10; // ln 2 - ln2High
const inverseLn2 = Math.LOG2E;

/** Powers of two by exponent + 1074, down to the smallest subnormal number. */
const powersOfTwo = makePowersOfTwo();

/** 1 / n! for n = 13 down to 2, highest first. */
const inverseFactorials = makeInverseFactorials();

/**
 * e to the power of x: x = k ln 2 + r with |r| <= ln 2 / 2, then a Taylor sum of degree 13, whose remainder is below
 * 5e-18, times 2^k.
 */
export function exp(x: number): number {
  if (x < -745.2) return 0;
  if (x > 709.782712893384) return Number.POSITIVE_INFINITY;
  const k = Math.floor(x * inverseLn2 + 0.5);
  const high = x - k * ln2High;
  const low = k * ln2Low;
  const r = high - low;
  let sum = inverseFactorials[0];
  for (let i = 1; i < inverseFactorials.length; i++) sum = sum * r + inverseFactorials[i];
  // What the subtraction above rounded away is small enough to enter to first order.
  const lost = high - r - low;
  const value = 1 + (r + (r * r * sum + lost));
  // Two steps, because 2^1024 is no number although value * 2^1024 may be.
  return k === 1024 ? value * 2 * powersOfTwo[1023 + 1074] : value * powersOfTwo[k + 1074];
}

/**
 * Natural logarithm: x = 2^k m with m between sqrt(1/2) and sqrt(2), s = (m - 1) / (m + 1),
 * log x = k ln 2 + 2 (s + s^3/3 + s^5/5 + ...). The leading term 2s is kept to twice the precision.
 */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
  if (x === Number.POSITIVE_INFINITY) return x;
  let k = 0;
  let m = x;
  while (m >= 4294967296) {
    m /= 4294967296;
    k += 32;
  }
  while (m < 1 / 4294967296) {
    m *= 4294967296;
    k -= 32;
  }
  while (m > Math.SQRT2) {
    m /= 2;
    k++;
  }
  while (m < Math.SQRT1_2) {
    m *= 2;
    k--;
  }
  return logOfReduced(m, k);
}

function logOfReduced(m: number, k: number): number {
  const numerator = m - 1;
  const denominator = m + 1;
  // m is below 1.42, so what the sum m + 1 lost is exactly this.
  const denominatorLow = m - (denominator - 1);
  const s = numerator / denominator;
  // The exact remainder of the division, with s cut in two halves whose products are exact.
  const sHigh = upperHalf(s);
  const sLow = s - sHigh;
  const denominatorHigh = upperHalf(denominator);
  const denominatorRest = denominator - denominatorHigh;
  const remainder =
    numerator - sHigh * denominatorHigh - sHigh * denominatorRest - sLow * denominatorHigh - sLow * denominatorRest;
  const correction = (remainder - s * denominatorLow) / denominator;

  const z = s * s;
  let tail = 0;
  for (let power = 23; power >= 3; power -= 2) tail = tail * z + 1 / power;
  const small = 2 * (s * z * tail + correction) + k * ln2Low;
  // k * ln2High is exact, and it is either 0 or larger than 2s.
  const big = k * ln2High;
  const sum = big + 2 * s;
  const lost = k === 0 ? 0 : 2 * s - (sum - big);
  return sum + (lost + small);
}

/** The number with its lower 27 bits cleared, by Veltkamp's splitting. */
function upperHalf(value: number): number {
  const scaled = value * 134217729;
  return scaled - (scaled - value);
}

function makePowersOfTwo(): Float64Array {
  const powers = new Float64Array(1074 + 1024);
  let power = Number.MIN_VALUE;
  for (let i = 0; i < powers.length; i++) {
    powers[i] = power;
    power *= 2;
  }
  return powers;
}

function makeInverseFactorials(): Float64Array {
  const inverse = new Float64Array(12);
  let factorial = 1;
  for (let n = 2; n <= 13; n++) {
    factorial *= n;
    inverse[13 - n] = 1 / factorial;
  }
  return inverse;
}
