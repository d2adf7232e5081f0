/** Cholesky's factorisation and the inverse of the factor: the plain twin of kernels/cholesky.ts. */
import type { Views } from './views.js';

export const choleskyReference = ({ f64 }: Views) => ({
  factoriseRows(matrix: number, stride: number, from: number, to: number): number {
    const at = (i: number, j: number) => matrix / 8 + i * stride + j;
    for (let i = from; i < to; i++) {
      for (let j = 0; j <= i; j++) {
        let rest = f64[at(i, j)];
        for (let k = 0; k < j; k++) rest -= f64[at(i, k)] * f64[at(j, k)];
        if (j === i && !(rest > 0)) return i;
        f64[at(i, j)] = j === i ? Math.sqrt(rest) : rest / f64[at(j, j)];
      }
    }
    return -1;
  },

  invertRows(inverse: number, factor: number, stride: number, from: number, to: number): void {
    for (let i = from; i < to; i++) {
      for (let j = 0; j <= i; j++) {
        let sum = i === j ? 1 : 0;
        for (let k = j; k < i; k++) sum -= f64[factor / 8 + i * stride + k] * f64[inverse / 8 + k * stride + j];
        f64[inverse / 8 + i * stride + j] = sum / f64[factor / 8 + i * stride + i];
      }
    }
  },
});
