/** |x[row]|^2: the plain twin of kernels/squared-norms.ts. */
import type { Views } from './views.js';

export const squaredNormsReference = ({ f64 }: Views) => ({
  squaredNorms(squares: number, x: number, stride: number, from: number, to: number): void {
    for (let row = from; row < to; row++) {
      let sum = 0;
      for (let f = 0; f < stride; f++) sum += f64[x / 8 + row * stride + f] ** 2;
      f64[squares / 8 + row] = sum;
    }
  },
});
