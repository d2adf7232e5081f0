// Weight gradients of a dense layer and the step of SGD with momentum, fused, by input.
//
// Inputs are taken in tiles of 16, whose activations are laid out as [batch row][16 inputs], so that the gradients of 16
// weights grow by one multiple of a contiguous piece for each batch row, and no sum runs across lanes. Two outputs meet
// four vectors at a time (see dense-product.ts for why no more). Every gradient adds its batch rows in ascending order.
// A panel of 16 tiles passes all outputs before the next: shorter runs of weights waited for memory.

const tileInputs: i32 = 16;
const panelInputs: i32 = 256;

/** Writes in[first + i][b] for 16 inputs to into[b][16]; inputs from `count` on are 0. */
@inline
function transposeTile(into: usize, input: usize, inBytes: usize, count: i32, width: i32): void {
  for (let i = 0; i < tileInputs; i += 4) {
    const x0 = input + <usize>i * inBytes, x1 = x0 + inBytes, x2 = x1 + inBytes, x3 = x2 + inBytes;
    let to = into + (<usize>i << 2);
    for (let v: usize = 0; v < <usize>width << 2; v += 16, to += 256) {
      const zero = f32x4.splat(0.0);
      const a = i < count ? v128.load(x0 + v) : zero;
      const b = i + 1 < count ? v128.load(x1 + v) : zero;
      const c = i + 2 < count ? v128.load(x2 + v) : zero;
      const d = i + 3 < count ? v128.load(x3 + v) : zero;
      const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5), cd = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
      const ba = v128.shuffle<f32>(a, b, 2, 6, 3, 7), dc = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
      v128.store(to, v128.shuffle<f32>(ab, cd, 0, 1, 4, 5));
      v128.store(to, v128.shuffle<f32>(ab, cd, 2, 3, 6, 7), 64);
      v128.store(to, v128.shuffle<f32>(ba, dc, 0, 1, 4, 5), 128);
      v128.store(to, v128.shuffle<f32>(ba, dc, 2, 3, 6, 7), 192);
    }
  }
}

/**
 * Eight weights side by side take one step; where `product` is not 0, weight times gradient is added there first. What is
 * stored comes last and from the upper half down, so that a compiler can make one wide vector of two.
 */
@inline
function stepEight(
  weight: usize, velocity: usize, product: usize, g: v128, h: v128, rate: v128, keep: v128, decay: v128,
): void {
  const w = v128.load(weight), x = v128.load(weight, 16);
  if (product) {
    const p = f32x4.add(v128.load(product), f32x4.mul(w, g)), q = f32x4.add(v128.load(product, 16), f32x4.mul(x, h));
    v128.store(product, q, 16);
    v128.store(product, p);
  }
  const v = v128.load(velocity), u = v128.load(velocity, 16);
  const s = f32x4.sub(f32x4.mul(keep, v), f32x4.mul(rate, f32x4.add(g, f32x4.mul(decay, w))));
  const t = f32x4.sub(f32x4.mul(keep, u), f32x4.mul(rate, f32x4.add(h, f32x4.mul(decay, x))));
  v128.store(velocity, t, 16);
  v128.store(velocity, s);
  v128.store(weight, f32x4.add(x, t), 16);
  v128.store(weight, f32x4.add(w, s));
}

/** The weights of `m` outputs (1 or 2) and 16 inputs: their gradients over the batch, and their step. */
@inline
function updateTile(
  m: i32, weight: usize, velocity: usize, rowBytes: usize, product: usize, d: usize, deltaBytes: usize, x: usize,
  width: i32, rate: v128, keep: v128, decay: v128,
): void {
  let a0 = f32x4.splat(0.0), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;
  for (let b = 0; b < width; b++) {
    const x0 = v128.load(x), x1 = v128.load(x, 16), x2 = v128.load(x, 32), x3 = v128.load(x, 48);
    const p = v128.load32_splat(d);
    a0 = f32x4.add(a0, f32x4.mul(p, x0));
    a1 = f32x4.add(a1, f32x4.mul(p, x1));
    a2 = f32x4.add(a2, f32x4.mul(p, x2));
    a3 = f32x4.add(a3, f32x4.mul(p, x3));
    if (m > 1) {
      const q = v128.load32_splat(d + deltaBytes);
      b0 = f32x4.add(b0, f32x4.mul(q, x0));
      b1 = f32x4.add(b1, f32x4.mul(q, x1));
      b2 = f32x4.add(b2, f32x4.mul(q, x2));
      b3 = f32x4.add(b3, f32x4.mul(q, x3));
    }
    x += 64;
    d += 4;
  }
  const second = product ? product + 32 : 0;
  stepEight(weight, velocity, product, a0, a1, rate, keep, decay);
  stepEight(weight + 32, velocity + 32, second, a2, a3, rate, keep, decay);
  if (m > 1) {
    weight += rowBytes;
    velocity += rowBytes;
    stepEight(weight, velocity, product, b0, b1, rate, keep, decay);
    stepEight(weight + 32, velocity + 32, second, b2, b3, rate, keep, decay);
  }
}

/** Biases take their step: the gradient of each is the sum of its delta. They do not decay. */
function updateBiases(
  bias: usize, biasVelocity: usize, delta: usize, deltaBytes: usize, outCount: i32, width: i32,
  learningRate: f32, momentum: f32,
): void {
  for (let o = 0; o < outCount; o++) {
    const d = delta + <usize>o * deltaBytes;
    let sum: f32 = 0.0;
    for (let b = 0; b < width; b++) sum += load<f32>(d + (<usize>b << 2));
    const at = <usize>o << 2;
    const step = momentum * load<f32>(biasVelocity + at) - learningRate * sum;
    store<f32>(biasVelocity + at, step);
    store<f32>(bias + at, load<f32>(bias + at) + step);
  }
}

/** The weights of `m` outputs (1 or 2) and the `count` inputs of a panel. */
@inline
function updatePanel(
  m: i32, weight: usize, velocity: usize, rowBytes: usize, product: usize, d: usize, deltaBytes: usize, x: usize,
  count: i32, width: i32, rate: v128, keep: v128, decay: v128,
): void {
  const tileBytes = <usize>(width * tileInputs) << 2;
  for (let i = 0; i < count; i += tileInputs) {
    updateTile(m, weight, velocity, rowBytes, product, d, deltaBytes, x, width, rate, keep, decay);
    weight += 64;
    velocity += 64;
    x += tileBytes;
    if (product) product += 64;
  }
}

/**
 * For every output neuron o and every input i of the tiles of 16 inputs from .. to:
 *   g         = sum over b: delta[o][b] * in[i][b]
 *   velocity' = momentum * velocity[o][i] - learningRate * (g + weightDecay * weight[o][i])
 *   weight'   = weight[o][i] + velocity'
 * and, where `product` is not 0, product[i] = sum over o: weight[o][i] * g. The range that holds tile 0 also steps the
 * biases, where there are any (not 0).
 * `weightStride` is a multiple of 16; weights and velocities behind the last input are 0 and stay so; `product` has room
 * for whole tiles, and `scratch` for 256 * width floats for every thread.
 */
export function denseUpdate(
  weight: usize, velocity: usize, bias: usize, biasVelocity: usize, product: usize, delta: usize, input: usize,
  scratch: usize, deltaStride: i32, inStride: i32, weightStride: i32, inCount: i32, outCount: i32, width: i32,
  learningRate: f32, momentum: f32, weightDecay: f32, from: i32, to: i32, thread: i32,
): void {
  const inBytes = <usize>inStride << 2, rowBytes = <usize>weightStride << 2, deltaBytes = <usize>deltaStride << 2;
  const rate = f32x4.splat(learningRate), keep = f32x4.splat(momentum), decay = f32x4.splat(weightDecay);
  const x = scratch + (<usize>(thread * width * panelInputs) << 2);
  const end = to * tileInputs < inCount ? to * tileInputs : inCount;
  for (let first = from * tileInputs; first < end; first += panelInputs) {
    const count = end - first < panelInputs ? end - first : panelInputs;
    const column = <usize>first << 2;
    const sums = product ? product + column : 0;
    for (let i = 0; i < count; i += tileInputs) {
      const place = x + (<usize>(i * width) << 2);
      transposeTile(place, input + <usize>(first + i) * inBytes, inBytes, count - i, width);
      if (product) for (let at: usize = 0; at < 64; at += 16) v128.store(sums + (<usize>i << 2) + at, f32x4.splat(0.0));
    }
    let o = 0;
    for (; o + 1 < outCount; o += 2) {
      const at = <usize>o * rowBytes + column;
      const d = delta + <usize>o * deltaBytes;
      updatePanel(2, weight + at, velocity + at, rowBytes, sums, d, deltaBytes, x, count, width, rate, keep, decay);
    }
    if (o < outCount) {
      const at = <usize>o * rowBytes + column;
      const d = delta + <usize>o * deltaBytes;
      updatePanel(1, weight + at, velocity + at, rowBytes, sums, d, deltaBytes, x, count, width, rate, keep, decay);
    }
  }
  if (bias && from == 0 && to > 0) {
    updateBiases(bias, biasVelocity, delta, deltaBytes, outCount, width, learningRate, momentum);
  }
}
