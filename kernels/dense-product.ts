// The product of a dense matrix and a batch of activations, in blocks that stay in registers.
//
// Activations are [neuron][batch], batch contiguous. Two target neurons meet three or four vectors of the batch at a
// time, and four meet one or two. V8 loads all of a step's numbers before it uses the first, so a block's sums, the
// vectors and weights of a step and one product must fit in the fifteen registers it hands out: two by four does just
// so, and two by five spilt three sums to memory at every step, which halved the speed.
// The sources are taken 128 at a time and the targets 64 at a time, so that both stay in the caches near the core while
// the batch passes. Every sum adds its sources in ascending order, however the targets are paired or cut over threads.

/** How many sources are taken at a time. */
export const sourceBlock: i32 = 128;
const targetBlock: i32 = 64;

/**
 * target[t][tile] += sum over s in 0 .. count of weight(t, s) * source[s][tile] for `m` targets (1 or 2) and `n` vectors
 * (3 or 4). The weight of t and s stands at weight + t * targetStep + s * sourceStep bytes. `m` and `n` are constants
 * wherever this is inlined, so only the lines that apply are left.
 */
@inline
function wideBlock(
  m: i32, n: i32, target: usize, source: usize, weight: usize,
  targetStride: usize, sourceStride: usize, targetStep: usize, sourceStep: usize, count: i32,
): void {
  const second = target + targetStride;
  let a0 = v128.load(target), a1 = v128.load(target, 16), a2 = v128.load(target, 32), a3 = a0;
  let b0 = a0, b1 = a0, b2 = a0, b3 = a0;
  if (n > 3) a3 = v128.load(target, 48);
  if (m > 1) {
    b0 = v128.load(second);
    b1 = v128.load(second, 16);
    b2 = v128.load(second, 32);
    if (n > 3) b3 = v128.load(second, 48);
  }
  for (let s = 0; s < count; s++) {
    const v = v128.load32_splat(weight);
    const x0 = v128.load(source), x1 = v128.load(source, 16), x2 = v128.load(source, 32);
    a0 = f32x4.add(a0, f32x4.mul(v, x0));
    a1 = f32x4.add(a1, f32x4.mul(v, x1));
    a2 = f32x4.add(a2, f32x4.mul(v, x2));
    if (n > 3) a3 = f32x4.add(a3, f32x4.mul(v, v128.load(source, 48)));
    if (m > 1) {
      const w = v128.load32_splat(weight + targetStep);
      b0 = f32x4.add(b0, f32x4.mul(w, x0));
      b1 = f32x4.add(b1, f32x4.mul(w, x1));
      b2 = f32x4.add(b2, f32x4.mul(w, x2));
      if (n > 3) b3 = f32x4.add(b3, f32x4.mul(w, v128.load(source, 48)));
    }
    weight += sourceStep;
    source += sourceStride;
  }
  v128.store(target, a0);
  v128.store(target, a1, 16);
  v128.store(target, a2, 32);
  if (n > 3) v128.store(target, a3, 48);
  if (m > 1) {
    v128.store(second, b0);
    v128.store(second, b1, 16);
    v128.store(second, b2, 32);
    if (n > 3) v128.store(second, b3, 48);
  }
}

/** The same for 1 or 4 targets and 1 or 2 vectors. */
@inline
function narrowBlock(
  m: i32, n: i32, target: usize, source: usize, weight: usize,
  targetStride: usize, sourceStride: usize, targetStep: usize, sourceStep: usize, count: i32,
): void {
  const second = target + targetStride, third = second + targetStride, fourth = third + targetStride;
  let a0 = v128.load(target), a1 = a0, b0 = a0, b1 = a0, c0 = a0, c1 = a0, d0 = a0, d1 = a0;
  if (n > 1) a1 = v128.load(target, 16);
  if (m > 1) {
    b0 = v128.load(second);
    c0 = v128.load(third);
    d0 = v128.load(fourth);
    if (n > 1) {
      b1 = v128.load(second, 16);
      c1 = v128.load(third, 16);
      d1 = v128.load(fourth, 16);
    }
  }
  for (let s = 0; s < count; s++) {
    const x0 = v128.load(source);
    const x1 = n > 1 ? v128.load(source, 16) : x0;
    const u = v128.load32_splat(weight);
    a0 = f32x4.add(a0, f32x4.mul(u, x0));
    if (n > 1) a1 = f32x4.add(a1, f32x4.mul(u, x1));
    if (m > 1) {
      const v = v128.load32_splat(weight + targetStep), w = v128.load32_splat(weight + (targetStep << 1));
      const z = v128.load32_splat(weight + targetStep * 3);
      b0 = f32x4.add(b0, f32x4.mul(v, x0));
      c0 = f32x4.add(c0, f32x4.mul(w, x0));
      d0 = f32x4.add(d0, f32x4.mul(z, x0));
      if (n > 1) {
        b1 = f32x4.add(b1, f32x4.mul(v, x1));
        c1 = f32x4.add(c1, f32x4.mul(w, x1));
        d1 = f32x4.add(d1, f32x4.mul(z, x1));
      }
    }
    weight += sourceStep;
    source += sourceStride;
  }
  v128.store(target, a0);
  if (n > 1) v128.store(target, a1, 16);
  if (m > 1) {
    v128.store(second, b0);
    v128.store(third, c0);
    v128.store(fourth, d0);
    if (n > 1) {
      v128.store(second, b1, 16);
      v128.store(third, c1, 16);
      v128.store(fourth, d1, 16);
    }
  }
}

/** One tile of `n` vectors (3 or 4) for all targets: pairs, and a last one alone where their number is odd. */
@inline
function wideTile(
  n: i32, target: usize, source: usize, weight: usize,
  targetStride: usize, sourceStride: usize, targetStep: usize, sourceStep: usize, targetCount: i32, count: i32,
): void {
  let t = 0;
  for (; t + 1 < targetCount; t += 2) {
    wideBlock(2, n, target, source, weight, targetStride, sourceStride, targetStep, sourceStep, count);
    target += targetStride << 1;
    weight += targetStep << 1;
  }
  if (t < targetCount) wideBlock(1, n, target, source, weight, targetStride, sourceStride, targetStep, sourceStep, count);
}

/** One tile of `n` vectors (1 or 2) for all targets: fours, and the last ones alone. */
@inline
function narrowTile(
  n: i32, target: usize, source: usize, weight: usize,
  targetStride: usize, sourceStride: usize, targetStep: usize, sourceStep: usize, targetCount: i32, count: i32,
): void {
  let t = 0;
  for (; t + 3 < targetCount; t += 4) {
    narrowBlock(4, n, target, source, weight, targetStride, sourceStride, targetStep, sourceStep, count);
    target += targetStride << 2;
    weight += targetStep << 2;
  }
  for (; t < targetCount; t++) {
    narrowBlock(1, n, target, source, weight, targetStride, sourceStride, targetStep, sourceStep, count);
    target += targetStride;
    weight += targetStep;
  }
}

/** How many of the vectors that are left make the next tile: threes where fours would leave one or two over. */
@inline
function tileWidth(left: i32): i32 {
  if (left == 5 || left == 6 || left == 9) return 3;
  return left < 4 ? left : 4;
}

/**
 * target[t][b] += sum over s in 0 .. count of weight(t, s) * source[s][b] for `targetCount` targets and `width` columns
 * (a multiple of 4). Strides and steps count bytes.
 */
export function denseProduct(
  target: usize, source: usize, weight: usize, targetStride: usize, sourceStride: usize,
  targetStep: usize, sourceStep: usize, targetCount: i32, count: i32, width: i32,
): void {
  while (targetCount > 0) {
    const targets = targetCount < targetBlock ? targetCount : targetBlock;
    let left = width >> 2;
    let t = target, s = source;
    while (left > 0) {
      const n = tileWidth(left);
      switch (n) {
        case 1: narrowTile(1, t, s, weight, targetStride, sourceStride, targetStep, sourceStep, targets, count); break;
        case 2: narrowTile(2, t, s, weight, targetStride, sourceStride, targetStep, sourceStep, targets, count); break;
        case 3: wideTile(3, t, s, weight, targetStride, sourceStride, targetStep, sourceStep, targets, count); break;
        default: wideTile(4, t, s, weight, targetStride, sourceStride, targetStep, sourceStep, targets, count); break;
      }
      left -= n;
      t += <usize>n << 4;
      s += <usize>n << 4;
    }
    targetCount -= targets;
    target += <usize>targets * targetStride;
    weight += <usize>targets * targetStep;
  }
}
