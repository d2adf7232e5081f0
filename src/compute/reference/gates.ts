/** Gates on rows: the plain twin of kernels/gates.ts. */
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
});
