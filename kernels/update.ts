// Weight gradients and the step of SGD with momentum, fused, by output neuron.
//
// The gradient of a connection is the dot product of its output neuron's delta and its input neuron's activation over
// the batch. Eight connections of one output neuron are taken at a time, then four: they share the loads of delta, and their
// weights stand side by side. A compiler that makes one wide vector of two can pair the first four of eight with the others,
// because both are stored at once, from the upper half down.
import { dot4, sum1, sum4 } from './horizontal';

@inline
function dot(a: usize, b: usize, bytes: usize): f32 {
  let s = f32x4.splat(0.0);
  for (let v: usize = 0; v < bytes; v += 16) s = f32x4.add(s, f32x4.mul(v128.load(a + v), v128.load(b + v)));
  return sum1(s);
}

/** Writes four new weights to where the backward pass reads them; `place` says where, for each. */
@inline
function scatter(transposed: usize, place: usize, next: v128): void {
  store<f32>(transposed + (<usize>load<i32>(place) << 2), f32x4.extract_lane(next, 0));
  store<f32>(transposed + (<usize>load<i32>(place, 4) << 2), f32x4.extract_lane(next, 1));
  store<f32>(transposed + (<usize>load<i32>(place, 8) << 2), f32x4.extract_lane(next, 2));
  store<f32>(transposed + (<usize>load<i32>(place, 12) << 2), f32x4.extract_lane(next, 3));
}

/**
 * For every output neuron o in from .. to and each of its connections k:
 *   gradient  = sum over b: delta[o][b] * in[column[k]][b] + weightDecay * weight[k]
 *   velocity' = momentum * velocity[k] - learningRate * gradient
 *   weight'   = weight[k] + velocity'
 * and the same for the bias, whose gradient is the sum of delta[o] and which does not decay.
 * With `place` (0 for none) the new weight is also written to transposed[place[k]], where the backward pass reads it.
 */
export function update(
  weight: usize, velocity: usize, bias: usize, biasVelocity: usize, transposed: usize, place: usize,
  delta: usize, input: usize, rowStart: usize, column: usize,
  deltaStride: i32, inStride: i32, width: i32,
  learningRate: f32, momentum: f32, weightDecay: f32, from: i32, to: i32,
): void {
  const bytes = <usize>width << 2;
  const inBytes = <usize>inStride << 2;
  const rate = f32x4.splat(learningRate);
  const keep = f32x4.splat(momentum);
  const decay = f32x4.splat(weightDecay);
  for (let o = from; o < to; o++) {
    const d = delta + (<usize>o * <usize>deltaStride << 2);
    const end = <usize>load<i32>(rowStart + (<usize>o << 2), 4) << 2;
    let k = <usize>load<i32>(rowStart + (<usize>o << 2)) << 2;
    for (; k + 28 < end; k += 32) {
      const x0 = input + <usize>load<i32>(column + k) * inBytes;
      const x1 = input + <usize>load<i32>(column + k, 4) * inBytes;
      const x2 = input + <usize>load<i32>(column + k, 8) * inBytes;
      const x3 = input + <usize>load<i32>(column + k, 12) * inBytes;
      const x4 = input + <usize>load<i32>(column + k, 16) * inBytes;
      const x5 = input + <usize>load<i32>(column + k, 20) * inBytes;
      const x6 = input + <usize>load<i32>(column + k, 24) * inBytes;
      const x7 = input + <usize>load<i32>(column + k, 28) * inBytes;
      let s0 = f32x4.splat(0.0), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
      for (let v: usize = 0; v < bytes; v += 16) {
        const dv = v128.load(d + v);
        s0 = f32x4.add(s0, f32x4.mul(dv, v128.load(x0 + v)));
        s4 = f32x4.add(s4, f32x4.mul(dv, v128.load(x4 + v)));
        s1 = f32x4.add(s1, f32x4.mul(dv, v128.load(x1 + v)));
        s5 = f32x4.add(s5, f32x4.mul(dv, v128.load(x5 + v)));
        s2 = f32x4.add(s2, f32x4.mul(dv, v128.load(x2 + v)));
        s6 = f32x4.add(s6, f32x4.mul(dv, v128.load(x6 + v)));
        s3 = f32x4.add(s3, f32x4.mul(dv, v128.load(x3 + v)));
        s7 = f32x4.add(s7, f32x4.mul(dv, v128.load(x7 + v)));
      }
      const low = v128.load(weight + k), high = v128.load(weight + k, 16);
      const gradientLow = f32x4.add(sum4(s0, s1, s2, s3), f32x4.mul(decay, low));
      const gradientHigh = f32x4.add(sum4(s4, s5, s6, s7), f32x4.mul(decay, high));
      const stepLow = f32x4.sub(f32x4.mul(keep, v128.load(velocity + k)), f32x4.mul(rate, gradientLow));
      const stepHigh = f32x4.sub(f32x4.mul(keep, v128.load(velocity + k, 16)), f32x4.mul(rate, gradientHigh));
      v128.store(velocity + k, stepHigh, 16);
      v128.store(velocity + k, stepLow);
      const nextLow = f32x4.add(low, stepLow), nextHigh = f32x4.add(high, stepHigh);
      v128.store(weight + k, nextHigh, 16);
      v128.store(weight + k, nextLow);
      if (place) {
        scatter(transposed, place + k, nextLow);
        scatter(transposed, place + k + 16, nextHigh);
      }
    }
    for (; k + 12 < end; k += 16) {
      const x0 = input + <usize>load<i32>(column + k) * inBytes;
      const x1 = input + <usize>load<i32>(column + k, 4) * inBytes;
      const x2 = input + <usize>load<i32>(column + k, 8) * inBytes;
      const x3 = input + <usize>load<i32>(column + k, 12) * inBytes;
      const w = v128.load(weight + k);
      const gradient = f32x4.add(dot4(d, x0, x1, x2, x3, bytes), f32x4.mul(decay, w));
      const step = f32x4.sub(f32x4.mul(keep, v128.load(velocity + k)), f32x4.mul(rate, gradient));
      v128.store(velocity + k, step);
      const next = f32x4.add(w, step);
      v128.store(weight + k, next);
      if (place) scatter(transposed, place + k, next);
    }
    for (; k < end; k += 4) {
      const w = load<f32>(weight + k);
      const gradient = dot(d, input + <usize>load<i32>(column + k) * inBytes, bytes) + weightDecay * w;
      const step = momentum * load<f32>(velocity + k) - learningRate * gradient;
      store<f32>(velocity + k, step);
      store<f32>(weight + k, w + step);
      if (place) store<f32>(transposed + (<usize>load<i32>(place + k) << 2), w + step);
    }
    let s = f32x4.splat(0.0);
    for (let v: usize = 0; v < bytes; v += 16) s = f32x4.add(s, v128.load(d + v));
    const at = <usize>o << 2;
    const step = momentum * load<f32>(biasVelocity + at) - learningRate * sum1(s);
    store<f32>(biasVelocity + at, step);
    store<f32>(bias + at, load<f32>(bias + at) + step);
  }
}
