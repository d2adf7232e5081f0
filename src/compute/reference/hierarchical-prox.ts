/**
 * The hierarchical proximal step of LassoNet: the plain twin of kernels/hierarchical-prox.ts.
 * Written as the article has it (Algorithm 2): sort the sizes of the weights, and take the first number m of cut weights
 * whose level lies between the m-th and the next size.
 */
import type { Views } from './views.js';

export const hierarchicalProxReference = ({ f32 }: Views) => ({
  hierarchicalProx(
    skip: number,
    weight: number,
    skipStride: number,
    weightStride: number,
    classCount: number,
    hiddenCount: number,
    lambda: number,
    hierarchy: number,
    from: number,
    to: number,
  ): void {
    for (let j = 16 * from; j < 16 * to; j++) {
      const v = Array.from({ length: classCount }, (_, c) => f32[skip / 4 + c * skipStride + j]);
      const u = Array.from({ length: hiddenCount }, (_, h) => f32[weight / 4 + h * weightStride + j]);
      const { factor, level } = solveHierarchy(v, u, lambda, hierarchy);
      v.forEach((value, c) => {
        f32[skip / 4 + c * skipStride + j] = factor * value;
      });
      u.forEach((value, h) => {
        f32[weight / 4 + h * weightStride + j] = Math.max(-level, Math.min(level, value));
      });
    }
  },
});

/** The factor on the skip weights v and the level to which the weights u are cut. */
export function solveHierarchy(
  v: readonly number[],
  u: readonly number[],
  lambda: number,
  hierarchy: number,
): { factor: number; level: number } {
  const norm = Math.sqrt(v.reduce((sum, value) => sum + value * value, 0));
  if (norm === 0) return { factor: 0, level: 0 };
  const sizes = u.map(Math.abs).sort((a, b) => b - a);
  let cutSum = 0;
  for (let m = 0; m <= sizes.length; m++) {
    if (m > 0) cutSum += sizes[m - 1];
    const r = Math.max(0, norm - lambda + hierarchy * cutSum) / (1 + m * hierarchy * hierarchy);
    if (m === sizes.length || hierarchy * r >= sizes[m]) return { factor: r / norm, level: hierarchy * r };
  }
  throw new Error(`no number of cut weights fits among ${sizes.length}`);
}
