/** A support vector machine for a number: every row twice, once for an error above and once for one below; see svm.ts. */
import type { SupportVectors } from './svm-decide.js';
import type { SolvedTask, SvmTask } from './svm-solve.js';

/** `rows` are those that count, `values` the numbers of all rows. */
export function regressionTask(rows: Int32Array, values: Float64Array, costs: Float64Array, epsilon: number): SvmTask {
  return {
    count: 2 * rows.length,
    variables() {
      const both = new Int32Array(2 * rows.length);
      both.set(rows);
      both.set(rows, rows.length);
      const labels = Float64Array.from(both, (_, at) => (at < rows.length ? 1 : -1));
      return {
        rows: both,
        labels,
        costs: Float64Array.from(both, (row) => costs[row]),
        starts: Float64Array.from(both, (row, at) => values[row] - labels[at] * epsilon),
      };
    },
  };
}

/** The rows whose two coefficients do not cancel. */
export function collectRegressionVectors(rows: Int32Array, { coefficients }: SolvedTask): SupportVectors {
  const sums = Float64Array.from(rows, (_, at) => coefficients[at] + coefficients[rows.length + at]);
  const kept = [...rows.keys()].filter((at) => sums[at] !== 0);
  const stride = Math.max(4, Math.ceil(kept.length / 4) * 4);
  const support = { classCount: 2, classStart: Int32Array.of(0, kept.length, kept.length), stride };
  const [padded, line] = [new Int32Array(stride), new Float64Array(stride)];
  kept.forEach((at, place) => {
    padded[place] = rows[at];
    line[place] = sums[at];
  });
  return { ...support, rows: padded, coefficients: line };
}
