// Gaussian kernel values (gaussian.ts) of many rows with many, a tile of 32 by 32 at a time.
//
// One row after another would fetch all the others from memory each time. A tile copies the features of its rows, 128 at
// a time, to where they are read in one line, and carries the sums along in memory. Every sum has the order of gaussian.ts:
// features 4n and 4n + 1 in two lanes, 4n + 2 and 4n + 3 in two others (the two halves), so the bits are the same.
import { gaussian, squaresOf, sumLanes } from './gaussian';

/** Rows on either side of a tile. */
export const tileRows: i32 = 32;
/** Groups of four features that are taken at a time. */
const tileSteps: i32 = 32;
/** Rows that stand side by side in a packed line. */
const lineRows: i32 = 4;
const panelBytes: usize = 64;

const halfPack: usize = (32 / 4) * 32 * 64;
const packBytes: usize = 2 * halfPack;
const halfSums: usize = 32 * 32 * 16;
/** Bytes of scratch a thread needs: two packs and the sums of both halves. */
export const tileBytes: i32 = 98304;

/**
 * pack[half][panel][step][row of the panel] = two features of a row, for `steps` groups of four features from `offset` bytes
 * on. Rows are `first` + i, or rows[first + i]; behind the last the last once more, to a whole panel.
 */
function packRows(
  pack: usize, x: usize, rows: usize, first: i32, count: i32, bytes: usize, offset: usize, steps: i32,
): void {
  const padded = (count + lineRows - 1) & ~(lineRows - 1);
  for (let i = 0; i < padded; i++) {
    const place = first + min(i, count - 1);
    const row = rows ? load<i32>(rows + (<usize>place << 2)) : place;
    let from = x + <usize>row * bytes + offset;
    let to = pack + <usize>(i / lineRows) * (<usize>steps * panelBytes) + (<usize>(i % lineRows) << 4);
    for (let step = 0; step < steps; step++) {
      v128.store(to, v128.load(from));
      v128.store(to + halfPack, v128.load(from, 16));
      from += 32;
      to += panelBytes;
    }
  }
}

/** sums[i][j] += the products of two rows i of the pack at `a` and the four rows j of the one at `b`. */
@inline
function addProducts(sums: usize, a: usize, b: usize, steps: i32): void {
  const next = sums + (<usize>tileRows << 4);
  let s00 = v128.load(sums), s01 = v128.load(sums, 16), s02 = v128.load(sums, 32), s03 = v128.load(sums, 48);
  let s10 = v128.load(next), s11 = v128.load(next, 16), s12 = v128.load(next, 32), s13 = v128.load(next, 48);
  const end = a + <usize>steps * panelBytes;
  while (a < end) {
    const p = v128.load(a), q = v128.load(a, 16);
    const x0 = v128.load(b), x1 = v128.load(b, 16), x2 = v128.load(b, 32), x3 = v128.load(b, 48);
    s00 = f64x2.add(s00, f64x2.mul(p, x0));
    s10 = f64x2.add(s10, f64x2.mul(q, x0));
    s01 = f64x2.add(s01, f64x2.mul(p, x1));
    s11 = f64x2.add(s11, f64x2.mul(q, x1));
    s02 = f64x2.add(s02, f64x2.mul(p, x2));
    s12 = f64x2.add(s12, f64x2.mul(q, x2));
    s03 = f64x2.add(s03, f64x2.mul(p, x3));
    s13 = f64x2.add(s13, f64x2.mul(q, x3));
    a += panelBytes;
    b += panelBytes;
  }
  v128.store(sums, s00);
  v128.store(sums, s01, 16);
  v128.store(sums, s02, 32);
  v128.store(sums, s03, 48);
  v128.store(next, s10);
  v128.store(next, s11, 16);
  v128.store(next, s12, 32);
  v128.store(next, s13, 48);
}

/** The sums[half][i][j] of a tile, from all features. */
function sumTile(
  scratch: usize, a: usize, firstA: i32, countA: i32, b: usize, rowsB: usize, firstB: i32, countB: i32, stride: i32,
): void {
  const packA = scratch, packB = scratch + packBytes, sums = packB + packBytes;
  const bytes = <usize>stride << 3, groups = stride >> 2;
  memory.fill(sums, 0, 2 * halfSums);
  for (let group = 0; group < groups; group += tileSteps) {
    const steps = min(tileSteps, groups - group), offset = <usize>group << 5;
    packRows(packA, a, 0, firstA, countA, bytes, offset, steps);
    packRows(packB, b, rowsB, firstB, countB, bytes, offset, steps);
    const panel = <usize>steps * panelBytes;
    for (let half = 0; half < 2; half++) {
      const ownA = packA + <usize>half * halfPack, ownB = packB + <usize>half * halfPack;
      const ownSums = sums + <usize>half * halfSums;
      for (let i = 0; i < countA; i += 2) {
        const from = ownA + <usize>(i / lineRows) * panel + (<usize>(i % lineRows) << 4);
        const line = ownSums + <usize>i * (<usize>tileRows << 4);
        for (let j = 0; j < countB; j += lineRows) {
          addProducts(line + (<usize>j << 4), from, ownB + <usize>(j / lineRows) * panel, steps);
        }
      }
    }
  }
}

/** The kernel values of row i of a summed tile, of squared norm `own`, with its rows j and j + 1. */
@inline
function tileValues(scratch: usize, i: i32, j: i32, own: v128, squares: v128, minusGamma: v128): v128 {
  const at = scratch + 2 * packBytes + (<usize>(i * tileRows + j) << 4);
  const first = f64x2.add(v128.load(at), v128.load(at + halfSums));
  const second = f64x2.add(v128.load(at, 16), v128.load(at + halfSums, 16));
  return gaussian(own, squares, sumLanes(first, second), minusGamma);
}

/**
 * table[i][j] = K(x[i], x[j]) as floats for all `count` rows, by tiles on and below the diagonal, each with its mirror image:
 * tiles are numbered line by line, (0,0), (1,0), (1,1), (2,0) ... `scratch` holds `tileBytes` for every thread.
 */
export function gaussianTable(
  table: usize, x: usize, squares: usize, scratch: usize, count: i32, stride: i32, gamma: f64,
  from: i32, to: i32, thread: i32,
): void {
  const mine = scratch + <usize>thread * <usize>tileBytes;
  const minusGamma = f64x2.splat(-gamma);
  const line = <usize>count << 2;
  let row = 0;
  while ((row + 1) * (row + 2) / 2 <= from) row++;
  let column = from - row * (row + 1) / 2;
  for (let tile = from; tile < to; tile++) {
    const firstI = row * tileRows, firstJ = column * tileRows;
    const countI = min(tileRows, count - firstI), countJ = min(tileRows, count - firstJ);
    sumTile(mine, x, firstI, countI, x, 0, firstJ, countJ, stride);
    for (let i = 0; i < countI; i++) {
      const own = v128.load64_splat(squares + (<usize>(firstI + i) << 3));
      const out = table + <usize>(firstI + i) * line, mirror = table + (<usize>(firstI + i) << 2);
      for (let j = 0; j < countJ; j += 2) {
        const r0 = <usize>(firstJ + j), r1 = <usize>(firstJ + min(j + 1, countJ - 1));
        const values = f32x4.demote_f64x2_zero(
          tileValues(mine, i, j, own, squaresOf(squares, r0, r1), minusGamma));
        const k0 = f32x4.extract_lane(values, 0), k1 = f32x4.extract_lane(values, 1);
        store<f32>(out + (r0 << 2), k0);
        store<f32>(mirror + r0 * line, k0);
        if (r1 == r0) continue;
        store<f32>(out + (r1 << 2), k1);
        store<f32>(mirror + r1 * line, k1);
      }
    }
    if (column < row) {
      column++;
    } else {
      row++;
      column = 0;
    }
  }
}

/**
 * values[i][s] = K(test[i], x[rows[s]]) for the rows from .. to of `test` and s in 0 .. supportCount, a multiple of 4.
 * `scratch` holds `tileBytes` for every thread.
 */
export function gaussianValues(
  values: usize, test: usize, testSquares: usize, x: usize, squares: usize, rows: usize,
  scratch: usize, stride: i32, supportCount: i32, gamma: f64, from: i32, to: i32, thread: i32,
): void {
  const mine = scratch + <usize>thread * <usize>tileBytes;
  const minusGamma = f64x2.splat(-gamma), line = <usize>supportCount << 3;
  for (let first = from; first < to; first += tileRows) {
    const count = min(tileRows, to - first);
    for (let start = 0; start < supportCount; start += tileRows) {
      const supports = min(tileRows, supportCount - start), names = rows + (<usize>start << 2);
      sumTile(mine, test, first, count, x, names, 0, supports, stride);
      for (let i = 0; i < count; i++) {
        const row = first + i, own = v128.load64_splat(testSquares + (<usize>row << 3));
        const out = values + <usize>row * line + (<usize>start << 3);
        for (let s = 0; s < supports; s += 2) {
          const r0 = <usize>load<i32>(names + (<usize>s << 2)), r1 = <usize>load<i32>(names + (<usize>s << 2), 4);
          v128.store(out + (<usize>s << 3), tileValues(mine, i, s, own, squaresOf(squares, r0, r1), minusGamma));
        }
      }
    }
  }
}
