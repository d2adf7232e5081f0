// Gradients of connections that do not exist, found without ever holding them all.
//
// The gradient of the connection from input neuron i to output neuron o is the dot product of in[i] and delta[o] over
// the sample. Four input neurons and two output neurons are taken at a time, so that eight products share six loads.
// With a screen (screen.ts) only those whose bound is high enough are computed; the result is the same, bit by bit.
import { dot4, sum4 } from './horizontal';
import { addCandidate, thresholdOf, tidyCandidates } from './candidates';
import { boundGradients, boundGroup, groupSize, projectInputs, screenAt, screenVectors } from './screen';

/** The row of input neuron a; behind the last one the last once more, so that there are always four. */
@inline
function rowAt(input: usize, inBytes: usize, a: i32, last: i32): usize {
  return input + <usize>min(a, last) * inBytes;
}

/** scratch[o][lane] = |gradient| of output neuron o and the four input neurons at x0 .. x3. */
function gradientBlock(
  scratch: usize, x0: usize, x1: usize, x2: usize, x3: usize, delta: usize, deltaBytes: usize, bytes: usize, outCount: i32,
): void {
  let d = delta;
  let into = scratch;
  let o = 0;
  for (; o + 1 < outCount; o += 2) {
    const e = d + deltaBytes;
    let s0 = f32x4.splat(0.0), s1 = s0, s2 = s0, s3 = s0, t0 = s0, t1 = s0, t2 = s0, t3 = s0;
    for (let v: usize = 0; v < bytes; v += 16) {
      const dv = v128.load(d + v);
      const ev = v128.load(e + v);
      const a0 = v128.load(x0 + v);
      s0 = f32x4.add(s0, f32x4.mul(dv, a0));
      t0 = f32x4.add(t0, f32x4.mul(ev, a0));
      const a1 = v128.load(x1 + v);
      s1 = f32x4.add(s1, f32x4.mul(dv, a1));
      t1 = f32x4.add(t1, f32x4.mul(ev, a1));
      const a2 = v128.load(x2 + v);
      s2 = f32x4.add(s2, f32x4.mul(dv, a2));
      t2 = f32x4.add(t2, f32x4.mul(ev, a2));
      const a3 = v128.load(x3 + v);
      s3 = f32x4.add(s3, f32x4.mul(dv, a3));
      t3 = f32x4.add(t3, f32x4.mul(ev, a3));
    }
    const g = f32x4.abs(sum4(s0, s1, s2, s3)), h = f32x4.abs(sum4(t0, t1, t2, t3));
    v128.store(into, h, 16);
    v128.store(into, g);
    into += 32;
    d = e + deltaBytes;
  }
  if (o < outCount) v128.store(into, f32x4.abs(dot4(d, x0, x1, x2, x3, bytes)));
}

/** The largest of scratch[0 .. outCount] in every lane, and below it the lowest output neuron that reaches it. */
function topOfBlock(scratch: usize, outCount: i32): void {
  let top = f32x4.splat(-1.0);
  let topOut = i32x4.splat(0);
  let at = scratch;
  for (let o = 0; o < outCount; o++, at += 16) {
    const g = v128.load(at);
    const higher = f32x4.gt(g, top);
    top = v128.bitselect(g, top, higher);
    topOut = v128.bitselect(i32x4.splat(o), topOut, higher);
  }
  // The scratch is free again: the four results pass through it, because a last block may hold fewer.
  v128.store(scratch, top);
  v128.store(scratch, topOut, 16);
}

/** As gradientBlock and topOfBlock, for neurons whose largest gradient is at least `floor`; the others' is too low. */
function screenedTop(
  screen: usize, floor: f32, scratch: usize, x0: usize, x1: usize, x2: usize, x3: usize, delta: usize,
  deltaBytes: usize, bytes: usize, outCount: i32,
): void {
  const projected = projectedIn(scratch, outCount);
  projectInputs(screen, projected, x0, x1, x2, x3, deltaBytes, bytes);
  const groups = screenAt(screen).groupCount;
  const length = groups ? groupSize : outCount;
  const isIn = takenIn(scratch, outCount);
  // No gradient below the highest lower bound can be the largest.
  let reach = f32x4.splat(floor);
  for (let first = 0, g = 0; first < outCount; first += length, g++) {
    const isOut = groups > 0 && i32x4.all_true(f32x4.lt(boundGroup(screen, g, projected), reach));
    store<u8>(isIn + <usize>g, isOut ? 0 : 1);
    if (isOut) continue;
    reach = f32x4.pmax(reach, boundGradients(screen, scratch, projected, first, min(first + length, outCount)));
  }
  let top = f32x4.splat(-1.0);
  let topOut = i32x4.splat(0);
  const order = screenAt(screen).order;
  for (let first = 0, g = 0; first < outCount; first += length, g++) {
    if (!load<u8>(isIn + <usize>g)) continue;
    const last = min(first + length, outCount);
    for (let p = first; p < last; p++) {
      if (i32x4.all_true(f32x4.lt(v128.load(scratch + (<usize>p << 4)), f32x4.pmax(reach, top)))) continue;
      const o = load<i32>(order + (<usize>p << 2));
      const value = f32x4.abs(dot4(delta + <usize>o * deltaBytes, x0, x1, x2, x3, bytes));
      const own = i32x4.splat(o);
      // Output neurons come in the order of their places: among equals the lowest counts.
      const isFirst = v128.and(f32x4.eq(value, top), i32x4.lt_s(own, topOut));
      const higher = v128.or(f32x4.gt(value, top), isFirst);
      top = v128.bitselect(value, top, higher);
      topOut = v128.bitselect(own, topOut, higher);
    }
  }
  v128.store(scratch, top);
  v128.store(scratch, topOut, 16);
}

// The scratch of a thread: a vector and four numbers for every output neuron, what the screen needs, and a byte for every
// output neuron.
@inline
function projectedIn(scratch: usize, outCount: i32): usize {
  return scratch + (<usize>outCount << 5);
}

@inline
function takenIn(scratch: usize, outCount: i32): usize {
  return projectedIn(scratch, outCount) + (<usize>screenVectors << 4);
}

@inline
function scratchBytes(outCount: i32): usize {
  return (<usize>(2 * outCount + screenVectors) << 4) + (<usize>((outCount + 15) >> 4) << 4);
}

/**
 * The strongest connection of every input neuron a in from .. to, which has none yet:
 *   best[a] = max over o of |sum over b: in[a][b] * delta[o][b]|, bestOut[a] = the lowest o that reaches it,
 * or -1 and 0 where the maximum is below `floor`. `screen` (0 for none) saves work.
 * `scratch` holds 4 * (2 * outCount + 34 + outCount / 16, rounded up) floats for every thread.
 */
export function bestGradient(
  best: usize, bestOut: usize, scratch: usize, screen: usize, input: usize, delta: usize,
  inStride: i32, deltaStride: i32, width: i32, outCount: i32, floor: f32, from: i32, to: i32, thread: i32,
): void {
  const mine = scratch + <usize>thread * scratchBytes(outCount);
  const inBytes = <usize>inStride << 2, deltaBytes = <usize>deltaStride << 2, bytes = <usize>width << 2;
  const last = to - 1;
  for (let first = from; first < to; first += 4) {
    const x0 = rowAt(input, inBytes, first, last), x1 = rowAt(input, inBytes, first + 1, last);
    const x2 = rowAt(input, inBytes, first + 2, last), x3 = rowAt(input, inBytes, first + 3, last);
    if (screen) {
      screenedTop(screen, floor, mine, x0, x1, x2, x3, delta, deltaBytes, bytes, outCount);
    } else {
      gradientBlock(mine, x0, x1, x2, x3, delta, deltaBytes, bytes, outCount);
      topOfBlock(mine, outCount);
    }
    for (let lane = 0; lane < 4 && first + lane < to; lane++) {
      const into = <usize>(first + lane) << 2;
      const source = mine + (<usize>lane << 2);
      const isEnough = load<f32>(source) >= floor;
      store<f32>(best + into, isEnough ? load<f32>(source) : -1.0);
      store<i32>(bestOut + into, isEnough ? load<i32>(source, 16) : 0);
    }
  }
}

/**
 * Adds the missing connections with the largest |gradient| to each thread's list of candidates (see candidates.ts).
 * Row a of `in`, a in from .. to, is input neuron `neuron[a]`; its connections stand in row[columnStart[neuron] ..],
 * ascending. With `reserved` (0 for none) output neuron reserved[neuron] counts as connected too.
 * Candidates exceed the list's threshold. Where it starts below 0, connections with gradient 0 come in too, should
 * nothing better be left; where it starts higher, what the lists hold is complete if it is as much as was wanted.
 * `screen` (0 for none) saves work. `scratch` is that of `bestGradient`.
 */
export function collectGradients(
  list: usize, listBytes: i32, wanted: i32, capacity: i32, scratch: usize, screen: usize, input: usize, delta: usize,
  neuron: usize, columnStart: usize, row: usize, reserved: usize,
  inStride: i32, deltaStride: i32, width: i32, outCount: i32, from: i32, to: i32, thread: i32,
): void {
  const mine = scratch + <usize>thread * scratchBytes(outCount);
  const inBytes = <usize>inStride << 2, deltaBytes = <usize>deltaStride << 2, bytes = <usize>width << 2;
  const last = to - 1;
  const candidates = list + <usize>thread * <usize>listBytes;
  for (let first = from; first < to; first += 4) {
    const isScreened = screen != 0 && thresholdOf(candidates) >= 0.0;
    const x0 = rowAt(input, inBytes, first, last), x1 = rowAt(input, inBytes, first + 1, last);
    const x2 = rowAt(input, inBytes, first + 2, last), x3 = rowAt(input, inBytes, first + 3, last);
    const count = min(to - first, 4);
    if (isScreened) {
      projectInputs(screen, projectedIn(mine, outCount), x0, x1, x2, x3, deltaBytes, bytes);
      const taken = takenIn(mine, outCount);
      memory.fill(taken, 0, <usize>outCount);
      for (let lane = 0; lane < count; lane++) {
        markConnected(taken, load<i32>(neuron + (<usize>(first + lane) << 2)), lane, columnStart, row, reserved);
      }
      addAboveBounds(
        candidates, capacity, screen, mine, neuron, input, delta, inBytes, deltaBytes, bytes, outCount, first, count,
      );
    } else {
      gradientBlock(mine, x0, x1, x2, x3, delta, deltaBytes, bytes, outCount);
      for (let lane = 0; lane < 4; lane++) {
        if (lane < count) {
          hideConnected(mine, load<i32>(neuron + (<usize>(first + lane) << 2)), lane, columnStart, row, reserved);
        } else {
          for (let o = 0; o < outCount; o++) hide(mine, o, lane);
        }
      }
      addComputed(candidates, capacity, mine, neuron, outCount, first);
    }
    // Cutting back only between blocks keeps the choice exact among equals: whatever comes later has a higher index.
    tidyCandidates(candidates, capacity, wanted, 4 * outCount);
  }
}

/** Sets bit `lane` of taken[o] for the output neurons o that input neuron i is connected to already. */
@inline
function markConnected(taken: usize, i: i32, lane: i32, columnStart: usize, row: usize, reserved: usize): void {
  const at = <usize>i << 2;
  const bit = 1 << lane;
  const end = load<i32>(columnStart + at, 4);
  for (let k = load<i32>(columnStart + at); k < end; k++) {
    const own = taken + <usize>load<i32>(row + (<usize>k << 2));
    store<u8>(own, load<u8>(own) | bit);
  }
  if (!reserved) return;
  const o = load<i32>(reserved + at);
  if (o >= 0) store<u8>(taken + <usize>o, load<u8>(taken + <usize>o) | bit);
}

@inline
function hide(scratch: usize, o: i32, lane: i32): void {
  store<f32>(scratch + (<usize>o << 4) + (<usize>lane << 2), -1.0);
}

/** Puts -1 in place of the connections that input neuron i has already. */
@inline
function hideConnected(scratch: usize, i: i32, lane: i32, columnStart: usize, row: usize, reserved: usize): void {
  const at = <usize>i << 2;
  const end = load<i32>(columnStart + at, 4);
  for (let k = load<i32>(columnStart + at); k < end; k++) hide(scratch, load<i32>(row + (<usize>k << 2)), lane);
  if (!reserved) return;
  const o = load<i32>(reserved + at);
  if (o >= 0) hide(scratch, o, lane);
}

/** Adds the gradients in scratch[o][lane] that exceed the threshold. */
function addComputed(candidates: usize, capacity: i32, scratch: usize, neuron: usize, outCount: i32, first: i32): void {
  const threshold = f32x4.splat(thresholdOf(candidates));
  for (let o = 0; o < outCount; o++) {
    const at = scratch + (<usize>o << 4);
    const above = f32x4.gt(v128.load(at), threshold);
    if (!v128.any_true(above)) continue;
    const bits = i32x4.bitmask(above);
    for (let lane = 0; lane < 4; lane++) {
      if (!(bits & (1 << lane))) continue;
      const i = load<i32>(neuron + (<usize>(first + lane) << 2));
      addCandidate(candidates, capacity, load<f32>(at + (<usize>lane << 2)), i, o);
    }
  }
}

/**
 * Computes the gradients whose bound exceeds the threshold, and adds those that exceed it themselves, of the `count` input
 * neurons whose projections stand in the scratch, but for the output neurons marked there. Those in question are listed for
 * every input neuron, and taken four at a time.
 */
function addAboveBounds(
  candidates: usize, capacity: i32, screen: usize, scratch: usize, neuron: usize, input: usize, delta: usize,
  inBytes: usize, deltaBytes: usize, bytes: usize, outCount: i32, first: i32, count: i32,
): void {
  const lowest = thresholdOf(candidates);
  const threshold = f32x4.splat(lowest);
  const projected = projectedIn(scratch, outCount);
  const taken = takenIn(scratch, outCount);
  const order = screenAt(screen).order;
  const groups = screenAt(screen).groupCount;
  const length = groups ? groupSize : outCount;
  const lanes = (1 << count) - 1;
  const listBytes = <usize>outCount << 2;
  const list0 = scratch + (listBytes << 2), list1 = list0 + listBytes, list2 = list1 + listBytes, list3 = list2 + listBytes;
  let end0 = list0, end1 = list1, end2 = list2, end3 = list3;
  for (let from = 0, g = 0; from < outCount; from += length, g++) {
    // Asked this way round, a bound that is not a number keeps the connection.
    if (groups && i32x4.all_true(f32x4.le(boundGroup(screen, g, projected), threshold))) continue;
    const to = min(from + length, outCount);
    boundGradients(screen, scratch, projected, from, to);
    for (let p = from; p < to; p++) {
      let bits = ~i32x4.bitmask(f32x4.le(v128.load(scratch + (<usize>p << 4)), threshold)) & lanes;
      if (!bits) continue;
      const o = load<i32>(order + (<usize>p << 2));
      bits &= ~<i32>load<u8>(taken + <usize>o);
      store<i32>(end0, o);
      store<i32>(end1, o);
      store<i32>(end2, o);
      store<i32>(end3, o);
      end0 += (bits & 1) << 2;
      end1 += (bits & 2) << 1;
      end2 += bits & 4;
      end3 += (bits & 8) >> 1;
    }
  }
  addListed(candidates, capacity, lowest, list0, end0, neuron, input, delta, inBytes, deltaBytes, bytes, first);
  if (count > 1) addListed(candidates, capacity, lowest, list1, end1, neuron, input, delta, inBytes, deltaBytes, bytes, first + 1);
  if (count > 2) addListed(candidates, capacity, lowest, list2, end2, neuron, input, delta, inBytes, deltaBytes, bytes, first + 2);
  if (count > 3) addListed(candidates, capacity, lowest, list3, end3, neuron, input, delta, inBytes, deltaBytes, bytes, first + 3);
}

/** Adds the connections of row a of `input` and the output neurons listed at at .. end whose gradient exceeds `lowest`. */
function addListed(
  candidates: usize, capacity: i32, lowest: f32, at: usize, end: usize, neuron: usize, input: usize, delta: usize,
  inBytes: usize, deltaBytes: usize, bytes: usize, a: i32,
): void {
  const x = input + <usize>a * inBytes;
  const i = load<i32>(neuron + (<usize>a << 2));
  for (; at < end; at += 16) {
    const o0 = load<i32>(at);
    const o1 = at + 4 < end ? load<i32>(at, 4) : o0;
    const o2 = at + 8 < end ? load<i32>(at, 8) : o0;
    const o3 = at + 12 < end ? load<i32>(at, 12) : o0;
    const g = f32x4.abs(dot4(
      x, delta + <usize>o0 * deltaBytes, delta + <usize>o1 * deltaBytes, delta + <usize>o2 * deltaBytes,
      delta + <usize>o3 * deltaBytes, bytes,
    ));
    const g0 = f32x4.extract_lane(g, 0), g1 = f32x4.extract_lane(g, 1);
    const g2 = f32x4.extract_lane(g, 2), g3 = f32x4.extract_lane(g, 3);
    if (g0 > lowest) addCandidate(candidates, capacity, g0, i, o0);
    if (g1 > lowest && at + 4 < end) addCandidate(candidates, capacity, g1, i, o1);
    if (g2 > lowest && at + 8 < end) addCandidate(candidates, capacity, g2, i, o2);
    if (g3 > lowest && at + 12 < end) addCandidate(candidates, capacity, g3, i, o3);
  }
}
