// Gradients of connections that do not exist, for inputs most of which are zero (entries.ts, entry-record.ts).
//
// The gradients of an input neuron j and all output neurons are
//   zero[j] * deltaSum[..] + sum over entries (b, value) of feature j: value * delta[b][..]
// with the deltas as [row][output neuron], so that four output neurons are a vector. Of inputs of which few are not zero this takes
// no more than bounding the gradients does (screen.ts), so all of them are computed.
import { addCandidate, thresholdOf, tidyCandidates } from './candidates';
import { Entries, entriesAt } from './entry-record';

/** scratch[o] = |gradient| of input neuron j and output neuron o, for `stride` output neurons (a multiple of 4). */
@inline
function gradientsOf(scratch: usize, given: Entries, delta: usize, stride: i32, j: i32): void {
  const bytes = <usize>stride << 2;
  const at = <usize>j << 2;
  const first = <usize>load<i32>(given.featureStart + at) << 2, end = <usize>load<i32>(given.featureStart + at, 4) << 2;
  const zero = v128.load32_splat(given.zero + at);
  const sums = given.deltaSum;
  let v: usize = 0;
  for (; v + 64 < bytes; v += 80) {
    // Five vectors of sums stay in registers over all entries.
    let g0 = f32x4.mul(zero, v128.load(sums + v)), g1 = f32x4.mul(zero, v128.load(sums + v, 16));
    let g2 = f32x4.mul(zero, v128.load(sums + v, 32)), g3 = f32x4.mul(zero, v128.load(sums + v, 48));
    let g4 = f32x4.mul(zero, v128.load(sums + v, 64));
    for (let e = first; e < end; e += 4) {
      const value = v128.load32_splat(given.value + e);
      const d = delta + <usize>load<i32>(given.row + e) * bytes + v;
      g0 = f32x4.add(g0, f32x4.mul(value, v128.load(d)));
      g1 = f32x4.add(g1, f32x4.mul(value, v128.load(d, 16)));
      g2 = f32x4.add(g2, f32x4.mul(value, v128.load(d, 32)));
      g3 = f32x4.add(g3, f32x4.mul(value, v128.load(d, 48)));
      g4 = f32x4.add(g4, f32x4.mul(value, v128.load(d, 64)));
    }
    v128.store(scratch + v, f32x4.abs(g0));
    v128.store(scratch + v, f32x4.abs(g1), 16);
    v128.store(scratch + v, f32x4.abs(g2), 32);
    v128.store(scratch + v, f32x4.abs(g3), 48);
    v128.store(scratch + v, f32x4.abs(g4), 64);
  }
  for (; v < bytes; v += 16) {
    let g = f32x4.mul(zero, v128.load(sums + v));
    for (let e = first; e < end; e += 4) {
      const d = delta + <usize>load<i32>(given.row + e) * bytes + v;
      g = f32x4.add(g, f32x4.mul(v128.load32_splat(given.value + e), v128.load(d)));
    }
    v128.store(scratch + v, f32x4.abs(g));
  }
}

/**
 * As `bestGradient`, for the input neurons neuron[a], a in from .. to. `delta` is [row][stride], and the sums of the deltas are
 * those of the record; both are 0 behind the last of `outCount` neurons. `scratch` holds `stride` floats for every thread.
 */
export function bestEntryGradient(
  best: usize, bestOut: usize, scratch: usize, entries: usize, delta: usize, neuron: usize, stride: i32, outCount: i32,
  floor: f32, from: i32, to: i32, thread: i32,
): void {
  const mine = scratch + (<usize>thread * <usize>stride << 2);
  for (let a = from; a < to; a++) {
    gradientsOf(mine, entriesAt(entries), delta, stride, load<i32>(neuron + (<usize>a << 2)));
    let top: f32 = -1.0;
    let topOut = 0;
    for (let o = 0; o < outCount; o++) {
      const g = load<f32>(mine + (<usize>o << 2));
      if (g > top) {
        top = g;
        topOut = o;
      }
    }
    const isEnough = top >= floor;
    store<f32>(best + (<usize>a << 2), isEnough ? top : -1.0);
    store<i32>(bestOut + (<usize>a << 2), isEnough ? topOut : 0);
  }
}

/** As `collectGradients`, for the input neurons neuron[a], a in from .. to; the rest as in `bestEntryGradient`. */
export function collectEntryGradients(
  list: usize, listBytes: i32, wanted: i32, capacity: i32, scratch: usize, entries: usize, delta: usize, neuron: usize,
  columnStart: usize, row: usize, reserved: usize, stride: i32, outCount: i32, from: i32, to: i32, thread: i32,
): void {
  const mine = scratch + (<usize>thread * <usize>stride << 2);
  const candidates = list + <usize>thread * <usize>listBytes;
  for (let a = from; a < to; a++) {
    const i = load<i32>(neuron + (<usize>a << 2));
    gradientsOf(mine, entriesAt(entries), delta, stride, i);
    const at = <usize>i << 2;
    const end = load<i32>(columnStart + at, 4);
    for (let k = load<i32>(columnStart + at); k < end; k++) {
      store<f32>(mine + (<usize>load<i32>(row + (<usize>k << 2)) << 2), -1.0);
    }
    if (reserved) {
      const o = load<i32>(reserved + at);
      if (o >= 0) store<f32>(mine + (<usize>o << 2), -1.0);
    }
    const lowest = thresholdOf(candidates);
    const threshold = f32x4.splat(lowest);
    for (let o = 0; o < outCount; o += 4) {
      if (!v128.any_true(f32x4.gt(v128.load(mine + (<usize>o << 2)), threshold))) continue;
      for (let own = o; own < min(o + 4, outCount); own++) {
        const g = load<f32>(mine + (<usize>own << 2));
        if (g > lowest) addCandidate(candidates, capacity, g, i, own);
      }
    }
    // Cutting back only between neurons keeps the choice exact among equals: whatever comes later has a higher index.
    tidyCandidates(candidates, capacity, wanted, outCount);
  }
}
