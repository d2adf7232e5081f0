/** Centred Gaussian kernels over blocks of rows: the plain twin of kernels/centred-kernels.ts. */
import type { Views } from './views.js';

export const centredKernelsReference = ({ f32 }: Views) => ({
  centredKernels(out: number, values: number, _scratch: number, size: number, from: number, to: number): void {
    const length = (size * (size + 1)) / 2;
    for (let b = from; b < to; b++) {
      const x = Array.from(f32.subarray(values / 4 + b * size, values / 4 + (b + 1) * size));
      const kernel = x.map((own) => x.map((other) => Math.exp((-(own - other) * (own - other)) / 2)));
      const means = kernel.map((row) => row.reduce((sum, value) => sum + value, 0) / size);
      const mean = means.reduce((sum, value) => sum + value, 0) / size;
      const stored = kernel.flatMap((row, p) =>
        row.slice(p).map((value, i) => (value - means[p] - means[p + i] + mean) * (i === 0 ? 1 : Math.SQRT2)),
      );
      const norm = Math.sqrt(stored.reduce((sum, value) => sum + value * value, 0)) + 1e-9;
      f32.set(
        stored.map((value) => value / norm),
        out / 4 + b * length,
      );
    }
  },
});
