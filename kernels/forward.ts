// out = activation(bias + W * in), W sparse, by output neuron.
//
// Activations are [neuron][batch], batch contiguous, so a connection is one multiply-add of a weight over the batch.
// The batch is cut into tiles of 8 vectors (32 columns) that stay in registers while all connections of an output
// neuron pass; a last tile of up to 9 vectors takes the rest.
import { tanh } from './vector-math';

/** Applies the activation (0 none, 1 tanh, 2 ReLU) to `n` vectors that were just written and are still in cache. */
function activate(at: usize, n: i32, activation: i32): void {
  const end = at + (<usize>n << 4);
  if (activation == 1) {
    for (; at < end; at += 16) v128.store(at, tanh(v128.load(at)));
  } else if (activation == 2) {
    for (; at < end; at += 16) v128.store(at, f32x4.max(v128.load(at), f32x4.splat(0.0)));
  }
}

/** One tile of `n` vectors (a constant wherever this is inlined) for the output neurons from .. to. */
@inline
function forwardTile(
  n: i32, out: usize, input: usize, bias: usize, rowStart: usize, column: usize, weight: usize,
  outStride: usize, inStride: usize, activation: i32, from: i32, to: i32,
): void {
  for (let o = from; o < to; o++) {
    const b = v128.load32_splat(bias + (<usize>o << 2));
    let a0 = b, a1 = b, a2 = b, a3 = b, a4 = b, a5 = b, a6 = b, a7 = b, a8 = b;
    const end = <usize>load<i32>(rowStart + (<usize>o << 2), 4) << 2;
    for (let k = <usize>load<i32>(rowStart + (<usize>o << 2)) << 2; k < end; k += 4) {
      const w = v128.load32_splat(weight + k);
      const source = input + <usize>load<i32>(column + k) * inStride;
      a0 = f32x4.add(a0, f32x4.mul(w, v128.load(source)));
      if (n > 1) a1 = f32x4.add(a1, f32x4.mul(w, v128.load(source, 16)));
      if (n > 2) a2 = f32x4.add(a2, f32x4.mul(w, v128.load(source, 32)));
      if (n > 3) a3 = f32x4.add(a3, f32x4.mul(w, v128.load(source, 48)));
      if (n > 4) a4 = f32x4.add(a4, f32x4.mul(w, v128.load(source, 64)));
      if (n > 5) a5 = f32x4.add(a5, f32x4.mul(w, v128.load(source, 80)));
      if (n > 6) a6 = f32x4.add(a6, f32x4.mul(w, v128.load(source, 96)));
      if (n > 7) a7 = f32x4.add(a7, f32x4.mul(w, v128.load(source, 112)));
      if (n > 8) a8 = f32x4.add(a8, f32x4.mul(w, v128.load(source, 128)));
    }
    const target = out + <usize>o * outStride;
    v128.store(target, a0);
    if (n > 1) v128.store(target, a1, 16);
    if (n > 2) v128.store(target, a2, 32);
    if (n > 3) v128.store(target, a3, 48);
    if (n > 4) v128.store(target, a4, 64);
    if (n > 5) v128.store(target, a5, 80);
    if (n > 6) v128.store(target, a6, 96);
    if (n > 7) v128.store(target, a7, 112);
    if (n > 8) v128.store(target, a8, 128);
    if (activation) activate(target, n, activation);
  }
}

/**
 * out[o][b] = activation(bias[o] + sum over connections k of o: weight[k] * in[column[k]][b]) for o in from .. to.
 * `width` counts the batch columns (a multiple of 4); the strides count floats from one neuron to the next.
 */
export function forward(
  out: usize, input: usize, bias: usize, rowStart: usize, column: usize, weight: usize,
  outStride: i32, inStride: i32, width: i32, activation: i32, from: i32, to: i32,
): void {
  const os = <usize>outStride << 2;
  const is = <usize>inStride << 2;
  let left = width >> 2;
  while (left > 0) {
    let n = left > 9 ? 8 : left;
    switch (n) {
      case 1: forwardTile(1, out, input, bias, rowStart, column, weight, os, is, activation, from, to); break;
      case 2: forwardTile(2, out, input, bias, rowStart, column, weight, os, is, activation, from, to); break;
      case 3: forwardTile(3, out, input, bias, rowStart, column, weight, os, is, activation, from, to); break;
      case 4: forwardTile(4, out, input, bias, rowStart, column, weight, os, is, activation, from, to); break;
      case 5: forwardTile(5, out, input, bias, rowStart, column, weight, os, is, activation, from, to); break;
      case 6: forwardTile(6, out, input, bias, rowStart, column, weight, os, is, activation, from, to); break;
      case 7: forwardTile(7, out, input, bias, rowStart, column, weight, os, is, activation, from, to); break;
      case 8: forwardTile(8, out, input, bias, rowStart, column, weight, os, is, activation, from, to); break;
      default: forwardTile(9, out, input, bias, rowStart, column, weight, os, is, activation, from, to); break;
    }
    left -= n;
    out += <usize>n << 4;
    input += <usize>n << 4;
  }
}
