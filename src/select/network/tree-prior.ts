/**
 * The prior of NeuroFS: the importance of every feature in extremely randomised trees (src/trees). A tree looks at one
 * feature at a time and at any shape of dependence, so it sees what a network hardly tells from noise: features that act
 * by their square, or in steps.
 *
 * But trees do not see that features say the same: copies are all important to them, where the network keeps one. So they
 * count the less the more alike the features are that they would choose,
 *
 *   weight = 2 * (1 - 10 * (mean r^2 - 1 / (rows - 1))), between 0 and 2
 *
 * r being the correlation of any two of the 50 most important features, and 1 / (rows - 1) what r^2 is by chance. Of
 * features that are independent nearly all of the weight is left; on pixels and genes there is none, and the
 * network decides alone.
 *
 * The trees are grown on all training rows, or on a sample where there are many. More rows take fewer trees to say as much.
 */
import { type Random, shuffle } from '../../maths/random.js';
import { allRows } from '../../matrix/all-rows.js';
import { createBatchLoader } from '../../network/batch-loader.js';
import { planWindows } from '../../network/row-order.js';
import type { StrengthPrior } from '../../network/sparse/strength-prior.js';
import { giniImportance } from '../../trees/gini-importance.js';
import type { AnyMatrix, Target, TrainingSet } from '../../types.js';
import type { SelectContext } from '../contract.js';
import { rankScores } from '../rank-scores.js';

export const priors = ['trees', 'none'] as const;
export type Prior = (typeof priors)[number];

const fullWeight = 2;
/** Mean r^2 from which on the trees do not count. */
const mostAlike = 0.1;
const comparedFeatures = 50;

const mostRows = 2000;
const [fewestTrees, mostTrees] = [100, 500];
const treeRows = 200_000;

/** The features that the trees would choose, by which it is decided how much they count. */
export interface FirstChoices {
  /** Their values in the rows that the trees saw, of mean 0 and length 1, or all 0. */
  readonly columns: readonly Float64Array[];
  /** The classes of those rows. */
  readonly labels: Int32Array;
  /** How many rows there are in all. */
  readonly rowCount: number;
}

/** How much the trees count beside the network: 1 is as much. */
export type PriorWeight = (choices: FirstChoices) => number;

/** Undefined where trees have nothing to say: no classes to tell apart, or features that are too much alike. */
export async function treePrior(
  training: TrainingSet<AnyMatrix, Target>,
  { engine, random: parent, signal }: SelectContext,
  weigh: PriorWeight = weighByAlikeness,
): Promise<StrengthPrior | undefined> {
  const { matrix, target } = training;
  if (target.kind !== 'classes') return undefined;
  const random = parent.fork('trees');
  const rows = sampleRows(training, random.fork('rows'));
  const trees = Math.max(fewestTrees, Math.min(mostTrees, Math.round(treeRows / rows.length)));
  const { memory } = engine;
  const mark = memory.mark();
  try {
    const featureCount = matrix.columnCount;
    const train = memory.float32(featureCount * rows.length);
    const block = memory.int32(featureCount);
    block.view.set(allRows({ rowCount: featureCount }));
    const loaded = { values: train, stride: rows.length, compact: false };
    const loader = createBatchLoader(engine, training, rows.length);
    loader.load(rows, 0, rows.length, rows.length, { block, count: featureCount }, loaded);
    const trainLabels = rows.map((row) => target.labels[row]);
    const input = { featureCount, classCount: target.classNames.length, train, trainLabels };
    const importance = await giniImportance(input, { trees, featuresPerSplit: 'sqrt' }, { engine, random, signal });
    const best = rankScores(importance).ranking.subarray(0, comparedFeatures);
    const columns = Array.from(best, (feature) =>
      standardised(train.view.subarray(feature * rows.length, (feature + 1) * rows.length)),
    );
    const weight = weigh({ columns, labels: trainLabels, rowCount: matrix.rowCount });
    return weight > 0 ? { importance, weight } : undefined;
  } finally {
    memory.release(mark);
  }
}

const weighByAlikeness: PriorWeight = ({ columns }) =>
  fullWeight * Math.min(1, Math.max(0, 1 - alikeness(columns) / mostAlike));

/** Mean square of the correlation of any two of the features, less what it is by chance. */
export function alikeness(columns: readonly Float64Array[]): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < columns.length; i++) {
    for (let j = 0; j < i; j++) {
      sum += product(columns[i], columns[j]) ** 2;
      count++;
    }
  }
  return count === 0 ? 0 : sum / count - 1 / Math.max(1, columns[0].length - 1);
}

export function product(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let row = 0; row < a.length; row++) sum += a[row] * b[row];
  return sum;
}

/** Of mean 0 and length 1; all 0 where the feature is constant. */
export function standardised(values: Float32Array | Float64Array): Float64Array {
  let total = 0;
  for (const value of values) total += value;
  const mean = total / values.length;
  const centred = Float64Array.from(values, (value) => value - mean);
  const length = Math.sqrt(centred.reduce((sum, value) => sum + value * value, 0));
  return length > 0 ? centred.map((value) => value / length) : centred;
}

/** All rows, or as many of them as fit; where rows count differently, drawn as often as they count. */
function sampleRows(
  { matrix: { rowCount, columnCount }, weights }: TrainingSet<AnyMatrix, Target>,
  random: Random,
): Int32Array {
  const count = Math.min(rowCount, mostRows, planWindows(rowCount, columnCount).windowRows);
  if (weights !== undefined) return drawByWeight(weights, count, random).sort();
  const rows = allRows({ rowCount });
  return count === rowCount ? rows : shuffle(rows, random).slice(0, count).sort();
}

function drawByWeight(weights: Float64Array, count: number, random: Random): Int32Array {
  const upTo = new Float64Array(weights.length);
  let total = 0;
  weights.forEach((weight, row) => {
    total += weight;
    upTo[row] = total;
  });
  return Int32Array.from({ length: count }, () => {
    const drawn = random.float() * total;
    let [low, high] = [0, weights.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (upTo[middle] > drawn) high = middle;
      else low = middle + 1;
    }
    return low;
  });
}
