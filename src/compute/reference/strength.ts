/** Strength of the input neurons: the plain twin of kernels/strength.ts. */
import type { Views } from './views.js';

export const strengthReference = ({ f32, i32 }: Views) => ({
  measureStrength(
    strength: number,
    rowStart: number,
    column: number,
    weight: number,
    initial: number,
    outCount: number,
    from: number,
    to: number,
  ): void {
    f32.fill(0, strength / 4 + from, strength / 4 + to);
    for (let k = 0; k < i32[rowStart / 4 + outCount]; k++) {
      const i = i32[column / 4 + k];
      if (i < from || i >= to) continue;
      f32[strength / 4 + i] += Math.abs(f32[weight / 4 + k] - (initial ? f32[initial / 4 + k] : 0));
    }
  },
});
