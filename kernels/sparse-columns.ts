// Dot products of a row with many others by the columns of those: only cells that are not 0 on either side are multiplied.
//
// Column c has the rows columnRow[columnStart[c] .. columnStart[c + 1]], ascending, and their values as doubles. Sums are kept
// in four lanes, by the feature's number modulo 4, in ascending order of features: as in gaussian.ts, so the bits are the same.
import { gaussian, groupsOf, squaresOf } from './gaussian';

@inline
function getInt(array: usize, i: i32): i32 {
  return load<i32>(array + (<usize>i << 2));
}

/** The first place in rows[from .. to] whose row is not below `row`. */
function placeOf(rows: usize, row: i32, from: i32, to: i32): i32 {
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (getInt(rows, middle) < row) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** How many cells stand in the columns of what is not 0 in the row at `own`, whose groups `list` names. */
export function columnWork(own: usize, list: usize, columnStart: usize): f64 {
  let cells = 0.0;
  for (let g = 1; g <= load<i32>(list); g++) {
    const at = <usize>getInt(list, g);
    for (let lane = 0; lane < 4; lane++) {
      if (load<f64>(own + at + (<usize>lane << 3)) == 0.0) continue;
      const column = <i32>(at >> 3) + lane;
      cells += <f64>(getInt(columnStart, column + 1) - getInt(columnStart, column));
    }
  }
  return cells;
}

/** sums[row][lane] = the products of the row at `own` with the rows from .. to. */
export function addColumns(
  sums: usize, own: usize, list: usize, columnStart: usize, columnRow: usize, columnValue: usize, from: i32, to: i32,
): void {
  memory.fill(sums + (<usize>from << 5), 0, <usize>(to - from) << 5);
  for (let g = 1; g <= load<i32>(list); g++) {
    const at = <usize>getInt(list, g);
    for (let lane = 0; lane < 4; lane++) {
      const value = load<f64>(own + at + (<usize>lane << 3));
      if (value == 0.0) continue;
      const column = <i32>(at >> 3) + lane, end = getInt(columnStart, column + 1);
      const into = sums + (<usize>lane << 3);
      for (let k = placeOf(columnRow, from, getInt(columnStart, column), end); k < end; k++) {
        const row = getInt(columnRow, k);
        if (row >= to) break;
        const place = into + (<usize>row << 5);
        store<f64>(place, load<f64>(place) + value * load<f64>(columnValue + (<usize>k << 3)));
      }
    }
  }
}

@inline
function dotOf(sums: usize, row: usize): f64 {
  const at = sums + (row << 5);
  return (load<f64>(at) + load<f64>(at, 16)) + (load<f64>(at, 8) + load<f64>(at, 24));
}

/** out[i] = K(the row of squared norm `ownSquare`, rows[i]) for i in 0 .. count, from the sums; `rows` is padded to an even number. */
export function valuesFromSums<T>(
  out: usize, sums: usize, ownSquare: f64, squares: usize, rows: usize, gamma: f64, count: i32,
): void {
  const own = f64x2.splat(ownSquare), minusGamma = f64x2.splat(-gamma);
  for (let i = 0; i < count; i += 2) {
    const r0 = <usize>getInt(rows, i), r1 = <usize>getInt(rows, min(i + 1, count - 1));
    const dots = f64x2.replace_lane(f64x2.splat(dotOf(sums, r0)), 1, dotOf(sums, r1));
    const values = gaussian(own, squaresOf(squares, r0, r1), dots, minusGamma);
    store<T>(out + <usize>i * sizeof<T>(), <T>f64x2.extract_lane(values, 0));
    if (i + 1 < count) store<T>(out + <usize>(i + 1) * sizeof<T>(), <T>f64x2.extract_lane(values, 1));
  }
}

/**
 * table[i][j] = table[j][i] = K(x[i], x[j]) as floats for the rows i in from .. to of `count` and all j up to i. `groups` lists what
 * is not 0 in the rows; `sums` holds [row][4] doubles for every thread.
 */
export function sparseTable(
  table: usize, x: usize, squares: usize, groups: usize, columnStart: usize, columnRow: usize, columnValue: usize,
  sums: usize, count: i32, stride: i32, gamma: f64, from: i32, to: i32, thread: i32,
): void {
  const mine = sums + <usize>thread * (<usize>count << 5), line = <usize>count << 2;
  const minusGamma = f64x2.splat(-gamma);
  for (let row = from; row < to; row++) {
    const own = x + <usize>row * (<usize>stride << 3);
    addColumns(mine, own, groupsOf(groups, row, stride), columnStart, columnRow, columnValue, 0, row + 1);
    const ownSquare = v128.load64_splat(squares + (<usize>row << 3));
    const out = table + <usize>row * line, mirror = table + (<usize>row << 2);
    for (let j = 0; j <= row; j += 2) {
      const r0 = <usize>j, r1 = <usize>min(j + 1, row);
      const dots = f64x2.replace_lane(f64x2.splat(dotOf(mine, r0)), 1, dotOf(mine, r1));
      const values = f32x4.demote_f64x2_zero(gaussian(ownSquare, squaresOf(squares, r0, r1), dots, minusGamma));
      const k0 = f32x4.extract_lane(values, 0), k1 = f32x4.extract_lane(values, 1);
      store<f32>(out + (r0 << 2), k0);
      store<f32>(mirror + r0 * line, k0);
      store<f32>(out + (r1 << 2), k1);
      store<f32>(mirror + r1 * line, k1);
    }
  }
}

/**
 * values[i][s] = K(test[i], training row rows[s]) for the rows from .. to of `test`, whose groups `testGroups` lists, and s in
 * 0 .. supportCount. `sums` holds [training row][4] doubles for every thread.
 */
export function sparseValues(
  values: usize, test: usize, testSquares: usize, testGroups: usize,
  columnStart: usize, columnRow: usize, columnValue: usize, squares: usize, rows: usize, sums: usize,
  stride: i32, trainRows: i32, supportCount: i32, gamma: f64, from: i32, to: i32, thread: i32,
): void {
  const mine = sums + <usize>thread * (<usize>trainRows << 5);
  for (let row = from; row < to; row++) {
    const own = test + <usize>row * (<usize>stride << 3), out = values + <usize>row * (<usize>supportCount << 3);
    addColumns(mine, own, groupsOf(testGroups, row, stride), columnStart, columnRow, columnValue, 0, trainRows);
    const ownSquare = load<f64>(testSquares + (<usize>row << 3));
    valuesFromSums<f64>(out, mine, ownSquare, squares, rows, gamma, supportCount);
  }
}
