// Across the lanes of vectors: sums in a fixed order, the lowest and the highest, and lanes from several places.

/**
 * The four lane sums of four vectors, in one vector. Each shuffle takes two lanes of either vector, which is one instruction,
 * and one that V8 can do on two pairs of vectors at a time.
 */
@inline
export function sum4(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = f32x4.add(v128.shuffle<f32>(a, b, 0, 2, 4, 6), v128.shuffle<f32>(a, b, 1, 3, 5, 7));
  const cd = f32x4.add(v128.shuffle<f32>(c, d, 0, 2, 4, 6), v128.shuffle<f32>(c, d, 1, 3, 5, 7));
  return f32x4.add(v128.shuffle<f32>(ab, cd, 0, 2, 4, 6), v128.shuffle<f32>(ab, cd, 1, 3, 5, 7));
}

/** The sum of one vector's lanes, in the order sum4 takes. */
@inline
export function sum1(a: v128): f32 {
  return (f32x4.extract_lane(a, 0) + f32x4.extract_lane(a, 1)) + (f32x4.extract_lane(a, 2) + f32x4.extract_lane(a, 3));
}

/** The sum of four whole numbers. */
@inline
export function sumInts(a: v128): i32 {
  return i32x4.extract_lane(a, 0) + i32x4.extract_lane(a, 1) + i32x4.extract_lane(a, 2) + i32x4.extract_lane(a, 3);
}

@inline
export function lowestOf(a: v128): f32 {
  return min(
    min(f32x4.extract_lane(a, 0), f32x4.extract_lane(a, 1)), min(f32x4.extract_lane(a, 2), f32x4.extract_lane(a, 3)));
}

@inline
export function highestOf(a: v128): f32 {
  return max(
    max(f32x4.extract_lane(a, 0), f32x4.extract_lane(a, 1)), max(f32x4.extract_lane(a, 2), f32x4.extract_lane(a, 3)));
}

/** The floats at a, b, c and d as one vector. */
@inline
export function gather4(a: usize, b: usize, c: usize, d: usize): v128 {
  return v128.load_lane<f32>(d, v128.load_lane<f32>(c, v128.load_lane<f32>(b, v128.load_zero<f32>(a), 1), 2), 3);
}

/** The dot products of d with x0, x1, x2 and x3 over `bytes` bytes, in the four lanes; the loads of d are shared. */
@inline
export function dot4(d: usize, x0: usize, x1: usize, x2: usize, x3: usize, bytes: usize): v128 {
  let s0 = f32x4.splat(0.0), s1 = s0, s2 = s0, s3 = s0;
  for (let v: usize = 0; v < bytes; v += 16) {
    const dv = v128.load(d + v);
    s0 = f32x4.add(s0, f32x4.mul(dv, v128.load(x0 + v)));
    s1 = f32x4.add(s1, f32x4.mul(dv, v128.load(x1 + v)));
    s2 = f32x4.add(s2, f32x4.mul(dv, v128.load(x2 + v)));
    s3 = f32x4.add(s3, f32x4.mul(dv, v128.load(x3 + v)));
  }
  return sum4(s0, s1, s2, s3);
}
