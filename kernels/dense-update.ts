// Weight gradients of a dense layer and the step of SGD with momentum, fused, by output neuron.
//
// Two output neurons meet four inputs at a time: eight dot products over the batch share their loads. Inputs are taken
// 256 at a time, so that they stay in the second-level cache while all output neurons pass.
import { sum1, sum4 } from './horizontal';

const inputBlock: i32 = 256;

/** Four weights side by side take one step. The gradient of a weight is the sum of the lanes of its vector. */
@inline
function stepFour(
  weight: usize, velocity: usize, gradient: v128, rate: v128, keep: v128, decay: v128,
): void {
  const w = v128.load(weight);
  const pull = f32x4.add(gradient, f32x4.mul(decay, w));
  const step = f32x4.sub(f32x4.mul(keep, v128.load(velocity)), f32x4.mul(rate, pull));
  v128.store(velocity, step);
  v128.store(weight, f32x4.add(w, step));
}

/** The weights of `m` output neurons (1 or 2) and the inputs at x, x + inBytes ...: `bytes` of batch, `count` inputs in fours. */
@inline
function updateRows(
  m: i32, weight: usize, velocity: usize, rowBytes: usize, d: usize, deltaBytes: usize, x0: usize, inBytes: usize,
  bytes: usize, count: i32, rate: v128, keep: v128, decay: v128,
): void {
  const e = d + deltaBytes;
  for (let i = 0; i < count; i += 4) {
    const x1 = x0 + inBytes, x2 = x1 + inBytes, x3 = x2 + inBytes;
    let s0 = f32x4.splat(0.0), s1 = s0, s2 = s0, s3 = s0, t0 = s0, t1 = s0, t2 = s0, t3 = s0;
    for (let v: usize = 0; v < bytes; v += 16) {
      const p = v128.load(d + v);
      const a0 = v128.load(x0 + v), a1 = v128.load(x1 + v), a2 = v128.load(x2 + v), a3 = v128.load(x3 + v);
      s0 = f32x4.add(s0, f32x4.mul(p, a0));
      s1 = f32x4.add(s1, f32x4.mul(p, a1));
      s2 = f32x4.add(s2, f32x4.mul(p, a2));
      s3 = f32x4.add(s3, f32x4.mul(p, a3));
      if (m > 1) {
        const q = v128.load(e + v);
        t0 = f32x4.add(t0, f32x4.mul(q, a0));
        t1 = f32x4.add(t1, f32x4.mul(q, a1));
        t2 = f32x4.add(t2, f32x4.mul(q, a2));
        t3 = f32x4.add(t3, f32x4.mul(q, a3));
      }
    }
    stepFour(weight, velocity, sum4(s0, s1, s2, s3), rate, keep, decay);
    if (m > 1) stepFour(weight + rowBytes, velocity + rowBytes, sum4(t0, t1, t2, t3), rate, keep, decay);
    weight += 16;
    velocity += 16;
    x0 = x3 + inBytes;
  }
}

/**
 * For every output neuron o in from .. to and every input i:
 *   gradient  = sum over b: delta[o][b] * in[i][b] + weightDecay * weight[o][i]
 *   velocity' = momentum * velocity[o][i] - learningRate * gradient
 *   weight'   = weight[o][i] + velocity'
 * and the same for the bias, where there is one (not 0): its gradient is the sum of delta[o], and it does not decay.
 * Inputs are taken in fours: up to three rows behind the last input are read, and weights stand there, too.
 */
export function denseUpdate(
  weight: usize, velocity: usize, bias: usize, biasVelocity: usize, delta: usize, input: usize,
  deltaStride: i32, inStride: i32, weightStride: i32, inCount: i32, width: i32,
  learningRate: f32, momentum: f32, weightDecay: f32, from: i32, to: i32,
): void {
  const bytes = <usize>width << 2, inBytes = <usize>inStride << 2, rowBytes = <usize>weightStride << 2;
  const deltaBytes = <usize>deltaStride << 2;
  const rate = f32x4.splat(learningRate), keep = f32x4.splat(momentum), decay = f32x4.splat(weightDecay);
  for (let i = 0; i < inCount; i += inputBlock) {
    const count = inCount - i < inputBlock ? inCount - i : inputBlock;
    const x = input + <usize>i * inBytes;
    let o = from;
    for (; o + 1 < to; o += 2) {
      const at = <usize>o * rowBytes + (<usize>i << 2);
      const d = delta + <usize>o * deltaBytes;
      updateRows(2, weight + at, velocity + at, rowBytes, d, deltaBytes, x, inBytes, bytes, count, rate, keep, decay);
    }
    if (o < to) {
      const at = <usize>o * rowBytes + (<usize>i << 2);
      const d = delta + <usize>o * deltaBytes;
      updateRows(1, weight + at, velocity + at, rowBytes, d, deltaBytes, x, inBytes, bytes, count, rate, keep, decay);
    }
  }
  if (!bias) return;
  for (let o = from; o < to; o++) {
    const d = delta + <usize>o * deltaBytes;
    let s = f32x4.splat(0.0);
    for (let v: usize = 0; v < bytes; v += 16) s = f32x4.add(s, v128.load(d + v));
    const at = <usize>o << 2;
    const step = momentum * load<f32>(biasVelocity + at) - learningRate * sum1(s);
    store<f32>(biasVelocity + at, step);
    store<f32>(bias + at, load<f32>(bias + at) + step);
  }
}
