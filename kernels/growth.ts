// Gradients of connections that do not exist, found without ever holding them all.
//
// The gradient of the connection from input neuron i to output neuron o is the dot product of in[i] and delta[o] over
// the sample. Four input neurons and two output neurons are taken at a time, so that eight products share six loads.
// With a screen (screen.ts) only those whose bound is high enough are computed; the result is the same, bit by bit.
import { dot4, sum4 } from './horizontal';
import { addCandidate, keepLargest } from './candidates';
import { boundGradients, projectInputs, screenVectors } from './screen';

/** scratch[o][lane] = |gradient| of output neuron o and the four input neurons that start at `first`. */
function gradientBlock(
  scratch: usize, input: usize, delta: usize, inBytes: usize, deltaBytes: usize, bytes: usize,
  outCount: i32, first: i32, last: i32,
): void {
  const x0 = input + <usize>first * inBytes;
  const x1 = input + <usize>min(first + 1, last) * inBytes;
  const x2 = input + <usize>min(first + 2, last) * inBytes;
  const x3 = input + <usize>min(first + 3, last) * inBytes;
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
    v128.store(into, f32x4.abs(sum4(s0, s1, s2, s3)));
    v128.store(into, f32x4.abs(sum4(t0, t1, t2, t3)), 16);
    into += 32;
    d = e + deltaBytes;
  }
  if (o < outCount) v128.store(into, f32x4.abs(dot4(d, x0, x1, x2, x3, bytes)));
}

/**
 * The same with -1 in place of every gradient that is at most `threshold`, except where one of the four neurons has a
 * higher bound: then all four are computed.
 */
function screenedBlock(
  screen: usize, threshold: v128, scratch: usize, input: usize, delta: usize, inBytes: usize, deltaBytes: usize,
  bytes: usize, outCount: i32, first: i32, last: i32,
): void {
  const x0 = input + <usize>first * inBytes;
  const x1 = input + <usize>min(first + 1, last) * inBytes;
  const x2 = input + <usize>min(first + 2, last) * inBytes;
  const x3 = input + <usize>min(first + 3, last) * inBytes;
  const projected = scratch + (<usize>outCount << 4);
  projectInputs(screen, projected, x0, x1, x2, x3, deltaBytes, bytes);
  boundGradients(screen, scratch, projected, outCount);
  for (let o = 0; o < outCount; o++, scratch += 16, delta += deltaBytes) {
    // Asked this way round, a bound that is not a number keeps the connection.
    const isLow = i32x4.all_true(f32x4.le(v128.load(scratch), threshold));
    v128.store(scratch, isLow ? f32x4.splat(-1.0) : f32x4.abs(dot4(delta, x0, x1, x2, x3, bytes)));
  }
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
  screen: usize, floor: f32, scratch: usize, input: usize, delta: usize, inBytes: usize, deltaBytes: usize,
  bytes: usize, outCount: i32, first: i32, last: i32,
): void {
  const x0 = input + <usize>first * inBytes;
  const x1 = input + <usize>min(first + 1, last) * inBytes;
  const x2 = input + <usize>min(first + 2, last) * inBytes;
  const x3 = input + <usize>min(first + 3, last) * inBytes;
  const projected = scratch + (<usize>outCount << 4);
  projectInputs(screen, projected, x0, x1, x2, x3, deltaBytes, bytes);
  // No gradient below the highest lower bound can be the largest.
  const reach = f32x4.max(boundGradients(screen, scratch, projected, outCount), f32x4.splat(floor));
  let top = f32x4.splat(-1.0);
  let topOut = i32x4.splat(0);
  let at = scratch;
  for (let o = 0; o < outCount; o++, at += 16, delta += deltaBytes) {
    if (i32x4.all_true(f32x4.lt(v128.load(at), f32x4.max(reach, top)))) continue;
    const g = f32x4.abs(dot4(delta, x0, x1, x2, x3, bytes));
    const higher = f32x4.gt(g, top);
    top = v128.bitselect(g, top, higher);
    topOut = v128.bitselect(i32x4.splat(o), topOut, higher);
  }
  v128.store(scratch, top);
  v128.store(scratch, topOut, 16);
}

/** Bytes of scratch of one part. */
@inline
function scratchBytes(outCount: i32): usize {
  return <usize>(outCount + screenVectors) << 4;
}

/**
 * The strongest connection of every input neuron a in from .. to, which has none yet:
 *   best[a] = max over o of |sum over b: in[a][b] * delta[o][b]|, bestOut[a] = the lowest o that reaches it,
 * or -1 and 0 where the maximum is below `floor`. `screen` (0 for none) saves work.
 * `scratch` holds 4 * (outCount + 34) floats for every part.
 */
export function bestGradient(
  best: usize, bestOut: usize, scratch: usize, screen: usize, input: usize, delta: usize,
  inStride: i32, deltaStride: i32, width: i32, outCount: i32, floor: f32, from: i32, to: i32, part: i32,
): void {
  const mine = scratch + <usize>part * scratchBytes(outCount);
  const inBytes = <usize>inStride << 2, deltaBytes = <usize>deltaStride << 2, bytes = <usize>width << 2;
  for (let first = from; first < to; first += 4) {
    if (screen) {
      screenedTop(screen, floor, mine, input, delta, inBytes, deltaBytes, bytes, outCount, first, to - 1);
    } else {
      gradientBlock(mine, input, delta, inBytes, deltaBytes, bytes, outCount, first, to - 1);
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
 * Adds the missing connections with the largest |gradient| to each part's list of candidates (see candidates.ts).
 * Row a of `in`, a in from .. to, is input neuron `neuron[a]`; its connections stand in row[columnStart[neuron] ..],
 * ascending. With `reserved` (0 for none) output neuron reserved[neuron] counts as connected too.
 * Candidates exceed the list's threshold. Where it starts below 0, connections with gradient 0 come in too, should
 * nothing better be left; where it starts higher, what the lists hold is complete if it is as much as was wanted.
 * `screen` (0 for none) saves work. `scratch` is that of `bestGradient`.
 */
export function collectGradients(
  list: usize, listBytes: i32, wanted: i32, capacity: i32, scratch: usize, screen: usize, input: usize, delta: usize,
  neuron: usize, columnStart: usize, row: usize, reserved: usize,
  inStride: i32, deltaStride: i32, width: i32, outCount: i32, from: i32, to: i32, part: i32,
): void {
  const mine = scratch + <usize>part * scratchBytes(outCount);
  const inBytes = <usize>inStride << 2, deltaBytes = <usize>deltaStride << 2, bytes = <usize>width << 2;
  const candidates = list + <usize>part * <usize>listBytes;
  for (let first = from; first < to; first += 4) {
    const threshold = v128.load32_splat(candidates, 4);
    if (screen && load<f32>(candidates, 4) >= 0.0) {
      screenedBlock(screen, threshold, mine, input, delta, inBytes, deltaBytes, bytes, outCount, first, to - 1);
    } else {
      gradientBlock(mine, input, delta, inBytes, deltaBytes, bytes, outCount, first, to - 1);
    }
    for (let lane = 0; lane < 4; lane++) {
      if (first + lane >= to) {
        for (let o = 0; o < outCount; o++) hide(mine, o, lane);
        continue;
      }
      const i = <usize>load<i32>(neuron + (<usize>(first + lane) << 2)) << 2;
      const end = load<i32>(columnStart + i, 4);
      for (let k = load<i32>(columnStart + i); k < end; k++) hide(mine, load<i32>(row + (<usize>k << 2)), lane);
      if (reserved) {
        const o = load<i32>(reserved + i);
        if (o >= 0) hide(mine, o, lane);
      }
    }
    for (let o = 0; o < outCount; o++) {
      const at = mine + (<usize>o << 4);
      const above = f32x4.gt(v128.load(at), threshold);
      if (!v128.any_true(above)) continue;
      const bits = i32x4.bitmask(above);
      for (let lane = 0; lane < 4; lane++) {
        if (!(bits & (1 << lane))) continue;
        const i = load<i32>(neuron + (<usize>(first + lane) << 2));
        addCandidate(candidates, capacity, load<f32>(at + (<usize>lane << 2)), i, o);
      }
    }
    // Cutting back only between blocks keeps the choice exact among equals: whatever comes later has a higher index.
    if (load<i32>(candidates) + 4 * outCount > capacity) keepLargest(candidates, capacity, wanted);
  }
}

@inline
function hide(scratch: usize, o: i32, lane: i32): void {
  store<f32>(scratch + (<usize>o << 4) + (<usize>lane << 2), -1.0);
}
