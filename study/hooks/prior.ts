/** How much the importance in trees counts beside the strength of the network: rules that were tried. */
import { createRandom, shuffle } from '../../src/maths/random.js';
import { allRows } from '../../src/matrix/all-rows.js';
import type { EpochHooks } from '../../src/select/network/sparse-network.js';
import {
  alikeness,
  type FirstChoices,
  type PriorWeight,
  product,
  standardised,
} from '../../src/select/network/tree-prior.js';

const fullWeight = 2;

/** As of the third study: by the mean r^2 of any two of the features that the trees would choose. */
const byMean: PriorWeight = ({ columns }) => fullWeight * Math.min(1, Math.max(0, 1 - alikeness(columns) / 0.1));

/** By what the one most like it says of a feature: nothing left where that is half. */
const byNearest: PriorWeight = ({ columns }) => {
  const chance = nearness(columns.map(shuffled));
  return fullWeight * Math.min(1, Math.max(0, 1 - 2 * (nearness(columns) - chance)));
};

/** As much of the mean rule as the trees have seen of the rows. */
const byRowsSeen: PriorWeight = (choices) => byMean(choices) * (choices.labels.length / choices.rowCount);

export const meanRule = (): EpochHooks => ({ priorWeight: byMean });
export const nearestRule = (): EpochHooks => ({ priorWeight: byNearest });
export const rowsSeenRule = (): EpochHooks => ({ priorWeight: byRowsSeen });

/** Alike only in what is left when the class is known: features that merely tell the same class are not copies. */
export const nearestWithinRule = (): EpochHooks => ({
  priorWeight: (choices) => byNearest({ ...choices, columns: choices.columns.map(withinClasses(choices)) }),
});

/** The mean rule while most neurons go, and nothing of it in the end. */
export const fadingRule = (): EpochHooks => ({
  priorWeight: byMean,
  priorShare: (done) => Math.max(0, 1 - done / 0.9),
});

/** The rows of each feature in an order of its own, so that only chance makes them alike. */
function shuffled(column: Float64Array, seed: number): Float64Array {
  const order = shuffle(allRows({ rowCount: column.length }), createRandom(seed));
  return Float64Array.from(order, (row) => column[row]);
}

/** Mean over the features of the largest r^2 with another. */
function nearness(columns: readonly Float64Array[]): number {
  const largest = new Float64Array(columns.length);
  for (let i = 0; i < columns.length; i++) {
    for (let j = 0; j < i; j++) {
      const square = product(columns[i], columns[j]) ** 2;
      largest[i] = Math.max(largest[i], square);
      largest[j] = Math.max(largest[j], square);
    }
  }
  return largest.reduce((sum, value) => sum + value, 0) / Math.max(1, columns.length);
}

/** A column less the mean of its class in every row, of length 1 again. */
const withinClasses =
  ({ labels }: FirstChoices) =>
  (column: Float64Array): Float64Array => {
    const classCount = labels.reduce((most, label) => Math.max(most, label), 0) + 1;
    const [sum, count] = [new Float64Array(classCount), new Int32Array(classCount)];
    column.forEach((value, row) => {
      sum[labels[row]] += value;
      count[labels[row]]++;
    });
    return standardised(column.map((value, row) => value - sum[labels[row]] / count[labels[row]]));
  };
