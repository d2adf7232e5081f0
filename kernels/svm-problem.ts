// One support vector problem being solved (two classes, or a number), and its bounded cache of kernel rows.
//
// The rows of the problem stand in an order that shrinking changes: the active ones are the positions 0 .. active.
// A cached row holds its columns in the order that was current when it was written (its `epoch`); it is brought to the
// present order when it is next used, by the swaps of rows kept for the last epochs. So it loses no column that it holds, and
// restoring the gradient of the rows set aside finds most of what it needs.
import { groupsOf, groupWork, isWorthListing, kernelRow, kernelRowPair } from './gaussian';
import { getInt, setInt } from './int-array';
import { addColumns, columnWork, valuesFromSums } from './sparse-columns';

/** Epochs whose swaps are kept; a cached row older than that is computed anew. */
export const epochsKept: i32 = 32;

/** The phase of a problem that is solved. */
export const solvedPhase: i32 = 3;

/** Set up in src/evaluate/judges/svm-problem.ts. */
@unmanaged
export class Problem {
  gamma: f64;
  tolerance: f64;
  /** The constant of the decision function, once solved. */
  rho: f64;
  /** Work done in this call, about in nanoseconds. */
  work: f64;
  /** Bounds of the last shrinking, kept while the gradient is restored. */
  highest: f64;
  lowest: f64;
  /** What comes next: 0 an iteration, 1 and 2 restoring the gradient (for shrinking, for the last check), `solvedPhase`. */
  phase: i32;
  /** [row][stride] doubles of all training rows, and their squared norms. */
  x: usize;
  squares: usize;
  /** Which features of a row are not 0 (see gaussian.ts); 0 where nobody wrote it down. */
  groups: usize;
  stride: i32;
  /** The columns of the rows, where most of their numbers are 0 (sparse-columns.ts): addresses, 0 where there are none. */
  columnStart: usize;
  columnRow: usize;
  columnValue: usize;
  /** Room for the sums of all training rows, [row][4] doubles. */
  sums: usize;
  /** The rows of this problem lie in firstFrom .. firstTo and secondFrom .. secondTo. */
  firstFrom: i32;
  firstTo: i32;
  secondFrom: i32;
  secondTo: i32;
  /** [row][tableRows] floats, the kernel of all training rows with all (gaussian-tile.ts); 0 where there is none. */
  table: usize;
  tableRows: i32;
  /** Rows of this problem. */
  count: i32;
  active: i32;
  /** Iterations until the next shrinking. */
  counter: i32;
  unshrunk: i32;
  iterations: i32;
  /** Next support vector to add while restoring. */
  restored: i32;
  /** By position: row in x, number in the original order. Padded to a multiple of 4 with valid rows. */
  row: usize;
  original: usize;
  /** By position, doubles: label (1 or -1), the most that alpha may be, value at alpha = 0, alpha, and value = -label * gradient. */
  label: usize;
  cost: usize;
  start: usize;
  alpha: usize;
  value: usize;
  /** By position, floats: 0 where the row may move up (down), else -Infinity (Infinity). */
  up: usize;
  down: usize;
  /** Best row to move up: its position, -1 where there is none. */
  best: i32;
  /** The cache: [slot][capacity] floats. */
  cache: usize;
  slotCount: i32;
  capacity: i32;
  slotsUsed: i32;
  clock: i32;
  /** By original number: the slot of the row, -1 where it is not cached. */
  slotOf: usize;
  /** By slot: whose row, how many columns, in the order of which epoch, and when last used. */
  owner: usize;
  length: usize;
  epochOf: usize;
  usedAt: usize;
  epoch: i32;
  /** [epoch modulo epochsKept][capacity]: how many pairs of rows were swapped at its start, then their positions, the lower first. */
  swaps: usize;
  /** Room for `capacity` floats. */
  scratch: usize;
}

@inline
function swapsOf(s: Problem, epoch: i32): usize {
  return s.swaps + (<usize>(epoch % epochsKept) * <usize>s.capacity << 2);
}

/** Starts a new epoch, in which nothing has been swapped yet. */
export function startEpoch(s: Problem): void {
  s.epoch++;
  setInt(swapsOf(s, s.epoch), 0, 0);
}

/** Writes down that the rows at positions p and q, the higher one, have changed places. A row is swapped once an epoch at most. */
export function recordSwap(s: Problem, p: i32, q: i32): void {
  const swaps = swapsOf(s, s.epoch), count = getInt(swaps, 0);
  setInt(swaps, 2 * count + 1, p);
  setInt(swaps, 2 * count + 2, q);
  setInt(swaps, 0, count + 1);
}

/** Whether going over the columns of what is not 0 in the row takes less than `count` products with it. */
function isQuickerByColumns(s: Problem, row: i32, count: i32): bool {
  const list = groupsOf(s.groups, row, s.stride);
  if (!isWorthListing(list, s.stride)) return false;
  const work = columnWork(s.x + <usize>row * (<usize>s.stride << 3), list, s.columnStart);
  return work < <f64>count * <f64>load<i32>(list) * 2.0;
}

/** out[i] = K(row at position p, x[rows[i]]): from the table, or computed, four at a time. */
function kernelValues(s: Problem, out: usize, p: i32, rows: usize, count: i32): void {
  const row = getInt(s.row, p);
  if (!s.table) {
    if (s.columnStart && isQuickerByColumns(s, row, count)) {
      const own = s.x + <usize>row * (<usize>s.stride << 3), list = groupsOf(s.groups, row, s.stride);
      addColumns(s.sums, own, list, s.columnStart, s.columnRow, s.columnValue, s.firstFrom, s.firstTo);
      addColumns(s.sums, own, list, s.columnStart, s.columnRow, s.columnValue, s.secondFrom, s.secondTo);
      const ownSquare = load<f64>(s.squares + (<usize>row << 3));
      valuesFromSums<f32>(out, s.sums, ownSquare, s.squares, rows, s.gamma, count);
    } else {
      kernelRow(out, s.x, s.squares, s.groups, rows, s.stride, s.gamma, row, count);
    }
    return;
  }
  const line = s.table + (<usize>row * <usize>s.tableRows << 2);
  for (let i = 0; i < count; i++) store<f32>(out + (<usize>i << 2), load<f32>(line + (<usize>getInt(rows, i) << 2)));
}

/** What one kernel value of the row at position p takes. */
function productWork(s: Problem, p: i32): f64 {
  if (s.table) return 1.0;
  return 1.6 * <f64>groupWork(s.groups, getInt(s.row, p), s.stride) + 6.0;
}

/** out[i] = K(row at position p, row at position from + i). */
export function computeRow(s: Problem, out: usize, p: i32, from: i32, count: i32): void {
  kernelValues(s, out, p, s.row + (<usize>from << 2), count);
  s.work += <f64>count * productWork(s, p);
}

/** Frees the least recently used slot. */
function takeSlot(s: Problem): i32 {
  if (s.slotsUsed < s.slotCount) return s.slotsUsed++;
  let oldest = 0;
  for (let slot = 1; slot < s.slotCount; slot++) {
    if (getInt(s.usedAt, slot) < getInt(s.usedAt, oldest)) oldest = slot;
  }
  setInt(s.slotOf, getInt(s.owner, oldest), -1);
  return oldest;
}

@inline
function dataOf(s: Problem, slot: i32): usize {
  return s.cache + <usize>slot * (<usize>s.capacity << 2);
}

/** Brings the row in a slot to the present order, and says how many of its columns are left: what comes from behind their end is not known. */
function reorderRow(s: Problem, slot: i32): i32 {
  const data = dataOf(s, slot);
  let epoch = getInt(s.epochOf, slot), held = getInt(s.length, slot);
  while (epoch < s.epoch) {
    const swaps = swapsOf(s, ++epoch), count = getInt(swaps, 0);
    for (let k = 0; k < count; k++) {
      const p = getInt(swaps, 2 * k + 1), q = getInt(swaps, 2 * k + 2);
      if (q < held) {
        const kept = getInt(data, p);
        setInt(data, p, getInt(data, q));
        setInt(data, q, kept);
      } else if (p < held) {
        held = p;
      }
    }
    s.work += <f64>count;
  }
  return held;
}

/** Doubles of the active rows from which on two rows are computed at once: fewer stay near the core anyway. */
export const fewestForPairs: i32 = 32768;

/**
 * A row that will be wanted soon, to be computed along with one that is wanted now: of those that may move up (down) and are
 * not cached, the one that violates the conditions most. -1 where rows are not multiplied one after another, or another row would
 * have to make room.
 */
function guessNext(s: Problem, isUp: bool): i32 {
  if (s.table || s.groups || s.slotsUsed == s.slotCount) return -1;
  if (<f64>s.active * <f64>s.stride < <f64>fewestForPairs) return -1;
  let guess = -1, highest = -f64.MAX_VALUE;
  for (let p = 0; p < s.active; p++) {
    const at = <usize>p << 2, value = load<f64>(s.value + (at << 1));
    const candidate = isUp ? value + <f64>load<f32>(s.up + at) : -value - <f64>load<f32>(s.down + at);
    if (candidate < highest || getInt(s.slotOf, getInt(s.original, p)) >= 0) continue;
    highest = candidate;
    guess = p;
  }
  s.work += <f64>s.active;
  return guess;
}

/** Gives the row at position p a slot. */
function assignSlot(s: Problem, p: i32): i32 {
  const number = getInt(s.original, p), slot = takeSlot(s);
  setInt(s.slotOf, number, slot);
  setInt(s.owner, slot, number);
  return slot;
}

/** Writes down what a slot holds, as of now. */
function markSlot(s: Problem, slot: i32, length: i32): void {
  setInt(s.length, slot, length);
  setInt(s.epochOf, slot, s.epoch);
  setInt(s.usedAt, slot, ++s.clock);
}

/** Computes the row at position p for `slot`, and the one at `next` for a slot that is free. */
function computePair(s: Problem, slot: i32, p: i32, next: i32, count: i32): void {
  const other = assignSlot(s, next);
  kernelRowPair(
    dataOf(s, slot), dataOf(s, other), s.x, s.squares, s.row, s.stride, s.gamma, getInt(s.row, p), getInt(s.row, next), count);
  s.work += 2.0 * <f64>count * productWork(s, p);
  markSlot(s, other, count);
}

/**
 * Address of K(row at position p, rows at positions 0 .. count), from the cache where it can be had. Where it is not there at all
 * a row that may move up (down) next is computed along with it.
 */
export function cachedRow(s: Problem, p: i32, count: i32, isUpNext: bool): usize {
  let slot = getInt(s.slotOf, getInt(s.original, p));
  let held = 0;
  if (slot < 0) {
    slot = assignSlot(s, p);
    const next = guessNext(s, isUpNext);
    if (next >= 0) {
      computePair(s, slot, p, next, count);
      held = count;
    }
  } else if (s.epoch - getInt(s.epochOf, slot) < epochsKept) {
    held = reorderRow(s, slot);
  }
  const data = dataOf(s, slot);
  if (held < count) {
    // Whole groups of four, so that the list of rows stays aligned with the columns.
    const from = held & ~3;
    computeRow(s, data + (<usize>from << 2), p, from, count - from);
    held = count;
  }
  markSlot(s, slot, held);
  return data;
}

/** True where the row at position p is in the cache in a form that can be brought to the present order. */
export function isCached(s: Problem, p: i32): bool {
  const slot = getInt(s.slotOf, getInt(s.original, p));
  return slot >= 0 && s.epoch - getInt(s.epochOf, slot) < epochsKept;
}
