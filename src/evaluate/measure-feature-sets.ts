/**
 * Is the selection any good? The accuracy of a classifier on the selected features, beside all features and beside as
 * many drawn at random.
 *
 * On large data a sample of the rows is enough for this look, and the rows of the result say how many were used; the
 * full evaluation is a command of its own.
 */

import type { Engine } from '../compute/engine.js';
import { UserError } from '../errors.js';
import { createRandom, type Random, shuffle } from '../maths/random.js';
import type { AnyMatrix, ClassifierName, Dataset, Redundant, Scaling, Split } from '../types.js';
import type { FeatureChoice } from './choose-features.js';
import type { ClassifierOptions } from './classify.js';
import type { ClassifierContext } from './contract.js';
import { type EvaluationRequest, evaluateFeatures } from './evaluate.js';
import { wilsonInterval } from './metrics.js';
import { sampleTrainRows } from './sample-train-rows.js';

export interface EvaluationPlan {
  /** None measures nothing. */
  readonly classifiers: readonly ClassifierName[];
  readonly mostTrainRows: number;
  readonly mostTestRows: number;
  /** How many random sets of features are drawn. */
  readonly randomSets: number;
  readonly options: ClassifierOptions;
}

export const evaluationDefaults: EvaluationPlan = {
  classifiers: ['svm'],
  mostTrainRows: 5000,
  mostTestRows: 5000,
  randomSets: 5,
  options: {},
};

export interface AccuracyRow {
  readonly classifier: ClassifierName;
  readonly features: 'selected' | 'all' | 'random';
  readonly featureCount: number;
  /** Share of the test rows that were classified rightly; for random sets the mean over the sets. */
  readonly accuracy: number;
  /** 95 % interval (Wilson) from the number of test rows. */
  readonly interval: readonly [number, number];
  readonly trainRowCount: number;
  readonly testRowCount: number;
}

export interface MeasuredSets {
  readonly rows: readonly AccuracyRow[];
  /** Why something could not be measured. */
  readonly warnings: readonly string[];
}

interface Measured {
  readonly dataset: Dataset<AnyMatrix>;
  readonly split: Split;
  readonly scaling: Scaling;
  readonly redundant: Redundant;
  /** Matrix columns of the selected features. */
  readonly selected: Int32Array;
  /** How many features, or groups of columns, were selected. */
  readonly k: number;
  readonly seed: number;
}

interface Context {
  readonly engine: Engine;
  readonly signal?: AbortSignal;
}

export async function measureFeatureSets(
  measured: Measured,
  given: Partial<EvaluationPlan>,
  { engine, signal }: Context,
): Promise<MeasuredSets> {
  const plan = { ...evaluationDefaults, ...given };
  const { dataset, scaling, redundant, selected, k } = measured;
  if (measured.split.test.length === 0 || plan.classifiers.length === 0) return { rows: [], warnings: [] };
  const random = createRandom(measured.seed).fork('evaluate');
  const split = sampleRows(measured.split, dataset, plan, random);
  const sets: readonly [AccuracyRow['features'], FeatureChoice, number][] = [
    ['selected', selected, 1],
    ['all', 'all', 1],
    ['random', { random: k }, plan.randomSets],
  ];
  const rows: AccuracyRow[] = [];
  const warnings: string[] = [];
  for (const [name, features, draws] of sets) {
    const { classifiers, options } = plan;
    const request = { dataset, split, scaling, redundant, features, classifiers, options };
    try {
      if (name === 'all') refuseLarge(dataset.matrix, split);
      rows.push(...(await measureDraws(name, request, draws, { engine, signal, random: random.fork(name) })));
    } catch (error) {
      // A set that cannot be judged must not cost the user the selection.
      if (!(error instanceof UserError && error.code === 'data')) throw error;
      warnings.push(`The accuracy of ${name} features was not measured: ${error.message}.`);
    }
  }
  return { rows, warnings };
}

/** Bytes that all features of the rows may take in doubles, where the data is on disk. */
const mostStoredBytes = 2 ** 26;

function refuseLarge(matrix: AnyMatrix, { train, test }: Split): void {
  const rowCount = train.length + test.length;
  const bytes = rowCount * matrix.columnCount * 8;
  if (matrix.kind !== 'stored' || bytes <= mostStoredBytes) return;
  const megabytes = (count: number) => `${Math.round(count / 1e6).toLocaleString('en')} MB`;
  throw new UserError(
    'data',
    `${rowCount.toLocaleString('en')} rows of ${matrix.columnCount.toLocaleString('en')} features would take ` +
      `${megabytes(bytes)}, and only ${megabytes(mostStoredBytes)} are set aside for this when the data is kept on disk; ` +
      'the selection is not affected, and memory enough for all of the data gives this accuracy too',
  );
}

/** A row for every classifier: the mean over so many draws of the features. */
async function measureDraws(
  name: AccuracyRow['features'],
  request: EvaluationRequest,
  draws: number,
  context: ClassifierContext,
): Promise<AccuracyRow[]> {
  const { train, test } = request.split;
  const right = new Map<ClassifierName, number>();
  let featureCount = 0;
  for (let draw = 0; draw < draws; draw++) {
    const random = context.random.fork(`draw ${draw}`);
    for (const { classifier, metrics, features } of await evaluateFeatures(request, { ...context, random })) {
      right.set(classifier, (right.get(classifier) ?? 0) + metrics.correct / draws);
      featureCount = features.length;
    }
  }
  return Array.from(right, ([classifier, correct]) => ({
    classifier,
    features: name,
    featureCount,
    accuracy: correct / test.length,
    interval: wilsonInterval(correct / test.length, test.length),
    trainRowCount: train.length,
    testRowCount: test.length,
  }));
}

/** At most so many rows of each side, drawn at random but with at least one training row of every class. */
export function sampleRows(split: Split, dataset: Dataset<AnyMatrix>, plan: EvaluationPlan, random: Random): Split {
  const test = shuffle(split.test.slice(), random).slice(0, plan.mostTestRows).sort();
  return { train: sampleTrainRows(split.train, dataset, plan.mostTrainRows, random), test };
}
