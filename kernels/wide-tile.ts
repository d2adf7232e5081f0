// The tiles of sparse-product.ts for compilers that make one wide vector of two: 8 to 25 vectors of the batch (100 columns)
// stay in registers, in pairs. 12 pairs, one vector alone, the weight and one product take the fifteen registers there are.
// Where vectors are not paired this is slower than small tiles, so sparse-product.ts takes it only where it was asked for.
import { activate } from './activate';

/** As `tile` of sparse-product.ts, for all targets; `bias` is 0 for none. Upper halves are stored first, which saves a store. */
@inline
function tile(
  n: i32, kind: i32, value: usize, target: usize, source: usize, bias: usize, start: usize, column: usize, weight: usize,
  targetStride: usize, sourceStride: usize, from: i32, to: i32,
): void {
  for (let t = from; t < to; t++) {
    const first = bias ? v128.load32_splat(bias + (<usize>t << 2)) : f32x4.splat(0.0);
    let a0 = first, a1 = first, a2 = first, a3 = first, a4 = first, a5 = first, a6 = first, a7 = first, a8 = first, a9 = first, a10 = first, a11 = first, a12 = first;
    let a13 = first, a14 = first, a15 = first, a16 = first, a17 = first, a18 = first, a19 = first, a20 = first, a21 = first, a22 = first, a23 = first, a24 = first;
    const end = <usize>load<i32>(start + (<usize>t << 2), 4) << 2;
    for (let k = <usize>load<i32>(start + (<usize>t << 2)) << 2; k < end; k += 4) {
      const w = v128.load32_splat(weight + k);
      const s = source + <usize>load<i32>(column + k) * sourceStride;
      a0 = f32x4.add(a0, f32x4.mul(w, v128.load(s)));
      a1 = f32x4.add(a1, f32x4.mul(w, v128.load(s, 16)));
      a2 = f32x4.add(a2, f32x4.mul(w, v128.load(s, 32)));
      a3 = f32x4.add(a3, f32x4.mul(w, v128.load(s, 48)));
      a4 = f32x4.add(a4, f32x4.mul(w, v128.load(s, 64)));
      a5 = f32x4.add(a5, f32x4.mul(w, v128.load(s, 80)));
      a6 = f32x4.add(a6, f32x4.mul(w, v128.load(s, 96)));
      a7 = f32x4.add(a7, f32x4.mul(w, v128.load(s, 112)));
      if (n > 8) a8 = f32x4.add(a8, f32x4.mul(w, v128.load(s, 128)));
      if (n > 9) a9 = f32x4.add(a9, f32x4.mul(w, v128.load(s, 144)));
      if (n > 10) a10 = f32x4.add(a10, f32x4.mul(w, v128.load(s, 160)));
      if (n > 11) a11 = f32x4.add(a11, f32x4.mul(w, v128.load(s, 176)));
      if (n > 12) a12 = f32x4.add(a12, f32x4.mul(w, v128.load(s, 192)));
      if (n > 13) a13 = f32x4.add(a13, f32x4.mul(w, v128.load(s, 208)));
      if (n > 14) a14 = f32x4.add(a14, f32x4.mul(w, v128.load(s, 224)));
      if (n > 15) a15 = f32x4.add(a15, f32x4.mul(w, v128.load(s, 240)));
      if (n > 16) a16 = f32x4.add(a16, f32x4.mul(w, v128.load(s, 256)));
      if (n > 17) a17 = f32x4.add(a17, f32x4.mul(w, v128.load(s, 272)));
      if (n > 18) a18 = f32x4.add(a18, f32x4.mul(w, v128.load(s, 288)));
      if (n > 19) a19 = f32x4.add(a19, f32x4.mul(w, v128.load(s, 304)));
      if (n > 20) a20 = f32x4.add(a20, f32x4.mul(w, v128.load(s, 320)));
      if (n > 21) a21 = f32x4.add(a21, f32x4.mul(w, v128.load(s, 336)));
      if (n > 22) a22 = f32x4.add(a22, f32x4.mul(w, v128.load(s, 352)));
      if (n > 23) a23 = f32x4.add(a23, f32x4.mul(w, v128.load(s, 368)));
      if (n > 24) a24 = f32x4.add(a24, f32x4.mul(w, v128.load(s, 384)));
    }
    const into = target + <usize>t * targetStride;
    v128.store(into, a1, 16);
    v128.store(into, a0);
    v128.store(into, a3, 48);
    v128.store(into, a2, 32);
    v128.store(into, a5, 80);
    v128.store(into, a4, 64);
    v128.store(into, a7, 112);
    v128.store(into, a6, 96);
    if (n > 9) v128.store(into, a9, 144);
    if (n > 8) v128.store(into, a8, 128);
    if (n > 11) v128.store(into, a11, 176);
    if (n > 10) v128.store(into, a10, 160);
    if (n > 13) v128.store(into, a13, 208);
    if (n > 12) v128.store(into, a12, 192);
    if (n > 15) v128.store(into, a15, 240);
    if (n > 14) v128.store(into, a14, 224);
    if (n > 17) v128.store(into, a17, 272);
    if (n > 16) v128.store(into, a16, 256);
    if (n > 19) v128.store(into, a19, 304);
    if (n > 18) v128.store(into, a18, 288);
    if (n > 21) v128.store(into, a21, 336);
    if (n > 20) v128.store(into, a20, 320);
    if (n > 23) v128.store(into, a23, 368);
    if (n > 22) v128.store(into, a22, 352);
    if (n > 24) v128.store(into, a24, 384);
    if (kind) activate(kind, into, value + <usize>t * targetStride, n);
  }
}

/** One tile of `n` vectors, 8 to 25. A function of its own, not inlined: both passes share it. */
export function wideTile(
  n: i32, kind: i32, value: usize, target: usize, source: usize, bias: usize, start: usize, column: usize, weight: usize,
  targetStride: usize, sourceStride: usize, from: i32, to: i32,
): void {
  switch (n) {
    case 8: tile(8, kind, value, target, source, bias, start, column, weight, targetStride, sourceStride, from, to); break;
    case 9: tile(9, kind, value, target, source, bias, start, column, weight, targetStride, sourceStride, from, to); break;
    case 10: tile(10, kind, value, target, source, bias, start, column, weight, targetStride, sourceStride, from, to); break;
    case 11: tile(11, kind, value, target, source, bias, start, column, weight, targetStride, sourceStride, from, to); break;
    case 12: tile(12, kind, value, target, source, bias, start, column, weight, targetStride, sourceStride, from, to); break;
    case 13: tile(13, kind, value, target, source, bias, start, column, weight, targetStride, sourceStride, from, to); break;
    case 14: tile(14, kind, value, target, source, bias, start, column, weight, targetStride, sourceStride, from, to); break;
    case 15: tile(15, kind, value, target, source, bias, start, column, weight, targetStride, sourceStride, from, to); break;
    case 16: tile(16, kind, value, target, source, bias, start, column, weight, targetStride, sourceStride, from, to); break;
    case 17: tile(17, kind, value, target, source, bias, start, column, weight, targetStride, sourceStride, from, to); break;
    case 18: tile(18, kind, value, target, source, bias, start, column, weight, targetStride, sourceStride, from, to); break;
    case 19: tile(19, kind, value, target, source, bias, start, column, weight, targetStride, sourceStride, from, to); break;
    case 20: tile(20, kind, value, target, source, bias, start, column, weight, targetStride, sourceStride, from, to); break;
    case 21: tile(21, kind, value, target, source, bias, start, column, weight, targetStride, sourceStride, from, to); break;
    case 22: tile(22, kind, value, target, source, bias, start, column, weight, targetStride, sourceStride, from, to); break;
    case 23: tile(23, kind, value, target, source, bias, start, column, weight, targetStride, sourceStride, from, to); break;
    case 24: tile(24, kind, value, target, source, bias, start, column, weight, targetStride, sourceStride, from, to); break;
    default: tile(25, kind, value, target, source, bias, start, column, weight, targetStride, sourceStride, from, to); break;
  }
}
