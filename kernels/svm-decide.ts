// Decision values of all pairs of classes for new rows: the kernel of a row against every support vector is computed
// once and shared by the pairs.
import { gaussian, groupsOf, listedDots, listedDots23, squaresOf, sumLanes } from './gaussian';

/** Support vectors that are taken at a time, so that they stay in cache while all rows pass. */
const tile: i32 = 64;

/** Kernel values of two rows at `a` and `b` against `count` support vectors, two at a time: outA[s], outB[s]. */
function twoRows(
  outA: usize, outB: usize, a: usize, b: usize, squareA: f64, squareB: f64,
  x: usize, squares: usize, rows: usize, bytes: usize, gamma: f64, count: i32,
): void {
  const minusGamma = f64x2.splat(-gamma), ownA = f64x2.splat(squareA), ownB = f64x2.splat(squareB);
  const distance = b - a;
  for (let i = 0; i < count; i += 2) {
    const list = rows + (<usize>i << 2);
    const r0 = <usize>load<i32>(list), r1 = <usize>load<i32>(list, 4);
    let p0 = x + r0 * bytes, p1 = x + r1 * bytes;
    let a0 = f64x2.splat(0.0), a1 = a0, b0 = a0, b1 = a0, c0 = a0, c1 = a0, d0 = a0, d1 = a0;
    for (let at = a; at < a + bytes; at += 32) {
      const x0 = v128.load(p0), x1 = v128.load(p1), y0 = v128.load(p0, 16), y1 = v128.load(p1, 16);
      const lowA = v128.load(at), highA = v128.load(at, 16);
      const lowB = v128.load(at + distance), highB = v128.load(at + distance, 16);
      a0 = f64x2.add(a0, f64x2.mul(lowA, x0));
      a1 = f64x2.add(a1, f64x2.mul(lowA, x1));
      b0 = f64x2.add(b0, f64x2.mul(highA, y0));
      b1 = f64x2.add(b1, f64x2.mul(highA, y1));
      c0 = f64x2.add(c0, f64x2.mul(lowB, x0));
      c1 = f64x2.add(c1, f64x2.mul(lowB, x1));
      d0 = f64x2.add(d0, f64x2.mul(highB, y0));
      d1 = f64x2.add(d1, f64x2.mul(highB, y1));
      p0 += 32; p1 += 32;
    }
    const own = squaresOf(squares, r0, r1);
    const dotsA = sumLanes(f64x2.add(a0, b0), f64x2.add(a1, b1));
    const dotsB = sumLanes(f64x2.add(c0, d0), f64x2.add(c1, d1));
    v128.store(outA + (<usize>i << 3), gaussian(ownA, own, dotsA, minusGamma));
    v128.store(outB + (<usize>i << 3), gaussian(ownB, own, dotsB, minusGamma));
  }
}

/** The same for one row, four support vectors at a time, by the list of what is not 0 in it. */
function listedRow(
  out: usize, own: usize, ownSquare: f64, list: usize,
  x: usize, squares: usize, rows: usize, bytes: usize, gamma: f64, count: i32,
): void {
  const minusGamma = f64x2.splat(-gamma), square = f64x2.splat(ownSquare);
  for (let i = 0; i < count; i += 4) {
    const names = rows + (<usize>i << 2), at = out + (<usize>i << 3);
    const r0 = <usize>load<i32>(names), r1 = <usize>load<i32>(names, 4);
    const r2 = <usize>load<i32>(names, 8), r3 = <usize>load<i32>(names, 12);
    const dots01 = listedDots(own, list, x + r0 * bytes, x + r1 * bytes, x + r2 * bytes, x + r3 * bytes);
    v128.store(at, gaussian(square, squaresOf(squares, r0, r1), dots01, minusGamma));
    v128.store(at, gaussian(square, squaresOf(squares, r2, r3), listedDots23, minusGamma), 16);
  }
}

/** sum of a[i] * b[i] for i in from .. to, in one order for any bounds. */
function weightedSum(a: usize, b: usize, from: i32, to: i32): f64 {
  let sum0 = f64x2.splat(0.0), sum1 = sum0;
  let i = from;
  for (; i + 4 <= to; i += 4) {
    const at = <usize>i << 3;
    sum0 = f64x2.add(sum0, f64x2.mul(v128.load(a + at), v128.load(b + at)));
    sum1 = f64x2.add(sum1, f64x2.mul(v128.load(a + at, 16), v128.load(b + at, 16)));
  }
  sum0 = f64x2.add(sum0, sum1);
  let sum = f64x2.extract_lane(sum0, 0) + f64x2.extract_lane(sum0, 1);
  for (; i < to; i++) sum += load<f64>(a + (<usize>i << 3)) * load<f64>(b + (<usize>i << 3));
  return sum;
}

/**
 * decisions[row][pair] for the rows from .. to of `test`; pairs are ordered (0,1), (0,2) .. (1,2) ..; positive means the
 * first class of the pair. `testGroups` has the lists of the test rows (gaussian.ts), 0 where there are none. `rows` lists
 * the support vectors by class (`classStart`), padded to a multiple of 4 with a valid row; coefficients are [other class - (other class > own class)][supportStride]; `kernels` is room for
 * [row][supportStride] doubles. `to` may be odd: the last row is then computed beside itself.
 */
export function svmDecide(
  decisions: usize, test: usize, testSquares: usize, x: usize, squares: usize, rows: usize, coefficients: usize,
  rho: usize, classStart: usize, kernels: usize, stride: i32, supportStride: i32, classCount: i32, gamma: f64,
  testGroups: usize, from: i32, to: i32,
): void {
  const bytes = <usize>stride << 3, supportBytes = <usize>supportStride << 3;
  const supportCount = load<i32>(classStart + (<usize>classCount << 2));
  const pairCount = (classCount * (classCount - 1)) >> 1;
  for (let start = 0; start < supportCount; start += tile) {
    const out = kernels + (<usize>start << 3), list = rows + (<usize>start << 2);
    const count = min(tile, supportCount - start);
    if (testGroups) {
      for (let row = from; row < to; row++) {
        listedRow(
          out + <usize>row * supportBytes, test + <usize>row * bytes, load<f64>(testSquares + (<usize>row << 3)),
          groupsOf(testGroups, row, stride), x, squares, list, bytes, gamma, count,
        );
      }
      continue;
    }
    for (let row = from; row < to; row += 2) {
      const next = min(row + 1, to - 1);
      twoRows(
        out + <usize>row * supportBytes, out + <usize>next * supportBytes,
        test + <usize>row * bytes, test + <usize>next * bytes,
        load<f64>(testSquares + (<usize>row << 3)), load<f64>(testSquares + (<usize>next << 3)),
        x, squares, list, bytes, gamma, count,
      );
    }
  }
  for (let row = from; row < to; row++) {
    const values = kernels + <usize>row * supportBytes;
    let pair = 0;
    for (let i = 0; i < classCount; i++) {
      for (let j = i + 1; j < classCount; j++, pair++) {
        const start = classStart + (<usize>i << 2), otherStart = classStart + (<usize>j << 2);
        const sum =
          weightedSum(coefficients + <usize>(j - 1) * supportBytes, values, load<i32>(start), load<i32>(start, 4)) +
          weightedSum(coefficients + <usize>i * supportBytes, values, load<i32>(otherStart), load<i32>(otherStart, 4));
        const constant = load<f64>(rho + (<usize>pair << 3));
        store<f64>(decisions + (<usize>(row * pairCount + pair) << 3), sum - constant);
      }
    }
  }
}
