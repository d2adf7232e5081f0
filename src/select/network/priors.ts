/**
 * The priors of NeuroFS: what is known of the features before the network is trained, which counts beside its strengths.
 *
 *   trees: the importance of every feature in extremely randomised trees (src/trees). A tree looks at one feature at a time
 *          and at any shape of dependence, so it sees what a network hardly tells from noise: features that act by their
 *          square, or in steps.
 *   pairs: features that tell the classes only two together (pair-screen.ts).
 *
 * Neither sees that features say the same: copies are all important, where the network keeps one. So they count the less
 * the more alike the 50 features are that the trees would choose (alikeness.ts), and not at all where they have a tenth in
 * common on the mean, or each has half in common with one other:
 *
 *   weight = 2 * (1 - the larger of 10 * mean r^2 and 2 * nearest r^2), at least 0
 *
 * Of features that are independent nearly all of the weight is left; on pixels and on most genes there is none, and the
 * network decides alone. That shows in a fifth of the trees, whose choices are less alike than those of all: where they have no weight the others are not grown.
 *
 * Numbers are told to the trees by their place in the order, so that heavy tails do not decide; pairs are screened for classes
 * alone, and survival times have no prior. Both see all training rows, or a sample where there are many. More rows take fewer trees to say as much.
 */
import { type Random, shuffle } from '../../maths/random.js';
import { rankedBy } from '../../maths/ranks.js';
import { allRows } from '../../matrix/all-rows.js';
import { createBatchLoader } from '../../network/batch-loader.js';
import { planWindows } from '../../network/row-order.js';
import type { StrengthPrior } from '../../network/sparse/strength-prior.js';
import { takeTargetRows } from '../../target/take-target-rows.js';
import { forestTarget } from '../../trees/forest-target.js';
import { giniImportance } from '../../trees/gini-importance.js';
import { inTurns } from '../../turns.js';
import type { AnyMatrix, ClassTarget, Target, TrainingSet, ValueTarget } from '../../types.js';
import type { SelectContext } from '../contract.js';
import { rankScores } from '../rank-scores.js';
import { alikeness, standardised } from './alikeness.js';
import { pairSteps } from './pair-screen.js';

export const priorChoices = ['trees+pairs', 'trees', 'none'] as const;
export type Prior = (typeof priorChoices)[number];

const fullWeight = 2;
/** The mean r^2, and the r^2 with the nearest, from which on they do not count. */
const [mostMean, mostNearest] = [0.1, 0.5];
const comparedFeatures = 50;

const mostRows = 2000;
const [fewestTrees, mostTrees] = [100, 500];
const treeRows = 200_000;
/** Share of the trees after which they may be found not to count. */
const firstTrees = 0.2;

/** The features that the trees would choose, by which it is decided how much they count. */
export interface FirstChoices {
  /** Their values in the rows that the trees saw, standardised. */
  readonly columns: readonly Float64Array[];
  /** How many rows there are in all. */
  readonly rowCount: number;
}

/** How much the trees count beside the network: 1 is as much. */
export type PriorWeight = (choices: FirstChoices) => number;

/** What the trees found, and in which rows: `values[feature * rows + row]`. */
export interface TreesFound extends FirstChoices {
  readonly importance: Float64Array;
  readonly values: Float32Array;
}

/** Where a study can reach in: another weight, further priors, and all trees even where the first show that they do not count. */
export interface PriorHooks {
  readonly allTrees?: boolean;
  readonly priorWeight?: PriorWeight;
  readonly morePriors?: (found: TreesFound) => readonly StrengthPrior[];
}

/** None where there is nothing to say: survival times, or features that are too much alike. */
export async function findPriors(
  training: TrainingSet<AnyMatrix, Target>,
  choice: Prior,
  { engine, random: parent, signal }: SelectContext,
  { allTrees = false, priorWeight: weigh = weighByAlikeness, morePriors }: PriorHooks = {},
): Promise<readonly StrengthPrior[]> {
  const { matrix, target } = training;
  if (choice === 'none' || target.kind === 'survival') return [];
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
    const told = forestTarget(inOrder(takeTargetRows(target, rows)));
    const input = { ...told, featureCount, train };
    const weighed = (importance: Float64Array) => {
      const best = rankScores(importance).ranking.subarray(0, comparedFeatures);
      const valuesOf = (feature: number) => train.view.subarray(feature * rows.length, (feature + 1) * rows.length);
      const columns = Array.from(best, (feature) => standardised(valuesOf(feature)));
      const choices: FirstChoices = { columns, rowCount: matrix.rowCount };
      return { choices, weight: weigh(choices) };
    };
    let first: ReturnType<typeof weighed> | undefined;
    const review = {
      after: Math.round(firstTrees * trees),
      goesOn: (early: Float64Array) => {
        first = weighed(early);
        return first.weight > 0;
      },
    };
    // What is told beside the trees may need all of them.
    const isReviewed = !allTrees && morePriors === undefined;
    const importance = await giniImportance(
      input,
      { trees, featuresPerSplit: 'sqrt' },
      { engine, random, signal, ...(isReviewed && { review }) },
    );
    const { choices, weight } = first?.weight === 0 ? first : weighed(importance);
    const more = morePriors?.({ ...choices, importance, values: train.view }) ?? [];
    if (weight === 0) return more;
    const pairs =
      choice === 'trees+pairs' && told.trainLabels
        ? await inTurns(pairSteps({ ...input, values: train.view, labels: told.trainLabels }), signal)
        : undefined;
    return [...[importance, pairs].flatMap((each) => (each ? [{ importance: each, weight }] : [])), ...more];
  } finally {
    memory.release(mark);
  }
}

/** None where the features are alike. */
const weighByAlikeness: PriorWeight = ({ columns }) => {
  const { mean, nearest } = alikeness(columns);
  return fullWeight * Math.max(0, 1 - Math.max(mean / mostMean, nearest / mostNearest));
};

/** Numbers by their place in the order, so that a few far from all others do not take up the splits. */
function inOrder(target: ClassTarget | ValueTarget): ClassTarget | ValueTarget {
  if (target.kind === 'classes') return target;
  const { values, outputCount } = target;
  const places = Array.from({ length: outputCount }, (_, output) =>
    rankedBy(values.filter((__, at) => at % outputCount === output))(),
  );
  return { ...target, values: values.map((_, at) => places[at % outputCount][Math.floor(at / outputCount)]) };
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
