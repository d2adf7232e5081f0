/** How much the importance in trees counts beside the strength of the network: rules before the present one, and beside it. */
import { alikeness, product } from '../../src/select/network/alikeness.js';
import type { FirstChoices, PriorWeight } from '../../src/select/network/priors.js';
import type { EpochHooks } from '../../src/select/network/sparse-network.js';

/** As of the third study: by the mean r^2 of any two of the features that the trees would choose, less 1 / (rows - 1). */
const byMean: PriorWeight = ({ columns }) => 2 * Math.min(1, Math.max(0, 1 - 10 * meanSquare({ columns })));

/** By what the nearest says of each feature alone. */
export const nearestRule = (): EpochHooks => ({
  allTrees: true,
  priorWeight: ({ columns }) => 2 * Math.max(0, 1 - 2 * alikeness(columns).nearest),
});

export const meanRule = (): EpochHooks => ({ allTrees: true, priorWeight: byMean });

/** As much of the mean rule as the trees have seen of the rows. */
export const rowsSeenRule = (): EpochHooks => ({
  allTrees: true,
  priorWeight: ({ columns, rowCount }) => (byMean({ columns, rowCount }) * (columns[0]?.length ?? 0)) / rowCount,
});

function meanSquare({ columns }: Pick<FirstChoices, 'columns'>): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < columns.length; i++) {
    for (let j = 0; j < i; j++) {
      sum += product(columns[i], columns[j]) ** 2;
      count++;
    }
  }
  return count === 0 ? 0 : sum / count - 1 / Math.max(1, columns[0].length - 1);
}
