/** Gaussian kernel values of many rows with many: the plain twin of kernels/gaussian-tile.ts. */
import { kernelNumbers } from '../kernels-interface.js';
import { gaussianKernel } from './gaussian.js';
import type { Views } from './views.js';

const { tileRows } = kernelNumbers;

export const gaussianTileReference = ({ f32, f64, i32 }: Views) => ({
  gaussianTable(
    table: number,
    x: number,
    _squares: number,
    _scratch: number,
    count: number,
    stride: number,
    gamma: number,
    from: number,
    to: number,
  ): void {
    const tileOf = (i: number, j: number): number => {
      const [row, column] = [Math.floor(i / tileRows), Math.floor(j / tileRows)];
      return (row * (row + 1)) / 2 + column;
    };
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < count; j++) {
        const tile = tileOf(Math.max(i, j), Math.min(i, j));
        if (tile < from || tile >= to) continue;
        f32[table / 4 + i * count + j] = gaussianKernel(f64, x / 8 + i * stride, x / 8 + j * stride, stride, gamma);
      }
    }
  },

  gaussianValues(
    values: number,
    test: number,
    _testSquares: number,
    x: number,
    _squares: number,
    rows: number,
    _scratch: number,
    stride: number,
    supportCount: number,
    gamma: number,
    from: number,
    to: number,
  ): void {
    for (let i = from; i < to; i++) {
      for (let s = 0; s < supportCount; s++) {
        const support = x / 8 + i32[rows / 4 + s] * stride;
        f64[values / 8 + i * supportCount + s] = gaussianKernel(f64, test / 8 + i * stride, support, stride, gamma);
      }
    }
  },
});
