// exp and tanh on four floats at a time, from +, -, *, / alone, so that every engine gives the same bits.

//
// Constants are read from a table in memory: broadcasting one from there is a single instruction, while a vector
// constant in the code is put together anew wherever it is used.

// exp(x) = 2^n * exp(r) with n = round(x / ln 2) and |r| <= ln(2) / 2; ln 2 is split in two so that r is exact.
// Adding 1.5 * 2^23 rounds a float to a whole number and leaves that number in the low bits, so one addition gives
// both n and, shifted into the exponent, 2^n (for n from -126 to 127).
const table: usize = memory.data<f32>([
  1.4426950408889634, // 0: 1 / ln 2
  12582912.0, // 4: 1.5 * 2^23
  0.693359375, // 8: high part of ln 2
  -2.1219444005469057e-4, // 12: low part of ln 2
  1.0 / 5040.0, // 16: the Taylor coefficients 1/7! .. 1/2!
  1.0 / 720.0, // 20
  1.0 / 120.0, // 24
  1.0 / 24.0, // 28
  1.0 / 6.0, // 32
  0.5, // 36
  -87.0, // 40
  88.0, // 44
]);

// tanh(x) = x * P(x^2) / Q(x^2) for |x| <= 8, the rational function of this form with the least relative error (found
// by least squares, weighted anew until the error is level: 1.5e-7); beyond 8, tanh is 1 to 2e-7.
const tanhTable: usize = memory.data<f32>([
  8.0, // 0
  -8.0, // 4
  1.1428412236552746e-5, // 8: P, highest power first
  2.9510226791949123e-3, // 12
  0.12925661931621854, // 16
  0.9999998543749596, // 20
  2.4592074421802265e-7, // 24: Q
  2.3866901676318687e-4, // 28
  2.381554958751216e-2, // 32
  0.46258877523319897, // 36
  1.0, // 40
]);

@inline
function constant(offset: usize): v128 {
  return v128.load32_splat(table + offset);
}

/**
 * (exp(r) - 1 - r) / (r * r) for |r| <= ln(2) / 2 by its Taylor series up to r^5.
 * The first term of exp(r) left out is r^8 / 8!, below 6e-9.
 */
@inline
function expTail(r: v128): v128 {
  let p = f32x4.add(f32x4.mul(constant(16), r), constant(20));
  p = f32x4.add(f32x4.mul(p, r), constant(24));
  p = f32x4.add(f32x4.mul(p, r), constant(28));
  p = f32x4.add(f32x4.mul(p, r), constant(32));
  return f32x4.add(f32x4.mul(p, r), constant(36));
}

@inline
function powerOfTwo(rounded: v128): v128 {
  return i32x4.shl(i32x4.add(rounded, i32x4.splat(127)), 23);
}

/** exp(r) - 1, where r = x - n * ln 2. */
@inline
function expm1Reduced(x: v128, n: v128): v128 {
  let r = f32x4.sub(x, f32x4.mul(n, constant(8)));
  r = f32x4.sub(r, f32x4.mul(n, constant(12)));
  return f32x4.add(r, f32x4.mul(f32x4.mul(r, r), expTail(r)));
}

/** exp(x) with a relative error below 2e-7; x below -87 gives exp(-87), x above 88 gives exp(88). */
@inline
export function exp(x: v128): v128 {
  x = f32x4.pmin(f32x4.pmax(x, constant(40)), constant(44));
  const rounded = f32x4.add(f32x4.mul(x, constant(0)), constant(4));
  const expm1 = expm1Reduced(x, f32x4.sub(rounded, constant(4)));
  const scale = powerOfTwo(rounded);
  return f32x4.add(scale, f32x4.mul(scale, expm1));
}

@inline
function tanhConstant(offset: usize): v128 {
  return v128.load32_splat(tanhTable + offset);
}

/** tanh(x) with a relative error below 5e-7, rounding included; never beyond 1. */
@inline
export function tanh(x: v128): v128 {
  x = f32x4.pmax(f32x4.pmin(x, tanhConstant(0)), tanhConstant(4));
  const z = f32x4.mul(x, x);
  let p = f32x4.add(f32x4.mul(tanhConstant(8), z), tanhConstant(12));
  p = f32x4.add(f32x4.mul(p, z), tanhConstant(16));
  p = f32x4.add(f32x4.mul(p, z), tanhConstant(20));
  let q = f32x4.add(f32x4.mul(tanhConstant(24), z), tanhConstant(28));
  q = f32x4.add(f32x4.mul(q, z), tanhConstant(32));
  q = f32x4.add(f32x4.mul(q, z), tanhConstant(36));
  q = f32x4.add(f32x4.mul(q, z), tanhConstant(40));
  return f32x4.div(f32x4.mul(x, p), q);
}
