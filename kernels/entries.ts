// The first layer on inputs most of which are zero: only cells that are not are touched, whatever the scaling makes of a zero.
//
// With x[b][j] = zero[j] + value[b][j] (entry-record.ts), the sum of output neuron o in row b is
//   zeroSum[o] + sum over entries (j, value) of row b: value * w[j][o],   zeroSum[o] = bias[o] + sum over j: zero[j] * w[j][o]
// and the gradient of connection (j, o) is
//   zero[j] * deltaSum[o] + sum over entries (b, value) of feature j: value * delta[o][b],   deltaSum[o] = sum over b: delta[o][b].
// The first part of either is the same for all rows of the batch. All of this goes by input neuron, so during an epoch the
// layer's weights and velocities are those of the transposed index. Each sum belongs to one output neuron or connection and
// runs in ascending order of features or rows, so cuts change no bit.
import { activate } from './activate';
import { Entries, entriesAt } from './entry-record';
import { gather4, sum1 } from './horizontal';
import { Layer, layerAt } from './layer-record';
import { firstAtLeast } from './transpose';

/** into[o] += factor * weight of every connection from input neuron j to an output neuron o in from .. to. */
@inline
function addConnections(layer: Layer, into: usize, factor: f32, j: i32, from: i32, to: i32): void {
  const at = layer.columnStart + (<usize>j << 2);
  let k = load<i32>(at), end = load<i32>(at, 4);
  if (from > 0) k = firstAtLeast(layer.row, k, end, from);
  if (to < layer.outCount) end = firstAtLeast(layer.row, k, end, to);
  const row = layer.row, weight = layer.transposed;
  const last = <usize>end << 2;
  let p = <usize>k << 2;
  if (areNeighbours(row, k, end)) {
    let sum = into + (<usize>load<i32>(row + p) << 2);
    for (; p + 12 < last; p += 16, sum += 16) {
      v128.store(sum, f32x4.add(v128.load(sum), f32x4.mul(f32x4.splat(factor), v128.load(weight + p))));
    }
  }
  // Four at a time: the loop itself takes as long as a product. They are of different output neurons.
  for (; p + 12 < last; p += 16) {
    const products = f32x4.mul(f32x4.splat(factor), v128.load(weight + p));
    addTo(into + (<usize>load<i32>(row + p) << 2), f32x4.extract_lane(products, 0));
    addTo(into + (<usize>load<i32>(row + p, 4) << 2), f32x4.extract_lane(products, 1));
    addTo(into + (<usize>load<i32>(row + p, 8) << 2), f32x4.extract_lane(products, 2));
    addTo(into + (<usize>load<i32>(row + p, 12) << 2), f32x4.extract_lane(products, 3));
  }
  for (; p < last; p += 4) addTo(into + (<usize>load<i32>(row + p) << 2), factor * load<f32>(weight + p));
}

/** Whether the output neurons of connections k .. end follow one another, as where an input neuron is connected to all. */
@inline
function areNeighbours(row: usize, k: i32, end: i32): bool {
  return k < end && load<i32>(row + (<usize>end << 2) - 4) - load<i32>(row + (<usize>k << 2)) == end - 1 - k;
}

/** Bytes from one row of `rowSums` to the next. */
@inline
function rowBytesOf(layer: Layer): usize {
  return <usize>(layer.outCount + 3 & ~3) << 2;
}

@inline
function addTo(sum: usize, more: f32): void {
  store<f32>(sum, load<f32>(sum) + more);
}

/** zeroSum[o] of the output neurons from .. to. Most scalings leave a zero what it is, and a product with it adds nothing. */
export function sumZeros(table: usize, entries: usize, from: i32, to: i32): void {
  const layer = layerAt(table, 0);
  const zero = entriesAt(entries).zero, sums = entriesAt(entries).zeroSum;
  memory.copy(sums + (<usize>from << 2), layer.bias + (<usize>from << 2), <usize>(to - from) << 2);
  for (let j = 0; j < layer.inCount; j++) {
    const factor = load<f32>(zero + (<usize>j << 2));
    if (factor != 0.0) addConnections(layer, sums, factor, j, from, to);
  }
}

/**
 * Activations of the output neurons from .. to, in the columns 4 * first .. 4 * last of a batch that begins at column `column` of
 * the outputs. `sumZeros` has gone before. Columns without a row are as rows without entries. Sums are made as [row][neuron] and
 * feature by feature: what one connection after another is added to stands together, and so do the connections.
 */
export function forwardEntries(
  table: usize, entries: usize, stride: i32, column: i32, activation: i32, first: i32, last: i32, from: i32, to: i32,
): void {
  const layer = layerAt(table, 0);
  const given = entriesAt(entries);
  const step = <usize>stride << 2;
  const rowBytes = rowBytesOf(layer);
  const shift = <usize>from << 2, ownBytes = <usize>(to - from) << 2;
  for (let b = first << 2; b < last << 2; b++) {
    memory.copy(given.rowSums + <usize>b * rowBytes + shift, given.zeroSum + shift, ownBytes);
  }
  for (let j = 0; j < layer.inCount; j++) {
    const at = given.featureStart + (<usize>j << 2);
    const end = <usize>load<i32>(at, 4) << 2;
    for (let e = <usize>load<i32>(at) << 2; e < end; e += 4) {
      const b = load<i32>(given.row + e);
      if (b < first << 2 || b >= last << 2) continue;
      addConnections(layer, given.rowSums + <usize>b * rowBytes, load<f32>(given.value + e), j, from, to);
    }
  }
  const out = layer.output + (<usize>column << 2);
  for (let v = first; v < last; v++) {
    storeTransposed(out + (<usize>v << 4), step, given.rowSums + (<usize>v << 2) * rowBytes, rowBytes, from, to);
  }
  if (!activation) return;
  for (let o = from; o < to; o++) activate(activation, out + <usize>o * step + (<usize>first << 4), 0, last - first);
}

/** out[o][0 .. 4] = the numbers at place o of four rows, `rowBytes` apart, for the places from .. to. */
@inline
function storeTransposed(out: usize, step: usize, rows: usize, rowBytes: usize, from: i32, to: i32): void {
  for (let o = from; o < to; o++) {
    const at = rows + (<usize>o << 2);
    v128.store(out + <usize>o * step, gather4(at, at + rowBytes, at + 2 * rowBytes, at + 3 * rowBytes));
  }
}

/**
 * deltaSum[o] of the output neurons from .. to over `width` columns, and the step of their biases, as in `update`. Their deltas
 * are left in `rowSums` as [row][neuron], which the forward pass needs no more: `updateEntries` then finds those of a row together.
 */
export function stepBiases(
  table: usize, entries: usize, stride: i32, column: i32, width: i32, learningRate: f32, momentum: f32, from: i32, to: i32,
): void {
  const layer = layerAt(table, 0);
  const sums = entriesAt(entries).deltaSum;
  const rowBytes = rowBytesOf(layer);
  const bytes = <usize>width << 2;
  for (let o = from; o < to; o++) {
    const d = layer.delta + (<usize>column << 2) + (<usize>o * <usize>stride << 2);
    let row = entriesAt(entries).rowSums + (<usize>o << 2);
    let s = f32x4.splat(0.0);
    for (let v: usize = 0; v < bytes; v += 16) {
      const deltas = v128.load(d + v);
      s = f32x4.add(s, deltas);
      v128.store_lane<f32>(row, deltas, 0);
      v128.store_lane<f32>(row + rowBytes, deltas, 1);
      v128.store_lane<f32>(row + 2 * rowBytes, deltas, 2);
      v128.store_lane<f32>(row + 3 * rowBytes, deltas, 3);
      row += 4 * rowBytes;
    }
    const at = <usize>o << 2;
    const sum = sum1(s);
    store<f32>(sums + at, sum);
    const step = momentum * load<f32>(layer.biasVelocity + at) - learningRate * sum;
    store<f32>(layer.biasVelocity + at, step);
    store<f32>(layer.bias + at, load<f32>(layer.bias + at) + step);
  }
}

/** The step of `update` for the connections of the input neurons from .. to. `stepBiases` has gone before. */
export function updateEntries(
  table: usize, entries: usize, learningRate: f32, momentum: f32, weightDecay: f32, from: i32, to: i32,
): void {
  const layer = layerAt(table, 0);
  const given = entriesAt(entries);
  const rowBytes = rowBytesOf(layer);
  for (let j = from; j < to; j++) {
    const at = <usize>j << 2;
    const first = load<i32>(layer.columnStart + at), last = load<i32>(layer.columnStart + at, 4);
    if (first == last) continue;
    const zero = load<f32>(given.zero + at);
    const start = <usize>load<i32>(given.featureStart + at) << 2;
    const stop = <usize>load<i32>(given.featureStart + at, 4) << 2;
    const end = <usize>last << 2;
    let k = <usize>first << 2;
    k = areNeighbours(layer.row, first, last)
      ? stepFours(layer, given, rowBytes, true, zero, start, stop, k, end, learningRate, momentum, weightDecay)
      : stepFours(layer, given, rowBytes, false, zero, start, stop, k, end, learningRate, momentum, weightDecay);
    for (; k < end; k += 4) {
      const o = <usize>load<i32>(layer.row + k) << 2;
      let gradient = zero * load<f32>(given.deltaSum + o);
      for (let e = start; e < stop; e += 4) {
        const d = load<f32>(given.rowSums + <usize>load<i32>(given.row + e) * rowBytes + o);
        gradient += load<f32>(given.value + e) * d;
      }
      const w = load<f32>(layer.transposed + k);
      const move = momentum * load<f32>(given.velocity + k) - learningRate * (gradient + weightDecay * w);
      store<f32>(given.velocity + k, move);
      store<f32>(layer.transposed + k, w + move);
    }
  }
}

/** Four connections at a time, whose gradients are the lanes of a vector; returns where fewer than four are left. */
@inline
function stepFours(
  layer: Layer, given: Entries, rowBytes: usize, areTogether: bool, zero: f32, start: usize, stop: usize, k: usize, end: usize,
  learningRate: f32, momentum: f32, weightDecay: f32,
): usize {
  const row = layer.row, weight = layer.transposed, velocity = given.velocity, sums = given.deltaSum;
  const entryRow = given.row, entryValue = given.value, rowDeltas = given.rowSums;
  const rate = f32x4.splat(learningRate), keep = f32x4.splat(momentum), decay = f32x4.splat(weightDecay);
  const zeros = f32x4.splat(zero);
  for (; k + 12 < end; k += 16) {
    const o0 = <usize>load<i32>(row + k) << 2;
    let o1 = o0, o2 = o0, o3 = o0;
    if (!areTogether) {
      o1 = <usize>load<i32>(row + k, 4) << 2;
      o2 = <usize>load<i32>(row + k, 8) << 2;
      o3 = <usize>load<i32>(row + k, 12) << 2;
    }
    let gradient = f32x4.mul(zeros, four(areTogether, sums, o0, o1, o2, o3));
    for (let e = start; e < stop; e += 4) {
      const deltas = four(areTogether, rowDeltas + <usize>load<i32>(entryRow + e) * rowBytes, o0, o1, o2, o3);
      gradient = f32x4.add(gradient, f32x4.mul(v128.load32_splat(entryValue + e), deltas));
    }
    const w = v128.load(weight + k);
    const pull = f32x4.add(gradient, f32x4.mul(decay, w));
    const move = f32x4.sub(f32x4.mul(keep, v128.load(velocity + k)), f32x4.mul(rate, pull));
    v128.store(velocity + k, move);
    v128.store(weight + k, f32x4.add(w, move));
  }
  return k;
}

/** The floats at four places from `at` on, which follow one another where they are together. */
@inline
function four(areTogether: bool, at: usize, o0: usize, o1: usize, o2: usize, o3: usize): v128 {
  return areTogether ? v128.load(at + o0) : gather4(at + o0, at + o1, at + o2, at + o3);
}
