/** Gates on rows and their gradient: the plain twin of kernels/gates.ts. */
import type { Views } from './views.js';

export const gatesReference = ({ f32 }: Views) => ({
  scaleRows(out: number, input: number, gate: number, stride: number, width: number, from: number, to: number): void {
    for (let i = from; i < to; i++) {
      for (let b = 0; b < width; b++) {
        const at = i * stride + b;
        f32[out / 4 + at] = f32[gate / 4 + i] * f32[input / 4 + at];
      }
    }
  },

  rowDots(out: number, a: number, c: number, stride: number, width: number, from: number, to: number): void {
    for (let i = from; i < to; i++) {
      let sum = 0;
      for (let at = i * stride; at < i * stride + width; at++) sum += f32[a / 4 + at] * f32[c / 4 + at];
      f32[out / 4 + i] = sum;
    }
  },
});
