// Bounds on gradients, with which growth passes over nearly all connections without computing them.
//
// The deltas of a layer come from those of a few classes, so as vectors over the sample they lie close to a space of few
// dimensions. With orthonormal v_j spanning such a space, y_j = <x, v_j>, c_j = <d, v_j> and what is left of each vector
// outside the space, x' and d':
//   <x, d> = sum over j of y_j c_j + <x', d'>   and   |<x', d'>| <= |x'| |d'|        (Cauchy and Schwarz)
// so |sum of y_j c_j| + |x'| |d'| bounds the gradient with `rank` products in place of one for every row of the sample.
// A poor choice of the space gives loose bounds, never a wrong result. `margin` covers all rounding (see screen.ts in
// src/network): margin |x| |d| is added to the bound, margin |x|^2 to |x'|^2.
//
// A record of an output neuron: c_0 .. c_rank-1, |d'|, |d|, two floats unused.
//
// Output neurons whose records are alike stand together in groups. With m the middle of the box that holds the coefficients
// of a group and h half of its sides, |sum of y_j m_j| + sum of |y_j| h_j bounds |sum of y_j c_j| of all of them, so that most
// groups are passed over whole. Of rounding this adds, at most 2^-18 |y| |c|, `margin` has enough to spare.
// A record of a group: m_0 .. m_rank-1, h_0 .. h_rank-1, the largest |d'|, the largest |d|, two floats unused.
import { dot4, sum4 } from './horizontal';

/** Directions of a screen at most. */
export const mostRank: i32 = 32;
/** Floats of a record behind the coefficients. */
export const recordTail: i32 = 4;
/** Output neurons of a group; the last one may have fewer. */
export const groupSize: i32 = 16;
/** Vectors of scratch the screen needs behind the one for every output neuron: y_j, |x'| and margin |x|. */
export const screenVectors: i32 = 34;

@unmanaged
export class Screen {
  /** A multiple of 4, at most `mostRank`. */
  rank: i32;
  margin: f32;
  /** [j][sample] floats, with the stride of the deltas. */
  basis: usize;
  /** By output neuron, as `projectDeltas` finds them. */
  records: usize;
  /** The same, or what they are times -1, by place; order[place] is the output neuron. */
  sorted: usize;
  order: usize;
  groups: usize;
  /** 0 where groups would save nothing: all output neurons are then looked at. */
  groupCount: i32;
}

@inline
export function screenAt(address: usize): Screen {
  return changetype<Screen>(address);
}

/** Fills the records of the output neurons from .. to, whose deltas stand at `delta`. */
export function projectDeltas(screen: usize, delta: usize, stride: i32, width: i32, from: i32, to: i32): void {
  const rank = screenAt(screen).rank;
  const basis = screenAt(screen).basis;
  const stepBytes = <usize>stride << 2;
  const bytes = <usize>width << 2;
  for (let o = from; o < to; o++) {
    const d = delta + <usize>o * stepBytes;
    const record = screenAt(screen).records + (<usize>o * <usize>(rank + recordTail) << 2);
    for (let j = 0; j < rank; j += 4) {
      const b = basis + <usize>j * stepBytes;
      v128.store(record + (<usize>j << 2), dot4(d, b, b + stepBytes, b + 2 * stepBytes, b + 3 * stepBytes, bytes));
    }
    let whole = f32x4.splat(0.0), left = whole;
    for (let v: usize = 0; v < bytes; v += 16) {
      const dv = v128.load(d + v);
      let rest = dv;
      let b = basis + v;
      for (let j: usize = 0; j < <usize>rank << 2; j += 4, b += stepBytes) {
        rest = f32x4.sub(rest, f32x4.mul(v128.load32_splat(record + j), v128.load(b)));
      }
      whole = f32x4.add(whole, f32x4.mul(dv, dv));
      left = f32x4.add(left, f32x4.mul(rest, rest));
    }
    const norms = f32x4.sqrt(sum4(left, whole, left, whole));
    v128.store(record + (<usize>rank << 2), norms);
  }
}

/** Writes y_j, |x'| and margin |x| of the four input neurons at x0 .. x3, one in each lane, to `into`. */
export function projectInputs(
  screen: usize, into: usize, x0: usize, x1: usize, x2: usize, x3: usize, stepBytes: usize, bytes: usize,
): void {
  const end = into + (<usize>screenAt(screen).rank << 4);
  const margin = f32x4.splat(screenAt(screen).margin);
  let inside = f32x4.splat(0.0);
  let basis = screenAt(screen).basis;
  for (; into < end; into += 16, basis += stepBytes) {
    const y = dot4(basis, x0, x1, x2, x3, bytes);
    inside = f32x4.add(inside, f32x4.mul(y, y));
    v128.store(into, y);
  }
  let s0 = f32x4.splat(0.0), s1 = s0, s2 = s0, s3 = s0;
  for (let v: usize = 0; v < bytes; v += 16) {
    const a0 = v128.load(x0 + v), a1 = v128.load(x1 + v), a2 = v128.load(x2 + v), a3 = v128.load(x3 + v);
    s0 = f32x4.add(s0, f32x4.mul(a0, a0));
    s1 = f32x4.add(s1, f32x4.mul(a1, a1));
    s2 = f32x4.add(s2, f32x4.mul(a2, a2));
    s3 = f32x4.add(s3, f32x4.mul(a3, a3));
  }
  const whole = sum4(s0, s1, s2, s3);
  const outside = f32x4.add(f32x4.pmax(f32x4.splat(0.0), f32x4.sub(whole, inside)), f32x4.mul(margin, whole));
  v128.store(into, f32x4.sqrt(outside));
  v128.store(into, f32x4.mul(margin, f32x4.sqrt(whole)), 16);
}

/** At least the |gradient| of the output neurons of a group and the four input neurons whose projections stand at `projected`. */
export function boundGroup(screen: usize, group: i32, projected: usize): v128 {
  const rank = <usize>screenAt(screen).rank;
  let middle = screenAt(screen).groups + <usize>group * ((2 * rank + recordTail) << 2);
  const half = rank << 2;
  const end = projected + (rank << 4);
  let a = f32x4.splat(0.0), reach = a;
  for (let y = projected; y < end; y += 16, middle += 4) {
    const value = v128.load(y);
    a = f32x4.add(a, f32x4.mul(value, v128.load32_splat(middle)));
    reach = f32x4.add(reach, f32x4.mul(f32x4.abs(value), v128.load32_splat(middle + half)));
  }
  const slack = f32x4.add(
    f32x4.mul(v128.load(end), v128.load32_splat(middle + half)),
    f32x4.mul(v128.load(end, 16), v128.load32_splat(middle + half, 4)),
  );
  return f32x4.add(f32x4.add(f32x4.abs(a), reach), slack);
}

/**
 * For the places from .. to of the sorted records: bound[place][lane] >= |gradient| of the output neuron there and the four
 * input neurons whose projections stand at `projected`.
 * Returns for every lane the largest of the lower bounds, |sum of y_j c_j| - |x'| |d'|.
 */
export function boundGradients(screen: usize, bound: usize, projected: usize, from: i32, to: i32): v128 {
  const rank = screenAt(screen).rank;
  const recordBytes = <usize>(rank + recordTail) << 2;
  const end = projected + (<usize>rank << 4);
  const tail = v128.load(end);
  const rounding = v128.load(end, 16);
  let record = screenAt(screen).sorted + <usize>from * recordBytes;
  let highest = f32x4.splat(-1.0);
  let p = from;
  bound += <usize>from << 4;
  if (rank == 4) {
    const y0 = v128.load(projected), y1 = v128.load(projected, 16);
    const y2 = v128.load(projected, 32), y3 = v128.load(projected, 48);
    for (; p < to; p++, bound += 16, record += recordBytes) {
      let a = f32x4.mul(y0, v128.load32_splat(record));
      a = f32x4.add(a, f32x4.mul(y1, v128.load32_splat(record, 4)));
      a = f32x4.add(a, f32x4.mul(y2, v128.load32_splat(record, 8)));
      a = f32x4.add(a, f32x4.mul(y3, v128.load32_splat(record, 12)));
      highest = f32x4.pmax(highest, widen(bound, a, tail, rounding, record + 16));
    }
    return highest;
  }
  for (; p + 3 < to; p += 4) {
    const r1 = record + recordBytes, r2 = r1 + recordBytes, r3 = r2 + recordBytes;
    let a0 = f32x4.splat(0.0), a1 = a0, a2 = a0, a3 = a0;
    let j: usize = 0;
    for (let y = projected; y < end; y += 16, j += 4) {
      const value = v128.load(y);
      a0 = f32x4.add(a0, f32x4.mul(value, v128.load32_splat(record + j)));
      a1 = f32x4.add(a1, f32x4.mul(value, v128.load32_splat(r1 + j)));
      a2 = f32x4.add(a2, f32x4.mul(value, v128.load32_splat(r2 + j)));
      a3 = f32x4.add(a3, f32x4.mul(value, v128.load32_splat(r3 + j)));
    }
    highest = f32x4.pmax(highest, widen(bound, a0, tail, rounding, record + j));
    highest = f32x4.pmax(highest, widen(bound + 16, a1, tail, rounding, r1 + j));
    highest = f32x4.pmax(highest, widen(bound + 32, a2, tail, rounding, r2 + j));
    highest = f32x4.pmax(highest, widen(bound + 48, a3, tail, rounding, r3 + j));
    bound += 64;
    record = r3 + recordBytes;
  }
  for (; p < to; p++) {
    let a = f32x4.splat(0.0);
    let j: usize = 0;
    for (let y = projected; y < end; y += 16, j += 4) {
      a = f32x4.add(a, f32x4.mul(v128.load(y), v128.load32_splat(record + j)));
    }
    highest = f32x4.pmax(highest, widen(bound, a, tail, rounding, record + j));
    bound += 16;
    record += recordBytes;
  }
  return highest;
}

/** Stores the upper bound around the estimate `a` and gives the lower one; `norms` holds |d'| and |d|. */
@inline
function widen(at: usize, a: v128, tail: v128, rounding: v128, norms: usize): v128 {
  const size = f32x4.abs(a);
  const slack = f32x4.add(
    f32x4.mul(tail, v128.load32_splat(norms)),
    f32x4.mul(rounding, v128.load32_splat(norms, 4)),
  );
  v128.store(at, f32x4.add(size, slack));
  return f32x4.sub(size, slack);
}
