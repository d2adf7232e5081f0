/** Products of pairs of rows: the plain twin of kernels/gram.ts. */
import type { Views } from './views.js';

export const gramReference = ({ f32, f64 }: Views) => {
  const add = (
    numbers: Float32Array | Float64Array,
    gram: number,
    a: number,
    count: number,
    length: number,
    i: number,
  ) => {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k < length; k++) sum += numbers[a + i * length + k] * numbers[a + j * length + k];
      f64[gram + i * count + j] += sum;
    }
  };
  return {
    gramOfFloats(gram: number, a: number, count: number, length: number, from: number, to: number): void {
      for (let i = from; i < to; i++) add(f32, gram / 8, a / 4, count, length, i);
    },
    crossOfFloats(
      products: number,
      a: number,
      b: number,
      count: number,
      length: number,
      from: number,
      to: number,
    ): void {
      for (let i = 2 * from; i < 2 * to; i++) {
        for (let j = 0; j < count; j++) {
          let sum = 0;
          for (let k = 0; k < length; k++) sum += f32[a / 4 + i * length + k] * f32[b / 4 + j * length + k];
          f64[products / 8 + i * count + j] += sum;
        }
      }
    },
    gramOfDoubles(gram: number, a: number, count: number, length: number, from: number, to: number): void {
      for (let i = from; i < to; i++) add(f64, gram / 8, a / 8, count, length, i);
    },
  };
};
