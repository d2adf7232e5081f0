// Gaussian kernel values K(a, b) = exp(-gamma * |a - b|^2), |a - b|^2 = |a|^2 + |b|^2 - 2 a.b, in double precision.
//
// Points are [row][feature] doubles; `stride`, a multiple of 4, counts the doubles of a row, zero beyond the features.
// A dot product is always summed in the same order, whichever rows it is computed beside, so K(a, b) = K(b, a) has
// the same bits however it was reached. Products with 0 change no bit of a sum, so where `groups` tells which groups of four
// features of a row are not all 0, only those are multiplied.

// exp(x) = 2^n * exp(r) with n = round(x / ln 2) and |r| <= ln(2) / 2; ln 2 is split in two so that r is exact.
const log2e: f64 = 1.4426950408889634;
const ln2High: f64 = 6.93147180369123816490e-1;
const ln2Low: f64 = 1.90821492927058770002e-10;
/** 1.5 * 2^52: a whole number added to it stands in the lowest bits of the sum. */
const roundingShift: f64 = 6755399441055744.0;

/**
 * exp(x) of two doubles, within 2 units in the last place, for x up to 700; x below -708 gives exp(-708).
 * The Taylor series of exp(r) ends at r^13; what is left out is below 1e-17 of the result.
 */
@inline
export function exp64(x: v128): v128 {
  x = f64x2.max(x, f64x2.splat(-708.0));
  const n = f64x2.nearest(f64x2.mul(x, f64x2.splat(log2e)));
  const r = f64x2.sub(f64x2.sub(x, f64x2.mul(n, f64x2.splat(ln2High))), f64x2.mul(n, f64x2.splat(ln2Low)));
  let p = f64x2.splat(1.0 / 6227020800.0);
  p = f64x2.add(f64x2.mul(p, r), f64x2.splat(1.0 / 479001600.0));
  p = f64x2.add(f64x2.mul(p, r), f64x2.splat(1.0 / 39916800.0));
  p = f64x2.add(f64x2.mul(p, r), f64x2.splat(1.0 / 3628800.0));
  p = f64x2.add(f64x2.mul(p, r), f64x2.splat(1.0 / 362880.0));
  p = f64x2.add(f64x2.mul(p, r), f64x2.splat(1.0 / 40320.0));
  p = f64x2.add(f64x2.mul(p, r), f64x2.splat(1.0 / 5040.0));
  p = f64x2.add(f64x2.mul(p, r), f64x2.splat(1.0 / 720.0));
  p = f64x2.add(f64x2.mul(p, r), f64x2.splat(1.0 / 120.0));
  p = f64x2.add(f64x2.mul(p, r), f64x2.splat(1.0 / 24.0));
  p = f64x2.add(f64x2.mul(p, r), f64x2.splat(1.0 / 6.0));
  p = f64x2.add(f64x2.mul(p, r), f64x2.splat(0.5));
  p = f64x2.add(f64x2.mul(p, r), f64x2.splat(1.0));
  p = f64x2.add(f64x2.mul(p, r), f64x2.splat(1.0));
  const exponent = i64x2.add(f64x2.add(n, f64x2.splat(roundingShift)), i64x2.splat(1023));
  return f64x2.mul(p, i64x2.shl(exponent, 52));
}

/** The sums of the lanes of a and of b. */
@inline
export function sumLanes(a: v128, b: v128): v128 {
  return f64x2.add(v128.shuffle<f64>(a, b, 0, 2), v128.shuffle<f64>(a, b, 1, 3));
}

/** exp(-gamma * (squareA + squareB - 2 * dot)) */
@inline
export function gaussian(squareA: v128, squareB: v128, dot: v128, minusGamma: v128): v128 {
  const distance = f64x2.sub(f64x2.add(squareA, squareB), f64x2.add(dot, dot));
  return exp64(f64x2.mul(distance, minusGamma));
}

/**
 * The list of a row in `groups`: how many groups of four features are not all 0, then where they begin, in bytes from the
 * start of the row. There are as many places as a row has groups.
 */
@inline
export function groupsOf(groups: usize, row: i32, stride: i32): usize {
  return groups + (<usize>row * <usize>((stride >> 2) + 1) << 2);
}

/** Whether so few groups are listed that going by the list is quicker. */
@inline
export function isWorthListing(list: usize, stride: i32): bool {
  return load<i32>(list) << 1 < stride >> 2;
}

/** How many groups of four products a dot product with the row takes. */
export function groupWork(groups: usize, row: i32, stride: i32): i32 {
  if (!groups) return stride >> 2;
  const list = groupsOf(groups, row, stride);
  return isWorthListing(list, stride) ? load<i32>(list) : stride >> 2;
}

/** Dot products three and four of `listedDots`, which can return only one vector; every thread has its own. */
export let listedDots23: v128 = f64x2.splat(0.0);

/** Dot products of the row at `own` with those at p0 to p3, by the list of what is not 0 in it: the first two. */
export function listedDots(own: usize, list: usize, p0: usize, p1: usize, p2: usize, p3: usize): v128 {
  const end = list + (<usize>load<i32>(list) << 2);
  let a0 = f64x2.splat(0.0), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;
  for (let place = list; place < end; place += 4) {
    const at = <usize>load<i32>(place, 4);
    const low = v128.load(own + at), high = v128.load(own + at, 16);
    a0 = f64x2.add(a0, f64x2.mul(low, v128.load(p0 + at)));
    a1 = f64x2.add(a1, f64x2.mul(low, v128.load(p1 + at)));
    a2 = f64x2.add(a2, f64x2.mul(low, v128.load(p2 + at)));
    a3 = f64x2.add(a3, f64x2.mul(low, v128.load(p3 + at)));
    b0 = f64x2.add(b0, f64x2.mul(high, v128.load(p0 + at, 16)));
    b1 = f64x2.add(b1, f64x2.mul(high, v128.load(p1 + at, 16)));
    b2 = f64x2.add(b2, f64x2.mul(high, v128.load(p2 + at, 16)));
    b3 = f64x2.add(b3, f64x2.mul(high, v128.load(p3 + at, 16)));
  }
  listedDots23 = sumLanes(f64x2.add(a2, b2), f64x2.add(a3, b3));
  return sumLanes(f64x2.add(a0, b0), f64x2.add(a1, b1));
}

/** |x[r0]|^2 and |x[r1]|^2. */
@inline
export function squaresOf(squares: usize, r0: usize, r1: usize): v128 {
  return f64x2.replace_lane(v128.load64_splat(squares + (r0 << 3)), 1, load<f64>(squares + (r1 << 3)));
}

/**
 * out[i] = K(x[row], x[rows[i]]) as floats for i in 0 .. count, four at a time: `rows` must name valid rows, and `out`
 * have room, up to the next multiple of 4. `groups` is 0 where there are no lists.
 */
export function kernelRow(
  out: usize, x: usize, squares: usize, groups: usize, rows: usize, stride: i32, gamma: f64, row: i32, count: i32,
): void {
  const bytes = <usize>stride << 3;
  const list = groups ? groupsOf(groups, row, stride) : 0;
  const isListed = list != 0 && isWorthListing(list, stride);
  const own = x + <usize>row * bytes;
  const ownSquare = v128.load64_splat(squares + (<usize>row << 3));
  const minusGamma = f64x2.splat(-gamma);
  for (let i = 0; i < count; i += 4) {
    const names = rows + (<usize>i << 2);
    const r0 = <usize>load<i32>(names), r1 = <usize>load<i32>(names, 4);
    const r2 = <usize>load<i32>(names, 8), r3 = <usize>load<i32>(names, 12);
    let p0 = x + r0 * bytes, p1 = x + r1 * bytes, p2 = x + r2 * bytes, p3 = x + r3 * bytes;
    let dots01: v128, dots23: v128;
    if (isListed) {
      dots01 = listedDots(own, list, p0, p1, p2, p3);
      dots23 = listedDots23;
    } else {
      let a0 = f64x2.splat(0.0), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;
      for (let at = own; at < own + bytes; at += 32) {
        const low = v128.load(at), high = v128.load(at, 16);
        a0 = f64x2.add(a0, f64x2.mul(low, v128.load(p0)));
        a1 = f64x2.add(a1, f64x2.mul(low, v128.load(p1)));
        a2 = f64x2.add(a2, f64x2.mul(low, v128.load(p2)));
        a3 = f64x2.add(a3, f64x2.mul(low, v128.load(p3)));
        b0 = f64x2.add(b0, f64x2.mul(high, v128.load(p0, 16)));
        b1 = f64x2.add(b1, f64x2.mul(high, v128.load(p1, 16)));
        b2 = f64x2.add(b2, f64x2.mul(high, v128.load(p2, 16)));
        b3 = f64x2.add(b3, f64x2.mul(high, v128.load(p3, 16)));
        p0 += 32; p1 += 32; p2 += 32; p3 += 32;
      }
      dots01 = sumLanes(f64x2.add(a0, b0), f64x2.add(a1, b1));
      dots23 = sumLanes(f64x2.add(a2, b2), f64x2.add(a3, b3));
    }
    const k01 = f32x4.demote_f64x2_zero(gaussian(ownSquare, squaresOf(squares, r0, r1), dots01, minusGamma));
    const k23 = f32x4.demote_f64x2_zero(gaussian(ownSquare, squaresOf(squares, r2, r3), dots23, minusGamma));
    v128.store(out + (<usize>i << 2), v128.shuffle<f64>(k01, k23, 0, 2));
  }
}

/**
 * kernelRow of two rows at once, without lists: fetching all the others from memory takes longer than multiplying them, so
 * the second row comes for little.
 */
export function kernelRowPair(
  outA: usize, outB: usize, x: usize, squares: usize, rows: usize, stride: i32, gamma: f64, rowA: i32, rowB: i32, count: i32,
): void {
  const bytes = <usize>stride << 3;
  const ownA = x + <usize>rowA * bytes, toB = <isize>(rowB - rowA) * <isize>bytes;
  const squareA = v128.load64_splat(squares + (<usize>rowA << 3)), squareB = v128.load64_splat(squares + (<usize>rowB << 3));
  const minusGamma = f64x2.splat(-gamma);
  const end = (count + 3) & ~3;
  for (let i = 0; i < end; i += 2) {
    const names = rows + (<usize>i << 2);
    const r0 = <usize>load<i32>(names), r1 = <usize>load<i32>(names, 4);
    let p0 = x + r0 * bytes, p1 = x + r1 * bytes;
    let a0 = f64x2.splat(0.0), a1 = a0, b0 = a0, b1 = a0, c0 = a0, c1 = a0, d0 = a0, d1 = a0;
    for (let at = ownA; at < ownA + bytes; at += 32) {
      const lowA = v128.load(at), highA = v128.load(at, 16);
      const lowB = v128.load(at + toB), highB = v128.load(at + toB, 16);
      let low = v128.load(p0), high = v128.load(p0, 16);
      a0 = f64x2.add(a0, f64x2.mul(lowA, low));
      b0 = f64x2.add(b0, f64x2.mul(highA, high));
      c0 = f64x2.add(c0, f64x2.mul(lowB, low));
      d0 = f64x2.add(d0, f64x2.mul(highB, high));
      low = v128.load(p1);
      high = v128.load(p1, 16);
      a1 = f64x2.add(a1, f64x2.mul(lowA, low));
      b1 = f64x2.add(b1, f64x2.mul(highA, high));
      c1 = f64x2.add(c1, f64x2.mul(lowB, low));
      d1 = f64x2.add(d1, f64x2.mul(highB, high));
      p0 += 32;
      p1 += 32;
    }
    const norms = squaresOf(squares, r0, r1);
    const dotsA = sumLanes(f64x2.add(a0, b0), f64x2.add(a1, b1)), dotsB = sumLanes(f64x2.add(c0, d0), f64x2.add(c1, d1));
    v128.store64_lane(outA + (<usize>i << 2), f32x4.demote_f64x2_zero(gaussian(squareA, norms, dotsA, minusGamma)), 0);
    v128.store64_lane(outB + (<usize>i << 2), f32x4.demote_f64x2_zero(gaussian(squareB, norms, dotsB, minusGamma)), 0);
  }
}
