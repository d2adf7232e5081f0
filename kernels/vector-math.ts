// exp and tanh on four floats at a time, from +, -, *, / alone, so that every engine gives the same bits.

// exp(x) = 2^n * exp(r) with n = round(x / ln 2) and |r| <= ln(2) / 2; ln 2 is split in two so that r is exact.
const log2e: f32 = 1.4426950408889634;
const ln2High: f32 = 0.693359375;
const ln2Low: f32 = -2.1219444005469057e-4;

/**
 * exp(r) - 1 - r for |r| <= ln(2) / 2, divided by r * r: the Taylor coefficients 1/2! .. 1/7!.
 * The first term left out is r^8 / 8!, below 6e-9 of the result.
 */
@inline
function expTail(r: v128): v128 {
  let p = f32x4.splat(1.0 / 5040.0);
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(1.0 / 720.0));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(1.0 / 120.0));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(1.0 / 24.0));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(1.0 / 6.0));
  return f32x4.add(f32x4.mul(p, r), f32x4.splat(0.5));
}

@inline
function reduced(x: v128, n: v128): v128 {
  const r = f32x4.sub(x, f32x4.mul(n, f32x4.splat(ln2High)));
  return f32x4.sub(r, f32x4.mul(n, f32x4.splat(ln2Low)));
}

/** 2^n for whole n from -126 to 127, built from the exponent bits. */
@inline
function powerOfTwo(n: v128): v128 {
  return i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), 23);
}

/** exp(x), within 2 units in the last place; x below -87 gives exp(-87), x above 88 gives exp(88). */
@inline
export function exp(x: v128): v128 {
  x = f32x4.min(f32x4.max(x, f32x4.splat(-87.0)), f32x4.splat(88.0));
  const n = f32x4.nearest(f32x4.mul(x, f32x4.splat(log2e)));
  const r = reduced(x, n);
  const expm1 = f32x4.add(r, f32x4.mul(f32x4.mul(r, r), expTail(r)));
  const scale = powerOfTwo(n);
  return f32x4.add(scale, f32x4.mul(scale, expm1));
}

/**
 * tanh(x) = e / (e + 2) with e = exp(2x) - 1, taken on |x| and given x's sign: relative error below 4e-7 everywhere.
 * e is put together as 2^n * (exp(r) - 1) + (2^n - 1), so nothing cancels where x is small.
 * Above 9.5, tanh is 1 to the last bit.
 */
@inline
export function tanh(x: v128): v128 {
  const sign = v128.and(x, i32x4.splat(0x80000000));
  const magnitude = f32x4.min(f32x4.abs(x), f32x4.splat(9.5));
  const y = f32x4.add(magnitude, magnitude);
  const n = f32x4.nearest(f32x4.mul(y, f32x4.splat(log2e)));
  const r = reduced(y, n);
  const expm1 = f32x4.add(r, f32x4.mul(f32x4.mul(r, r), expTail(r)));
  const scale = powerOfTwo(n);
  const e = f32x4.add(f32x4.mul(scale, expm1), f32x4.sub(scale, f32x4.splat(1.0)));
  return v128.or(f32x4.div(e, f32x4.add(e, f32x4.splat(2.0))), sign);
}
