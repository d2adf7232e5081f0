// Solves the dual of a support vector machine by sequential minimal optimisation:
//   minimise 1/2 a'Qa + p'a, 0 <= a_i <= C_i, y'a = 0, Q_ij = y_i y_j K_ij.
// Two classes have p = -1; a number t told to within e has every row twice, with y = 1, p = e - t and y = -1, p = e + t.
//
// The working set is chosen by second-order information (Fan, Chen and Lin 2005, "Working set selection using second
// order information"), rows that sit at a bound are set aside ("shrinking"), and the loop ends when the largest
// violation is below the tolerance: LIBSVM's algorithm (Chang and Lin 2011), step by step, ties included, with kernel
// values rounded to floats as there, so that it visits the same iterates. Different from it: the gradient of the rows
// set aside is restored from all support vectors at once instead of being carried along, and the gradient is stored
// as value = -y * G, which makes both classes alike.
import { getInt, setInt } from './int-array';
import { cachedRow, computeRow, isCached, Problem, recordSwap, solvedPhase, startEpoch } from './svm-problem';

const iterating: i32 = 0, restoringToShrink: i32 = 1, restoringToCheck: i32 = 2;
/** Stands for a curvature that is not positive. */
const leastCurvature: f64 = 1e-12;

@inline
function get(array: usize, p: i32): f64 {
  return load<f64>(array + (<usize>p << 3));
}

@inline
function set(array: usize, p: i32, value: f64): void {
  store<f64>(array + (<usize>p << 3), value);
}

/** Two floats as doubles. */
@inline
function loadPair(array: usize, p: i32): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(array + (<usize>p << 2)));
}

@inline
function getFloat(array: usize, p: i32): f64 {
  return <f64>load<f32>(array + (<usize>p << 2));
}

/**
 * value -= changeI * rowI + changeJ * rowJ over the active rows, and finds the best of those that may move up: the
 * largest value, the last of equals.
 */
function updateValues(s: Problem, rowI: usize, rowJ: usize, changeI: f64, changeJ: f64): void {
  const ci = f64x2.splat(changeI), cj = f64x2.splat(changeJ);
  let highest = f64x2.splat(-f64.MAX_VALUE), at = i64x2(0, 1), best = i64x2.splat(-1);
  const even = s.active & ~1;
  for (let p = 0; p < even; p += 2) {
    const address = s.value + (<usize>p << 3);
    const step = f64x2.add(f64x2.mul(ci, loadPair(rowI, p)), f64x2.mul(cj, loadPair(rowJ, p)));
    const value = f64x2.sub(v128.load(address), step);
    v128.store(address, value);
    const candidate = f64x2.add(value, loadPair(s.up, p));
    const better = f64x2.ge(candidate, highest);
    highest = v128.bitselect(candidate, highest, better);
    best = v128.bitselect(at, best, better);
    at = i64x2.add(at, i64x2.splat(2));
  }
  finishBest(s, highest, best);
  if (even < s.active) {
    set(s.value, even, get(s.value, even) - (changeI * getFloat(rowI, even) + changeJ * getFloat(rowJ, even)));
    if (getFloat(s.up, even) == 0.0 && (s.best < 0 || get(s.value, even) >= get(s.value, s.best))) s.best = even;
  }
  s.work += <f64>s.active;
}

@inline
function finishBest(s: Problem, highest: v128, best: v128): void {
  const high0 = f64x2.extract_lane(highest, 0), high1 = f64x2.extract_lane(highest, 1);
  const best0 = <i32>i64x2.extract_lane(best, 0), best1 = <i32>i64x2.extract_lane(best, 1);
  s.best = high0 > high1 || (high0 == high1 && best0 > best1) ? best0 : best1;
}

/** The best active row to move up, where the values have changed by other means. */
function findBest(s: Problem): void {
  s.best = -1;
  let highest = -f64.MAX_VALUE;
  for (let p = 0; p < s.active; p++) {
    const candidate = get(s.value, p) + getFloat(s.up, p);
    if (candidate >= highest) {
      highest = candidate;
      s.best = p;
    }
  }
  s.work += <f64>s.active;
}

/**
 * The partner of the best row: among the rows that may move down and violate the conditions with it, the one whose
 * step lowers the objective most (the last of equals). -1 where the largest violation is below the tolerance.
 */
function findPartner(s: Problem): i32 {
  if (s.best < 0) return -1;
  const row = cachedRow(s, s.best, s.active, false);
  const top = get(s.value, s.best);
  const tops = f64x2.splat(top), two = f64x2.splat(2.0), least = f64x2.splat(leastCurvature);
  let lowest = f64x2.splat(Infinity), gain = f64x2.splat(0.0), at = i64x2(0, 1), partner = i64x2.splat(-1);
  const zero = f64x2.splat(0.0);
  const even = s.active & ~1;
  for (let p = 0; p < even; p += 2) {
    const value = f64x2.add(v128.load(s.value + (<usize>p << 3)), loadPair(s.down, p));
    const k = loadPair(row, p);
    lowest = f64x2.pmin(lowest, value);
    const violation = f64x2.sub(tops, value);
    const curvature = f64x2.max(f64x2.sub(two, f64x2.add(k, k)), least);
    const lowered = f64x2.div(f64x2.mul(violation, violation), curvature);
    const better = v128.and(f64x2.gt(violation, zero), f64x2.ge(lowered, gain));
    gain = v128.bitselect(lowered, gain, better);
    partner = v128.bitselect(at, partner, better);
    at = i64x2.add(at, i64x2.splat(2));
  }
  let least0 = min(f64x2.extract_lane(lowest, 0), f64x2.extract_lane(lowest, 1));
  const gain0 = f64x2.extract_lane(gain, 0), gain1 = f64x2.extract_lane(gain, 1);
  const partner0 = <i32>i64x2.extract_lane(partner, 0), partner1 = <i32>i64x2.extract_lane(partner, 1);
  const first = gain0 > gain1 || (gain0 == gain1 && partner0 > partner1);
  let bestGain = first ? gain0 : gain1;
  let chosen = first ? partner0 : partner1;
  if (even < s.active) {
    const value = get(s.value, even) + getFloat(s.down, even);
    least0 = min(least0, value);
    const violation = top - value;
    const lowered = (violation * violation) / max(2.0 - 2.0 * getFloat(row, even), leastCurvature);
    if (violation > 0.0 && lowered >= bestGain) chosen = even;
  }
  s.work += <f64>s.active * 2.0;
  return top - least0 < s.tolerance ? -1 : chosen;
}

/** Writes down in which directions the row at position p may still move. */
function markBounds(s: Problem, p: i32): void {
  const alpha = get(s.alpha, p);
  const positive = get(s.label, p) > 0.0;
  const cost = get(s.cost, p);
  const mayUp = positive ? alpha < cost : alpha > 0.0;
  const mayDown = positive ? alpha > 0.0 : alpha < cost;
  store<f32>(s.up + (<usize>p << 2), mayUp ? 0.0 : -Infinity);
  store<f32>(s.down + (<usize>p << 2), mayDown ? 0.0 : Infinity);
}

/** Moves the alphas of a pair to the best point on the line that keeps y'a, cut at the box. */
function optimisePair(s: Problem, i: i32, j: i32): void {
  const rowI = cachedRow(s, i, s.active, false);
  const rowJ = cachedRow(s, j, s.active, true);
  const costI = get(s.cost, i), costJ = get(s.cost, j), labelI = get(s.label, i), labelJ = get(s.label, j);
  const gradientI = -labelI * get(s.value, i), gradientJ = -labelJ * get(s.value, j);
  const oldI = get(s.alpha, i), oldJ = get(s.alpha, j);
  const curvature = max(2.0 - 2.0 * getFloat(rowI, j), leastCurvature);
  let newI: f64, newJ: f64;
  if (labelI != labelJ) {
    const delta = (-gradientI - gradientJ) / curvature, difference = oldI - oldJ;
    newI = oldI + delta;
    newJ = oldJ + delta;
    if (difference > 0.0) {
      if (newJ < 0.0) { newJ = 0.0; newI = difference; }
    } else {
      if (newI < 0.0) { newI = 0.0; newJ = -difference; }
    }
    if (difference > costI - costJ) {
      if (newI > costI) { newI = costI; newJ = costI - difference; }
    } else {
      if (newJ > costJ) { newJ = costJ; newI = costJ + difference; }
    }
  } else {
    const delta = (gradientI - gradientJ) / curvature, sum = oldI + oldJ;
    newI = oldI - delta;
    newJ = oldJ + delta;
    if (sum > costI) {
      if (newI > costI) { newI = costI; newJ = sum - costI; }
    } else {
      if (newJ < 0.0) { newJ = 0.0; newI = sum; }
    }
    if (sum > costJ) {
      if (newJ > costJ) { newJ = costJ; newI = sum - costJ; }
    } else {
      if (newI < 0.0) { newI = 0.0; newJ = sum; }
    }
  }
  set(s.alpha, i, newI);
  set(s.alpha, j, newJ);
  markBounds(s, i);
  markBounds(s, j);
  updateValues(s, rowI, rowJ, labelI * (newI - oldI), labelJ * (newJ - oldJ));
}

@inline
function swapDoubles(array: usize, p: i32, q: i32): void {
  const kept = get(array, p);
  set(array, p, get(array, q));
  set(array, q, kept);
}

@inline
function swapInts(array: usize, p: i32, q: i32): void {
  const kept = getInt(array, p);
  setInt(array, p, getInt(array, q));
  setInt(array, q, kept);
}

function swapRows(s: Problem, p: i32, q: i32): void {
  swapInts(s.row, p, q);
  swapInts(s.original, p, q);
  swapDoubles(s.label, p, q);
  swapDoubles(s.cost, p, q);
  swapDoubles(s.start, p, q);
  swapDoubles(s.alpha, p, q);
  swapDoubles(s.value, p, q);
  swapInts(s.up, p, q);
  swapInts(s.down, p, q);
}

/** True where the row at position p sits at a bound and every partner would push it further into it. */
@inline
function mayBeSetAside(s: Problem, p: i32): bool {
  const value = get(s.value, p);
  if (getFloat(s.up, p) != 0.0) return value > s.highest;
  if (getFloat(s.down, p) != 0.0) return value < s.lowest;
  return false;
}

/** Sets rows aside; the first time the end is near, all of them are looked at once more. */
function shrink(s: Problem): void {
  s.highest = -Infinity;
  s.lowest = Infinity;
  for (let p = 0; p < s.active; p++) {
    const value = get(s.value, p);
    if (getFloat(s.up, p) == 0.0) s.highest = max(s.highest, value);
    if (getFloat(s.down, p) == 0.0) s.lowest = min(s.lowest, value);
  }
  if (!s.unshrunk && s.highest - s.lowest <= s.tolerance * 10.0) {
    s.unshrunk = 1;
    if (s.active < s.count) {
      startRestoring(s, restoringToShrink);
      return;
    }
  }
  setRowsAside(s);
}

function setRowsAside(s: Problem): void {
  let moved = false;
  for (let p = 0; p < s.active; p++) {
    if (!mayBeSetAside(s, p)) continue;
    s.active--;
    while (s.active > p && mayBeSetAside(s, s.active)) s.active--;
    if (s.active > p) {
      if (!moved) startEpoch(s);
      swapRows(s, p, s.active);
      recordSwap(s, p, s.active);
      moved = true;
    }
  }
  s.work += <f64>s.count * 3.0;
  findBest(s);
}

/** The value at alpha = 0: the state of the rows set aside before any support vector is added. */
function startRestoring(s: Problem, phase: i32): void {
  s.phase = phase;
  s.restored = 0;
  for (let p = s.active; p < s.count; p++) set(s.value, p, get(s.start, p));
}

/** Adds support vectors to the values of the rows set aside until all are in or the budget is used up. */
function restore(s: Problem, budget: f64): void {
  for (; s.restored < s.count && s.work < budget; s.restored++) {
    const i = s.restored;
    const alpha = get(s.alpha, i);
    if (alpha == 0.0) continue;
    let row = s.scratch;
    if (isCached(s, i)) {
      row = cachedRow(s, i, s.count, false) + (<usize>s.active << 2);
    } else {
      computeRow(s, row, i, s.active, s.count - s.active);
    }
    const change = get(s.label, i) * alpha;
    for (let p = s.active; p < s.count; p++) {
      set(s.value, p, get(s.value, p) - change * getFloat(row, p - s.active));
    }
    s.work += <f64>(s.count - s.active);
  }
  if (s.restored < s.count) return;
  s.active = s.count;
  if (s.phase == restoringToShrink) {
    s.phase = iterating;
    setRowsAside(s);
    step(s);
  } else {
    s.phase = iterating;
    findBest(s);
    check(s);
  }
}

/** rho, from the free rows where there are any, else from the middle of the range the bounds leave. */
function finish(s: Problem): void {
  let low = -Infinity, high = Infinity, sum = 0.0, free = 0;
  for (let p = 0; p < s.count; p++) {
    const gradient = -get(s.value, p);
    const mayUp = getFloat(s.up, p) == 0.0, mayDown = getFloat(s.down, p) == 0.0;
    if (mayUp && mayDown) {
      free++;
      sum += gradient;
    } else if (mayUp) {
      high = min(high, gradient);
    } else {
      low = max(low, gradient);
    }
  }
  s.rho = free > 0 ? sum / <f64>free : (high + low) / 2.0;
  s.phase = solvedPhase;
}

/** The last check, with all rows active: solved, or the search goes on. */
function check(s: Problem): void {
  const partner = findPartner(s);
  if (partner < 0) {
    finish(s);
  } else {
    s.counter = 1;
    s.iterations++;
    optimisePair(s, s.best, partner);
  }
}

function step(s: Problem): void {
  const partner = findPartner(s);
  if (partner >= 0) {
    s.iterations++;
    optimisePair(s, s.best, partner);
  } else if (s.active < s.count) {
    startRestoring(s, restoringToCheck);
  } else {
    check(s);
  }
}

function advance(s: Problem, budget: f64): void {
  s.work = 0.0;
  while (s.phase != solvedPhase && s.work < budget) {
    if (s.phase != iterating) {
      restore(s, budget);
      continue;
    }
    if (--s.counter == 0) {
      s.counter = min(s.count, 1000);
      shrink(s);
      if (s.phase != iterating) continue;
    }
    step(s);
  }
}

/** Advances the problems from .. to by about `budget` nanoseconds of work each; where it pauses changes no result. */
export function svmSolve(problems: usize, size: i32, budget: f64, from: i32, to: i32): void {
  for (let i = from; i < to; i++) advance(changetype<Problem>(problems + <usize>i * <usize>size), budget);
}
