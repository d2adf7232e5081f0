/** Softmax, cross-entropy and its gradient: the plain twin of kernels/softmax.ts. */
import type { Views } from './views.js';

export const softmaxReference = ({ f32, i32 }: Views) => ({
  softmax(
    delta: number,
    loss: number,
    logits: number,
    label: number,
    classCount: number,
    stride: number,
    rowCount: number,
    scale: number,
    from: number,
    to: number,
  ): void {
    for (let b = 4 * from; b < 4 * to; b++) {
      const z = Array.from({ length: classCount }, (_, c) => f32[logits / 4 + c * stride + b]);
      const top = Math.max(...z);
      const total = z.reduce((sum, value) => sum + Math.exp(value - top), 0);
      const mine = i32[label / 4 + b];
      const isPadding = b >= rowCount;
      f32[loss / 4 + b] = isPadding ? 0 : Math.log(total) - (z[mine] - top);
      for (let c = 0; c < classCount; c++) {
        const p = Math.exp(z[c] - top) / total;
        f32[delta / 4 + c * stride + b] = isPadding ? 0 : scale * (p - (c === mine ? 1 : 0));
      }
    }
  },
});
