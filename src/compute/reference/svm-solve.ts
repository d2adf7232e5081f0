/**
 * The support vector problem: the plain twin of kernels/svm-solve.ts. It solves each problem in one call,
 * without cache and shrinking, and leaves the rows in their first order.
 */
import { kernelNumbers } from '../kernels-interface.js';
import { recordAt } from '../records.js';
import { gaussianKernel } from './gaussian.js';
import type { Views } from './views.js';

const leastCurvature = 1e-12;

export const svmSolveReference = ({ f64, i32 }: Views) => ({
  svmSolve(problems: number, size: number, _budget: number, from: number, to: number): void {
    for (let problem = from; problem < to; problem++) solve(problems + problem * size);

    function solve(at: number): void {
      const problem = recordAt({ buffer: i32.buffer }, 'Problem', at);
      const count = problem.get('count');
      const doubles = (name: 'alpha' | 'label' | 'cost' | 'start') =>
        f64.subarray(problem.get(name) / 8, problem.get(name) / 8 + count);
      const [alpha, label, cost] = [doubles('alpha'), doubles('label'), doubles('cost')];
      const value = Float64Array.from(doubles('start'));
      const mayUp = (t: number) => (label[t] > 0 ? alpha[t] < cost[t] : alpha[t] > 0);
      const mayDown = (t: number) => (label[t] > 0 ? alpha[t] > 0 : alpha[t] < cost[t]);
      const point = (t: number) => problem.get('x') / 8 + i32[problem.get('row') / 4 + t] * problem.get('stride');
      const kernel = (s: number, t: number) =>
        Math.fround(gaussianKernel(f64, point(s), point(t), problem.get('stride'), problem.get('gamma')));

      for (let pair = choosePair(); pair; pair = choosePair()) {
        const [i, j] = pair;
        const curvature = Math.max(2 - 2 * kernel(i, j), leastCurvature);
        // Both move by the same step along their labels, in opposite directions, as far as the box allows.
        const room = (t: number, direction: number) => (direction > 0 ? cost[t] - alpha[t] : alpha[t]);
        const step = Math.min((value[i] - value[j]) / curvature, room(i, label[i]), room(j, -label[j]));
        const rowI = Float64Array.from(value, (_, t) => kernel(i, t));
        const rowJ = Float64Array.from(value, (_, t) => kernel(j, t));
        alpha[i] += label[i] * step;
        alpha[j] -= label[j] * step;
        for (let t = 0; t < count; t++) value[t] -= step * (rowI[t] - rowJ[t]);
        problem.set({ iterations: problem.get('iterations') + 1 });
      }
      problem.set({ rho: findRho(), phase: kernelNumbers.solvedPhase });

      function choosePair(): [number, number] | undefined {
        const rows = [...value.keys()];
        const i = rows.filter(mayUp).reduce((best, t) => (value[t] >= value[best] ? t : best));
        const partners = rows.filter(mayDown);
        const lowest = Math.min(...partners.map((t) => value[t]));
        if (value[i] - lowest < problem.get('tolerance')) return undefined;
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
