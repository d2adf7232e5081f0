// Softmax, cross-entropy loss and its gradient, by groups of four batch columns.
import { exp } from './vector-math';

/**
 * For the batch columns 4 * from .. 4 * to, with p = softmax over the classes of logits[class][b]:
 *   loss[b]         = -log p[label[b]]
 *   delta[class][b] = scale * (p[class] - (class == label[b] ? 1 : 0))
 * Columns from `rowCount` on are padding: their loss and delta are 0. `delta` may be `logits` itself.
 */
export function softmax(
  delta: usize, loss: usize, logits: usize, label: usize,
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
      store<f32>(loss + at, load<f32>(logits + <usize>load<i32>(label + at) * rowBytes + at));
    }
    let total = f32x4.splat(0.0);
    for (let c = 0; c < classCount; c++) {
      const at = <usize>c * rowBytes;
      const e = exp(f32x4.sub(v128.load(z + at), top));
      total = f32x4.add(total, e);
      v128.store(d + at, e);
    }
    const factor = f32x4.div(f32x4.splat(scale), total);
    for (let c = 0; c < classCount; c++) {
      const at = <usize>c * rowBytes;
      v128.store(d + at, f32x4.mul(v128.load(d + at), factor));
    }
    for (let lane = 0; lane < 4; lane++) {
      const b = (group << 2) + lane;
      const at = <usize>b << 2;
      if (b >= rowCount) {
        store<f32>(loss + at, 0.0);
        for (let c = 0; c < classCount; c++) store<f32>(delta + <usize>c * rowBytes + at, 0.0);
        continue;
      }
      const laneTotal = pick(total, lane);
      const laneTop = pick(top, lane);
      store<f32>(loss + at, <f32>Math.log(laneTotal) - (load<f32>(loss + at) - laneTop));
      const mine = delta + <usize>load<i32>(label + at) * rowBytes + at;
      store<f32>(mine, load<f32>(mine) - scale);
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
