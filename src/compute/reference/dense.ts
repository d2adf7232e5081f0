/** A dense layer's forward pass and input gradient: the plain twin of kernels/dense.ts, sums in double precision. */
import type { Views } from './views.js';

export const denseReference = ({ f32 }: Views) => ({
  denseForward(
    out: number,
    input: number,
    bias: number,
    weight: number,
    outStride: number,
    inStride: number,
    weightStride: number,
    inCount: number,
    width: number,
    activation: number,
    from: number,
    to: number,
  ): void {
    for (let o = from; o < to; o++) {
      for (let b = 0; b < width; b++) {
        const place = out / 4 + o * outStride + b;
        let sum = bias === 0 ? f32[place] : f32[bias / 4 + o];
        for (let i = 0; i < inCount; i++)
          sum += f32[weight / 4 + o * weightStride + i] * f32[input / 4 + i * inStride + b];
        f32[place] = activation === 1 ? Math.tanh(sum) : activation === 2 ? Math.max(0, sum) : sum;
      }
    }
  },

  denseBackpropagate(
    inDelta: number,
    input: number,
    delta: number,
    weight: number,
    _scratch: number,
    inStride: number,
    deltaStride: number,
    weightStride: number,
    outCount: number,
    width: number,
    activation: number,
    from: number,
    to: number,
  ): void {
    for (let i = from; i < to; i++) {
      for (let b = 0; b < width; b++) {
        let sum = 0;
        for (let o = 0; o < outCount; o++) {
          sum += f32[weight / 4 + o * weightStride + i] * f32[delta / 4 + o * deltaStride + b];
        }
        const a = activation === 0 ? 0 : f32[input / 4 + i * inStride + b];
        const slope = activation === 1 ? 1 - a * a : activation === 2 ? Number(a > 0) : 1;
        f32[inDelta / 4 + i * inStride + b] = slope * sum;
      }
    }
  },
});
