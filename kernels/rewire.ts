// Takes connections out of a layer and puts new ones in, in place. Both keep rows in order and columns ascending.
import { Cut } from './prune';

@inline
function moveConnection(column: usize, weight: usize, velocity: usize, initial: usize, into: i32, from: i32): void {
  const target = <usize>into << 2;
  const source = <usize>from << 2;
  store<i32>(column + target, load<i32>(column + source));
  store<f32>(weight + target, load<f32>(weight + source));
  store<f32>(velocity + target, load<f32>(velocity + source));
  store<f32>(initial + target, load<f32>(initial + source));
}

/** Removes the connections whose magnitude is below the line at `cut` (prune.ts); the last row start says how many are left. */
export function dropConnections(
  rowStart: usize, column: usize, weight: usize, velocity: usize, initial: usize, magnitude: usize, cut: usize,
  outCount: i32,
): void {
  const threshold = changetype<Cut>(cut).threshold;
  let ties = changetype<Cut>(cut).ties;
  let kept = 0;
  let k = 0;
  for (let o = 1; o <= outCount; o++) {
    const at = rowStart + (<usize>o << 2);
    for (const end = load<i32>(at); k < end; k++) {
      // Every one is moved, and what is dropped is overwritten by the next: whether to go on is a coin toss for the processor.
      const size = load<f32>(magnitude + (<usize>k << 2));
      const isTie = i32(size == threshold) & i32(ties > 0);
      ties -= isTie;
      moveConnection(column, weight, velocity, initial, kept, k);
      kept += 1 - (i32(size < threshold) | isTie);
    }
    store<i32>(at, kept);
  }
}

/** Where the group of every key begins when the keys are sorted. */
@inline
function countKeys(starts: usize, keys: usize, count: i32, keyCount: i32): void {
  memory.fill(starts, 0, <usize>(keyCount + 1) << 2);
  for (let k = 0; k < count; k++) {
    const at = starts + (<usize>load<i32>(keys + (<usize>k << 2)) << 2);
    store<i32>(at, load<i32>(at, 4) + 1, 4);
  }
  let sum = 0;
  for (let key = 1; key <= keyCount; key++) {
    const at = starts + (<usize>key << 2);
    sum += load<i32>(at);
    store<i32>(at, sum);
  }
}

/**
 * Groups new connections by output neuron, inputs ascending inside a group: two counting sorts, by input and by output.
 * Leaves the inputs in `columns` and where each group begins in `start`, of outCount + 1; `next` has inCount + 1 places and
 * `order` as many as there are connections.
 */
export function groupByOutput(
  start: usize, columns: usize, next: usize, order: usize, input: usize, output: usize, count: i32, inCount: i32,
  outCount: i32,
): void {
  countKeys(next, input, count, inCount);
  for (let k = 0; k < count; k++) {
    const at = next + (<usize>load<i32>(input + (<usize>k << 2)) << 2);
    const place = load<i32>(at);
    store<i32>(at, place + 1);
    store<i32>(order + (<usize>place << 2), k);
  }
  countKeys(start, output, count, outCount);
  for (let place = 0; place < count; place++) {
    const k = <usize>load<i32>(order + (<usize>place << 2)) << 2;
    const at = start + (<usize>load<i32>(output + k) << 2);
    const into = load<i32>(at);
    store<i32>(at, into + 1);
    store<i32>(columns + (<usize>into << 2), load<i32>(input + k));
  }
  // Every start has run on to where its group ends, which is where the next one begins.
  memory.copy(start + 4, start, <usize>outCount << 2);
  store<i32>(start, 0);
}

/**
 * Inserts the connections of `groupByOutput`, none of which exists, with weight, velocity and first weight 0. Works from the
 * last row backwards, so that nothing is overwritten.
 */
export function insertConnections(
  rowStart: usize, column: usize, weight: usize, velocity: usize, initial: usize, start: usize, columns: usize,
  outCount: i32,
): void {
  let oldEnd = load<i32>(rowStart + (<usize>outCount << 2));
  for (let o = outCount - 1; o >= 0; o--) {
    const at = <usize>o << 2;
    const oldStart = load<i32>(rowStart + at);
    const freshStart = load<i32>(start + at);
    let fresh = load<i32>(start + at, 4) - 1;
    let old = oldEnd - 1;
    let into = old + fresh + 1;
    store<i32>(rowStart + at, into + 1, 4);
    for (; fresh >= freshStart; fresh--) {
      const own = load<i32>(columns + (<usize>fresh << 2));
      // What stands behind it moves; the new one then stands where that made room.
      while (old >= oldStart && load<i32>(column + (<usize>old << 2)) > own) {
        moveConnection(column, weight, velocity, initial, into--, old--);
      }
      const target = <usize>into << 2;
      into--;
      store<i32>(column + target, own);
      store<f32>(weight + target, 0.0);
      store<f32>(velocity + target, 0.0);
      store<f32>(initial + target, 0.0);
    }
    // What is left of the row only moves; where nothing new stands before it, it is in place already.
    if (into != old) {
      const target = <usize>(oldStart + into - old) << 2;
      const source = <usize>oldStart << 2;
      const bytes = <usize>(old - oldStart + 1) << 2;
      memory.copy(column + target, column + source, bytes);
      memory.copy(weight + target, weight + source, bytes);
      memory.copy(velocity + target, velocity + source, bytes);
      memory.copy(initial + target, initial + source, bytes);
    }
    oldEnd = oldStart;
  }
}
