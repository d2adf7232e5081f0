/** Decision values of all pairs of classes: the plain twin of kernels/svm-decide.ts. */
import type { Views } from './views.js';

export const svmDecideReference = ({ f64, i32 }: Views) => ({
  svmDecide(
    decisions: number,
    values: number,
    coefficients: number,
    rho: number,
    classStart: number,
    supportStride: number,
    classCount: number,
    from: number,
    to: number,
  ): void {
    const pairCount = (classCount * (classCount - 1)) / 2;
    for (let row = from; row < to; row++) {
      /** Sum over the support vectors of a class, with the coefficients of one line. */
      const sum = (label: number, line: number): number => {
        let total = 0;
        for (let s = i32[classStart / 4 + label]; s < i32[classStart / 4 + label + 1]; s++) {
          total += f64[coefficients / 8 + line * supportStride + s] * f64[values / 8 + row * supportStride + s];
        }
        return total;
      };
      let pair = 0;
      for (let i = 0; i < classCount; i++) {
        for (let j = i + 1; j < classCount; j++, pair++) {
          f64[decisions / 8 + row * pairCount + pair] = sum(i, j - 1) + sum(j, i) - f64[rho / 8 + pair];
        }
      }
    }
  },
});
