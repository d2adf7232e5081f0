// The product at the heart of training: a sparse matrix times a batch of activations.
//
// Activations are [neuron][batch], batch contiguous, so a connection is one multiply-add of a weight over the batch.
// The batch is cut into tiles of at most 7 vectors (28 columns) that stay in registers while all connections of a target
// neuron pass; tiles are as equal as they can be (a batch of 100 is 7 + 6 + 6 + 6). V8 loads all vectors of a source row
// before it multiplies the first, so a tile of n takes 2 n + 1 of 15 registers: with 8 a running sum would pass through
// memory at every connection, which takes longer than all the rest.
//
// Where the compiler makes one wide vector of two (node/engines/revectorised-backend.ts), tiles of up to 25 vectors fit:
// `tileLimit` is set to 25 then, and wide-tile.ts takes those of 8 and more.
import { activate } from './activate';
import { wideTile } from './wide-tile';

const narrowTiles: i32 = 7;

/** How many vectors a tile has at most; whoever opens the kernels may set it. Sums do not depend on it. */
export let tileLimit: i32 = narrowTiles;

/**
 * One tile of `n` vectors: target[t][..] = bias[t] + sum over connections k of t: weight[k] * source[column[k]][..].
 * With no `bias` the sum starts at zero.
 * `kind` and `value` (laid out as the target) are those of `activate`; 0 leaves the sums as they are. `n` and `hasBias` are constants wherever this is inlined, so only the lines that apply are left.
 */
@inline
function tile(
  n: i32, hasBias: bool, kind: i32, value: usize,
  target: usize, source: usize, bias: usize, start: usize, column: usize, weight: usize,
  targetStride: usize, sourceStride: usize, from: i32, to: i32,
): void {
  for (let t = from; t < to; t++) {
    const first = hasBias ? v128.load32_splat(bias + (<usize>t << 2)) : f32x4.splat(0.0);
    let a0 = first, a1 = first, a2 = first, a3 = first, a4 = first, a5 = first, a6 = first;
    const end = <usize>load<i32>(start + (<usize>t << 2), 4) << 2;
    for (let k = <usize>load<i32>(start + (<usize>t << 2)) << 2; k < end; k += 4) {
      const w = v128.load32_splat(weight + k);
      const s = source + <usize>load<i32>(column + k) * sourceStride;
      a0 = f32x4.add(a0, f32x4.mul(w, v128.load(s)));
      if (n > 1) a1 = f32x4.add(a1, f32x4.mul(w, v128.load(s, 16)));
      if (n > 2) a2 = f32x4.add(a2, f32x4.mul(w, v128.load(s, 32)));
      if (n > 3) a3 = f32x4.add(a3, f32x4.mul(w, v128.load(s, 48)));
      if (n > 4) a4 = f32x4.add(a4, f32x4.mul(w, v128.load(s, 64)));
      if (n > 5) a5 = f32x4.add(a5, f32x4.mul(w, v128.load(s, 80)));
      if (n > 6) a6 = f32x4.add(a6, f32x4.mul(w, v128.load(s, 96)));
    }
    const into = target + <usize>t * targetStride;
    if (n > 1) v128.store(into, a1, 16);
    v128.store(into, a0);
    if (n > 3) v128.store(into, a3, 48);
    if (n > 2) v128.store(into, a2, 32);
    if (n > 5) v128.store(into, a5, 80);
    if (n > 4) v128.store(into, a4, 64);
    if (n > 6) v128.store(into, a6, 96);
    if (kind) activate(kind, into, value + <usize>t * targetStride, n);
  }
}

/** The whole batch, tile by tile; strides count bytes, `width` counts columns (a multiple of 4). */
@inline
export function sparseProduct(
  hasBias: bool, kind: i32, value: usize,
  target: usize, source: usize, bias: usize, start: usize, column: usize, weight: usize,
  targetStride: usize, sourceStride: usize, width: i32, from: i32, to: i32,
): void {
  let left = width >> 2;
  for (let tiles = (left + tileLimit - 1) / tileLimit; tiles > 0; tiles--) {
    const n = (left + tiles - 1) / tiles;
    switch (n) {
      case 1: tile(1, hasBias, kind, value, target, source, bias, start, column, weight, targetStride, sourceStride, from, to); break;
      case 2: tile(2, hasBias, kind, value, target, source, bias, start, column, weight, targetStride, sourceStride, from, to); break;
      case 3: tile(3, hasBias, kind, value, target, source, bias, start, column, weight, targetStride, sourceStride, from, to); break;
      case 4: tile(4, hasBias, kind, value, target, source, bias, start, column, weight, targetStride, sourceStride, from, to); break;
      case 5: tile(5, hasBias, kind, value, target, source, bias, start, column, weight, targetStride, sourceStride, from, to); break;
      case 6: tile(6, hasBias, kind, value, target, source, bias, start, column, weight, targetStride, sourceStride, from, to); break;
      case 7: tile(7, hasBias, kind, value, target, source, bias, start, column, weight, targetStride, sourceStride, from, to); break;
      default: wideTile(n, kind, value, target, source, hasBias ? bias : 0, start, column, weight, targetStride, sourceStride, from, to); break;
    }
    left -= n;
    target += <usize>n << 4;
    value += <usize>n << 4;
    source += <usize>n << 4;
  }
}
