/** Projections of deltas on a few directions: the plain twin of `projectDeltas` in kernels/screen.ts. */
import { kernelNumbers } from '../kernels-interface.js';
import { recordAt } from '../records.js';
import type { Views } from './views.js';

export const screenReference = ({ f32, i32 }: Views) => ({
  projectDeltas(screen: number, delta: number, stride: number, width: number, from: number, to: number): void {
    const record = recordAt({ buffer: i32.buffer }, 'Screen', screen);
    const [rank, basis] = [record.get('rank'), record.get('basis') / 4];
    for (let o = from; o < to; o++) {
      const d = delta / 4 + o * stride;
      const into = record.get('records') / 4 + o * (rank + kernelNumbers.recordTail);
      const rest = Float64Array.from(f32.subarray(d, d + width));
      const whole = norm(rest);
      for (let j = 0; j < rank; j++) {
        const direction = f32.subarray(basis + j * stride, basis + j * stride + width);
        const coefficient = direction.reduce((sum, v, b) => sum + v * f32[d + b], 0);
        direction.forEach((v, b) => {
          rest[b] -= coefficient * v;
        });
        f32[into + j] = coefficient;
      }
      f32.set([norm(rest), whole, norm(rest), whole], into + rank);
    }
  },
});

function norm(values: Float64Array): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
}
