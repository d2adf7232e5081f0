// The product of a dense matrix and a batch of activations, in blocks that stay in registers.
//
// Activations are [neuron][batch], batch contiguous. Two target neurons meet up to five vectors of the batch at a time
// (ten running sums; a batch of 100 is five such tiles), and the sources are taken 256 at a time, so that their part of
// the tile stays in the first-level cache while all targets pass. Every sum adds its sources in ascending order, however
// the targets are paired or cut over threads.

/** How many sources are taken at a time. */
export const sourceBlock: i32 = 256;

/**
 * target[t][tile] += sum over s in 0 .. count of weight(t, s) * source[s][tile] for `m` targets (1 or 2) and `n` vectors
 * (1 to 5). The weight of t and s stands at weight + t * targetStep + s * sourceStep bytes. `m` and `n` are constants
 * wherever this is inlined, so only the lines that apply are left.
 */
@inline
function block(
  m: i32, n: i32, target: usize, source: usize, weight: usize,
  targetStride: usize, sourceStride: usize, targetStep: usize, sourceStep: usize, count: i32,
): void {
  const second = target + targetStride;
  let a0 = v128.load(target), a1 = a0, a2 = a0, a3 = a0, a4 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0, b4 = a0;
  if (n > 1) a1 = v128.load(target, 16);
  if (n > 2) a2 = v128.load(target, 32);
  if (n > 3) a3 = v128.load(target, 48);
  if (n > 4) a4 = v128.load(target, 64);
  if (m > 1) {
    b0 = v128.load(second);
    if (n > 1) b1 = v128.load(second, 16);
    if (n > 2) b2 = v128.load(second, 32);
    if (n > 3) b3 = v128.load(second, 48);
    if (n > 4) b4 = v128.load(second, 64);
  }
  for (let s = 0; s < count; s++) {
    const v = v128.load32_splat(weight);
    const w = m > 1 ? v128.load32_splat(weight + targetStep) : v;
    weight += sourceStep;
    {
      const x = v128.load(source);
      a0 = f32x4.add(a0, f32x4.mul(v, x));
      if (m > 1) b0 = f32x4.add(b0, f32x4.mul(w, x));
    }
    if (n > 1) {
      const x = v128.load(source, 16);
      a1 = f32x4.add(a1, f32x4.mul(v, x));
      if (m > 1) b1 = f32x4.add(b1, f32x4.mul(w, x));
    }
    if (n > 2) {
      const x = v128.load(source, 32);
      a2 = f32x4.add(a2, f32x4.mul(v, x));
      if (m > 1) b2 = f32x4.add(b2, f32x4.mul(w, x));
    }
    if (n > 3) {
      const x = v128.load(source, 48);
      a3 = f32x4.add(a3, f32x4.mul(v, x));
      if (m > 1) b3 = f32x4.add(b3, f32x4.mul(w, x));
    }
    if (n > 4) {
      const x = v128.load(source, 64);
      a4 = f32x4.add(a4, f32x4.mul(v, x));
      if (m > 1) b4 = f32x4.add(b4, f32x4.mul(w, x));
    }
    source += sourceStride;
  }
  v128.store(target, a0);
  if (n > 1) v128.store(target, a1, 16);
  if (n > 2) v128.store(target, a2, 32);
  if (n > 3) v128.store(target, a3, 48);
  if (n > 4) v128.store(target, a4, 64);
  if (m > 1) {
    v128.store(second, b0);
    if (n > 1) v128.store(second, b1, 16);
    if (n > 2) v128.store(second, b2, 32);
    if (n > 3) v128.store(second, b3, 48);
    if (n > 4) v128.store(second, b4, 64);
  }
}

/** One tile of `n` vectors for all targets: pairs, and a last one alone where their number is odd. */
@inline
function tile(
  n: i32, target: usize, source: usize, weight: usize,
  targetStride: usize, sourceStride: usize, targetStep: usize, sourceStep: usize, targetCount: i32, count: i32,
): void {
  let t = 0;
  for (; t + 1 < targetCount; t += 2) {
    block(2, n, target, source, weight, targetStride, sourceStride, targetStep, sourceStep, count);
    target += targetStride << 1;
    weight += targetStep << 1;
  }
  if (t < targetCount) block(1, n, target, source, weight, targetStride, sourceStride, targetStep, sourceStep, count);
}

/**
 * target[t][b] += sum over s in 0 .. count of weight(t, s) * source[s][b] for `targetCount` targets and `width` columns
 * (a multiple of 4). Strides and steps count bytes.
 */
export function denseProduct(
  target: usize, source: usize, weight: usize, targetStride: usize, sourceStride: usize,
  targetStep: usize, sourceStep: usize, targetCount: i32, count: i32, width: i32,
): void {
  let left = width >> 2;
  while (left > 0) {
    // Six and seven vectors are cut in halves: a tile of one or two has too few sums to keep the adders busy.
    const n = left == 6 || left == 7 ? (left + 1) >> 1 : left < 5 ? left : 5;
    switch (n) {
      case 1: tile(1, target, source, weight, targetStride, sourceStride, targetStep, sourceStep, targetCount, count); break;
      case 2: tile(2, target, source, weight, targetStride, sourceStride, targetStep, sourceStep, targetCount, count); break;
      case 3: tile(3, target, source, weight, targetStride, sourceStride, targetStep, sourceStep, targetCount, count); break;
      case 4: tile(4, target, source, weight, targetStride, sourceStride, targetStep, sourceStep, targetCount, count); break;
      default: tile(5, target, source, weight, targetStride, sourceStride, targetStep, sourceStep, targetCount, count); break;
    }
    left -= n;
    target += <usize>n << 4;
    source += <usize>n << 4;
  }
}
