/**
 * The two-class support vector problem: the plain twin of kernels/svm-solve.ts. It solves each problem in one call,
 * without cache and shrinking, and leaves the rows in their first order.
 */
import { gaussianKernel } from './gaussian.js';
import type { Views } from './views.js';

/** Where the fields of a problem stand: doubles, then integers (see kernels/svm-problem.ts). */
const field = { gamma: 0, cost: 1, tolerance: 2, rho: 3 } as const;
const integer = { phase: 14, x: 15, stride: 17, count: 18, iterations: 22, row: 24, label: 26, alpha: 27 } as const;
const solvedPhase = 3;
const leastCurvature = 1e-12;

export const svmSolveReference = ({ f64, i32 }: Views) => ({
  svmSolve(problems: number, size: number, _budget: number, from: number, to: number): void {
    for (let problem = from; problem < to; problem++) solve(problems + problem * size);

    function solve(at: number): void {
      const double = (name: keyof typeof field) => f64[at / 8 + field[name]];
      const int = (name: keyof typeof integer) => i32[at / 4 + integer[name]];
      const { count, cost } = { count: int('count'), cost: double('cost') };
      const alpha = f64.subarray(int('alpha') / 8, int('alpha') / 8 + count);
      const label = f64.subarray(int('label') / 8, int('label') / 8 + count);
      const value = Float64Array.from(label);
      const mayUp = (t: number) => (label[t] > 0 ? alpha[t] < cost : alpha[t] > 0);
      const mayDown = (t: number) => (label[t] > 0 ? alpha[t] > 0 : alpha[t] < cost);
      const point = (t: number) => int('x') / 8 + i32[int('row') / 4 + t] * int('stride');
      const kernel = (s: number, t: number) =>
        Math.fround(gaussianKernel(f64, point(s), point(t), int('stride'), double('gamma')));

      for (let pair = choosePair(); pair; pair = choosePair()) {
        const [i, j] = pair;
        const curvature = Math.max(2 - 2 * kernel(i, j), leastCurvature);
        // Both move by the same step along their labels, in opposite directions, as far as the box allows.
        const room = (t: number, direction: number) => (direction > 0 ? cost - alpha[t] : alpha[t]);
        const step = Math.min((value[i] - value[j]) / curvature, room(i, label[i]), room(j, -label[j]));
        const rowI = Float64Array.from(value, (_, t) => kernel(i, t));
        const rowJ = Float64Array.from(value, (_, t) => kernel(j, t));
        alpha[i] += label[i] * step;
        alpha[j] -= label[j] * step;
        for (let t = 0; t < count; t++) value[t] -= step * (rowI[t] - rowJ[t]);
        i32[at / 4 + integer.iterations]++;
      }
      f64[at / 8 + field.rho] = findRho();
      i32[at / 4 + integer.phase] = solvedPhase;

      function choosePair(): [number, number] | undefined {
        const rows = [...value.keys()];
        const i = rows.filter(mayUp).reduce((best, t) => (value[t] >= value[best] ? t : best));
        const partners = rows.filter(mayDown);
        const lowest = Math.min(...partners.map((t) => value[t]));
        if (value[i] - lowest < double('tolerance')) return undefined;
        const gain = (t: number) => (value[i] - value[t]) ** 2 / Math.max(2 - 2 * kernel(i, t), leastCurvature);
        return [i, partners.filter((t) => value[t] < value[i]).reduce((best, t) => (gain(t) >= gain(best) ? t : best))];
      }

      function findRho(): number {
        const rows = [...value.keys()];
        const free = rows.filter((t) => mayUp(t) && mayDown(t));
        if (free.length > 0) return -free.reduce((sum, t) => sum + value[t], 0) / free.length;
        const high = Math.min(...rows.filter(mayUp).map((t) => -value[t]));
        const low = Math.max(...rows.filter(mayDown).map((t) => -value[t]));
        return (high + low) / 2;
      }
    }
  },
});
