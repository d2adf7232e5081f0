// The natural logarithm of a double, from + - * / alone, so that every engine gives the same bits.

const sqrtHalf: u64 = 0x3fe6a09e667f3bcd; // the bits of sqrt(1/2)
const ln2High: f64 = 0.6931471803691238; // its last bits are zero, so small multiples are exact
const ln2Low: f64 = 1.9082149292705877e-10;

/**
 * log x = k ln 2 + 2 (s + s^3/3 + s^5/5 + ...) with x = 2^k m, m between sqrt(1/2) and sqrt(2), s = (m - 1) / (m + 1);
 * what the sum leaves out is below 1e-19. Within 2 units in the last place for positive normal x; Infinity and NaN
 * stay what they are.
 */
export function log(x: f64): f64 {
  if (!(x < Infinity)) return x;
  const bits = reinterpret<u64>(x);
  const shift = <i64>(bits - sqrtHalf) >> 52;
  const m = reinterpret<f64>(bits - (<u64>shift << 52));
  const k = <f64>shift;
  const s = (m - 1.0) / (m + 1.0);
  const z = s * s;
  let tail = 0.0;
  for (let power = 23; power >= 3; power -= 2) tail = tail * z + 1.0 / <f64>power;
  const small = 2.0 * s * z * tail + k * ln2Low;
  return k * ln2High + (2.0 * s + small);
}
