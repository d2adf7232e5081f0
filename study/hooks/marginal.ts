/** How far the classes differ in the mean of each feature counts beside trees and pairs, by the same weight times a number. */
import { alikeness } from '../../src/select/network/alikeness.js';
import type { EpochHooks } from '../../src/select/network/sparse-network.js';
import type { TrainingSet } from '../../src/types.js';

export const marginal =
  (times: number) =>
  ({ target }: TrainingSet): EpochHooks => ({
    morePriors: ({ columns, importance, values }) => {
      const { mean, nearest } = alikeness(columns);
      const weight = times * Math.max(0, 1 - Math.max(10 * mean, 2 * nearest));
      if (weight === 0) return [];
      const rows = values.length / importance.length;
      const count = target.classNames.length;
      const f = Float64Array.from(importance, (_, feature) => {
        const sums = new Float64Array(count);
        const n = new Float64Array(count);
        let [all, square] = [0, 0];
        for (let row = 0; row < rows; row++) {
          const value = values[feature * rows + row];
          sums[target.labels[row]] += value;
          n[target.labels[row]]++;
          all += value;
          square += value * value;
        }
        let between = -(all * all) / rows;
        sums.forEach((sum, c) => {
          if (n[c] > 0) between += (sum * sum) / n[c];
        });
        const total = square - (all * all) / rows;
        if (!(total > 1e-12)) return 0;
        const within = Math.max(total - between, 1e-9 * total);
        return (between / (count - 1) / within) * (rows - count);
      });
      return [{ importance: f, weight }];
    },
  });
