// The losses of a batch and their gradients with respect to the network's outputs, by groups of four batch columns.
import { log } from './logarithm';
import { squaredLoss } from './loss-kind';
import { exp } from './vector-math';

/**
 * The loss of the batch columns 4 * from .. 4 * to. Every row b has a target and a weight, which scales both its loss and
 * its delta; `scale` scales all deltas. Columns from `rowCount` on are padding: their loss and delta are 0. `delta` may
 * be `output` itself.
 */
export function loss(
  delta: usize, loss: usize, output: usize, target: usize, weight: usize,
  kind: i32, outputCount: i32, stride: i32, rowCount: i32, scale: f32, from: i32, to: i32,
): void {
  if (kind == squaredLoss) squared(delta, loss, output, target, weight, outputCount, stride, rowCount, scale, from, to);
  else softmax(delta, loss, output, target, weight, outputCount, stride, rowCount, scale, from, to);
}

/**
 * Half the squared distance to target[output][b]:
 *   loss[b]          = weight[b] / 2 * sum over outputs of (output - target)^2
 *   delta[output][b] = scale * weight[b] * (output - target)
 */
function squared(
  delta: usize, loss: usize, output: usize, target: usize, weight: usize,
  outputCount: i32, stride: i32, rowCount: i32, scale: f32, from: i32, to: i32,
): void {
  const rowBytes = <usize>stride << 2;
  for (let group = from; group < to; group++) {
    const shift = <usize>group << 4;
    const w = v128.load(weight + shift);
    const factor = f32x4.mul(f32x4.splat(scale), w);
    let total = f32x4.splat(0.0);
    for (let o = 0; o < outputCount; o++) {
      const at = shift + <usize>o * rowBytes;
      const apart = f32x4.sub(v128.load(output + at), v128.load(target + at));
      total = f32x4.add(total, f32x4.mul(apart, apart));
      v128.store(delta + at, f32x4.mul(apart, factor));
    }
    v128.store(loss + shift, f32x4.mul(f32x4.mul(total, w), f32x4.splat(0.5)));
    for (let b = max(group << 2, rowCount); b < (group + 1) << 2; b++) clear(delta, loss, outputCount, rowBytes, b);
  }
}

@inline
function clear(delta: usize, loss: usize, outputCount: i32, rowBytes: usize, b: i32): void {
  const at = <usize>b << 2;
  store<f32>(loss + at, 0.0);
  for (let o = 0; o < outputCount; o++) store<f32>(delta + <usize>o * rowBytes + at, 0.0);
}

/**
 * Cross-entropy of the softmax p over the outputs, of which target[b] is the number of the right one:
 *   loss[b]         = -weight[b] * log p[target[b]]
 *   delta[class][b] = scale * weight[b] * (p[class] - (class == target[b] ? 1 : 0))
 */
function softmax(
  delta: usize, loss: usize, logits: usize, label: usize, weight: usize,
  classCount: i32, stride: i32, rowCount: i32, scale: f32, from: i32, to: i32,
): void {
  const rowBytes = <usize>stride << 2;
  for (let group = from; group < to; group++) {
    const shift = <usize>group << 4;
    const z = logits + shift;
    const d = delta + shift;
    let top = v128.load(z);
    for (let c = 1; c < classCount; c++) top = f32x4.pmax(top, v128.load(z + <usize>c * rowBytes));
    // The loss needs the logit of the label before delta overwrites it.
    for (let lane = 0; lane < 4; lane++) {
      const b = (group << 2) + lane;
      if (b >= rowCount) break;
      const at = <usize>b << 2;
      store<f32>(loss + at, load<f32>(logits + <usize>load<f32>(label + at) * rowBytes + at));
    }
    let total = f32x4.splat(0.0);
    for (let c = 0; c < classCount; c++) {
      const at = <usize>c * rowBytes;
      const e = exp(f32x4.sub(v128.load(z + at), top));
      total = f32x4.add(total, e);
      v128.store(d + at, e);
    }
    const factor = f32x4.div(f32x4.mul(f32x4.splat(scale), v128.load(weight + shift)), total);
    for (let c = 0; c < classCount; c++) {
      const at = <usize>c * rowBytes;
      v128.store(d + at, f32x4.mul(v128.load(d + at), factor));
    }
    for (let lane = 0; lane < 4; lane++) {
      const b = (group << 2) + lane;
      const at = <usize>b << 2;
      if (b >= rowCount) {
        clear(delta, loss, classCount, rowBytes, b);
        continue;
      }
      const laneTotal = pick(total, lane);
      const laneTop = pick(top, lane);
      const w = load<f32>(weight + at);
      store<f32>(loss + at, w * (<f32>log(laneTotal) - (load<f32>(loss + at) - laneTop)));
      const mine = delta + <usize>load<f32>(label + at) * rowBytes + at;
      store<f32>(mine, load<f32>(mine) - scale * w);
    }
  }
}

@inline
function pick(v: v128, lane: i32): f32 {
  if (lane == 0) return f32x4.extract_lane(v, 0);
  if (lane == 1) return f32x4.extract_lane(v, 1);
  if (lane == 2) return f32x4.extract_lane(v, 2);
  return f32x4.extract_lane(v, 3);
}
