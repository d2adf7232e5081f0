/** out = activation(bias + W * in): the plain twin of kernels/forward.ts, with sums in double precision. */
import type { Views } from './views.js';

export const forwardReference = ({ f32, i32 }: Views) => ({
  forward(
    out: number,
    input: number,
    bias: number,
    rowStart: number,
    column: number,
    weight: number,
    outStride: number,
    inStride: number,
    width: number,
    activation: number,
    from: number,
    to: number,
  ): void {
    for (let o = from; o < to; o++) {
      for (let b = 0; b < width; b++) {
        let sum = f32[bias / 4 + o];
        for (let k = i32[rowStart / 4 + o]; k < i32[rowStart / 4 + o + 1]; k++) {
          sum += f32[weight / 4 + k] * f32[input / 4 + i32[column / 4 + k] * inStride + b];
        }
        f32[out / 4 + o * outStride + b] = activate(sum, activation);
      }
    }
  },
});

export function activate(x: number, activation: number): number {
  if (activation === 1) return Math.tanh(x);
  if (activation === 2) return Math.max(0, x);
  return x;
}
