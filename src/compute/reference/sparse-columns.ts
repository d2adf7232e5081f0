/** Gaussian kernel values by the columns of sparse rows: the plain twin of kernels/sparse-columns.ts. */
import { gaussianKernel } from './gaussian.js';
import type { Views } from './views.js';

export const sparseColumnsReference = ({ f32, f64, i32 }: Views) => ({
  sparseTable(
    table: number,
    x: number,
    _squares: number,
    _groups: number,
    _columnStart: number,
    _columnRow: number,
    _columnValue: number,
    _sums: number,
    count: number,
    stride: number,
    gamma: number,
    from: number,
    to: number,
  ): void {
    for (let i = from; i < to; i++) {
      for (let j = 0; j <= i; j++) {
        const value = gaussianKernel(f64, x / 8 + i * stride, x / 8 + j * stride, stride, gamma);
        f32[table / 4 + i * count + j] = value;
        f32[table / 4 + j * count + i] = value;
      }
    }
  },

  sparseValues(
    values: number,
    test: number,
    testSquares: number,
    _testGroups: number,
    columnStart: number,
    columnRow: number,
    columnValue: number,
    squares: number,
    rows: number,
    _sums: number,
    stride: number,
    trainRows: number,
    supportCount: number,
    gamma: number,
    from: number,
    to: number,
  ): void {
    for (let i = from; i < to; i++) {
      const dots = new Float64Array(trainRows);
      for (let f = 0; f < stride; f++) {
        for (let k = i32[columnStart / 4 + f]; k < i32[columnStart / 4 + f + 1]; k++) {
          dots[i32[columnRow / 4 + k]] += f64[test / 8 + i * stride + f] * f64[columnValue / 8 + k];
        }
      }
      for (let s = 0; s < supportCount; s++) {
        const row = i32[rows / 4 + s];
        const distance = f64[testSquares / 8 + i] + f64[squares / 8 + row] - 2 * dots[row];
        f64[values / 8 + i * supportCount + s] = Math.exp(-gamma * distance);
      }
    }
  },
});
