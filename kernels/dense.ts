// Forward pass and input gradient of a dense layer. Weights are [output][input] with `weightStride` floats an output.
import { activate } from './activate';
import { denseProduct, sourceBlock } from './dense-product';

/** Inputs whose weights are copied side by side before they are used: one cache line of floats. */
const panel: i32 = 16;

@inline
function fillRow(at: usize, value: v128, bytes: usize): void {
  for (let v: usize = 0; v < bytes; v += 16) v128.store(at + v, value);
}

/**
 * out[o][b] = activation(bias[o] + sum over i: weight[o][i] * in[i][b]) for o in from .. to.
 * Without a bias (0) the sums are added to what stands in `out`. Activation: 0 none, 1 tanh, 2 ReLU.
 */
export function denseForward(
  out: usize, input: usize, bias: usize, weight: usize,
  outStride: i32, inStride: i32, weightStride: i32, inCount: i32, width: i32, activation: i32, from: i32, to: i32,
): void {
  const outBytes = <usize>outStride << 2, inBytes = <usize>inStride << 2, rowBytes = <usize>weightStride << 2;
  const first = out + <usize>from * outBytes;
  if (bias) {
    for (let o = from; o < to; o++) {
      fillRow(out + <usize>o * outBytes, v128.load32_splat(bias + (<usize>o << 2)), <usize>width << 2);
    }
  }
  for (let i = 0; i < inCount; i += sourceBlock) {
    const count = inCount - i < sourceBlock ? inCount - i : sourceBlock;
    const at = weight + <usize>from * rowBytes + (<usize>i << 2);
    denseProduct(first, input + <usize>i * inBytes, at, outBytes, inBytes, rowBytes, 4, to - from, count, width);
  }
  if (!activation) return;
  for (let o = from; o < to; o++) activate(activation, out + <usize>o * outBytes, 0, width >> 2);
}

/** Copies weight[o][i] for `rows` outputs and 16 inputs to [output][16]. */
@inline
function packPanel(into: usize, from: usize, rowBytes: usize, rows: i32): void {
  for (let o = 0; o < rows; o++) {
    v128.store(into, v128.load(from));
    v128.store(into, v128.load(from, 16), 16);
    v128.store(into, v128.load(from, 32), 32);
    v128.store(into, v128.load(from, 48), 48);
    into += 64;
    from += rowBytes;
  }
}

/**
 * inDelta[i][b] = activation'(in[i][b]) * sum over o: weight[o][i] * delta[o][b] for i in from .. to.
 * `in` holds the values after the activation, as `backpropagate` takes them; with activation 0 it is not read.
 * `scratch` has room for 128 * 16 floats for every thread. Weights up to 15 floats behind the last are read, not used.
 */
export function denseBackpropagate(
  inDelta: usize, input: usize, delta: usize, weight: usize, scratch: usize,
  inStride: i32, deltaStride: i32, weightStride: i32, outCount: i32, width: i32, activation: i32,
  from: i32, to: i32, thread: i32,
): void {
  const inBytes = <usize>inStride << 2, deltaBytes = <usize>deltaStride << 2, rowBytes = <usize>weightStride << 2;
  const packed = scratch + <usize>thread * <usize>(sourceBlock * panel << 2);
  for (let i = from; i < to; i++) fillRow(inDelta + <usize>i * inBytes, f32x4.splat(0.0), <usize>width << 2);
  for (let o = 0; o < outCount; o += sourceBlock) {
    const count = outCount - o < sourceBlock ? outCount - o : sourceBlock;
    for (let i = from; i < to; i += panel) {
      const inputs = to - i < panel ? to - i : panel;
      packPanel(packed, weight + <usize>o * rowBytes + (<usize>i << 2), rowBytes, count);
      denseProduct(
        inDelta + <usize>i * inBytes, delta + <usize>o * deltaBytes, packed,
        inBytes, deltaBytes, 4, panel << 2, inputs, count, width,
      );
    }
  }
  if (!activation) return;
  for (let i = from; i < to; i++) {
    activate(activation + 2, inDelta + <usize>i * inBytes, input + <usize>i * inBytes, width >> 2);
  }
}
