/**
 * Is the selection any good? The accuracy of a classifier on the selected features, beside all features and beside as
 * many drawn at random.
 *
 * On large data a sample of the rows is enough for this look, and the rows of the result say how many were used; the
 * full evaluation is a command of its own.
 */

import type { Engine } from '../compute/engine.js';
import { createRandom, type Random, shuffle } from '../random.js';
import type { Dataset, Scaling, Split } from '../types.js';
import { type ClassifierName, classify } from './classify.js';
import { gatherPoints } from './points.js';

export interface EvaluationPlan {
  /** None measures nothing. */
  readonly classifiers: readonly ClassifierName[];
  readonly mostTrainRows: number;
  readonly mostTestRows: number;
  /** How many random sets of features are drawn. */
  readonly randomSets: number;
}

export const evaluationDefaults: EvaluationPlan = {
  classifiers: ['svm'],
  mostTrainRows: 5000,
  mostTestRows: 5000,
  randomSets: 5,
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
  readonly warnings: readonly string[];
}

interface Measured {
  readonly dataset: Dataset;
  readonly split: Split;
  readonly scaling: Scaling;
  /** Matrix columns of the selected features. */
  readonly selected: Int32Array;
  readonly seed: number;
}

interface Context {
  readonly engine: Engine;
  readonly signal?: AbortSignal;
}

export async function measureFeatureSets(
  measured: Measured,
  given: Partial<EvaluationPlan>,
  context: Context,
): Promise<MeasuredSets> {
  const plan = { ...evaluationDefaults, ...given };
  const { dataset, split, selected } = measured;
  if (split.test.length === 0 || plan.classifiers.length === 0) return { rows: [], warnings: [] };
  const random = createRandom(measured.seed).fork('evaluate');
  const rows = sampleRows(split, dataset, plan, random);
  const featureCount = dataset.matrix.columnCount;
  const all = Int32Array.from({ length: featureCount }, (_, feature) => feature);
  const randomSets = Array.from({ length: plan.randomSets }, () =>
    shuffle(all.slice(), random).slice(0, selected.length).sort(),
  );

  const result: AccuracyRow[] = [];
  for (const classifier of plan.classifiers) {
    const accuracyOf = (features: Int32Array): Promise<number> =>
      measureAccuracy(measured, rows, features, classifier, context);
    const row = (features: AccuracyRow['features'], count: number, accuracy: number): AccuracyRow => ({
      classifier,
      features,
      featureCount: count,
      accuracy,
      interval: wilsonInterval(accuracy, rows.test.length),
      trainRowCount: rows.train.length,
      testRowCount: rows.test.length,
    });
    result.push(row('selected', selected.length, await accuracyOf(selected)));
    result.push(row('all', featureCount, await accuracyOf(all)));
    let sum = 0;
    for (const set of randomSets) sum += await accuracyOf(set);
    if (randomSets.length > 0) result.push(row('random', selected.length, sum / randomSets.length));
  }
  return { rows: result, warnings: sampleWarnings(split, rows) };
}

async function measureAccuracy(
  { dataset, scaling }: Measured,
  rows: Split,
  features: Int32Array,
  classifier: ClassifierName,
  { engine, signal }: Context,
): Promise<number> {
  const mark = engine.memory.mark();
  try {
    const { matrix, labels } = dataset;
    const predicted = await classify(
      classifier,
      {
        train: gatherPoints(engine, { matrix, rows: rows.train, features, scaling }),
        trainLabels: rows.train.map((row) => labels[row]),
        classCount: dataset.classNames.length,
        test: gatherPoints(engine, { matrix, rows: rows.test, features, scaling }),
      },
      {},
      { engine, random: createRandom(0), signal },
    );
    let right = 0;
    rows.test.forEach((row, at) => {
      if (predicted[at] === labels[row]) right++;
    });
    return right / rows.test.length;
  } finally {
    engine.memory.release(mark);
  }
}

/** At most so many rows of each side, drawn at random but with at least one training row of every class. */
function sampleRows(split: Split, { labels, classNames }: Dataset, plan: EvaluationPlan, random: Random): Split {
  const test = shuffle(split.test.slice(), random).slice(0, plan.mostTestRows).sort();
  if (split.train.length <= plan.mostTrainRows) return { train: split.train, test };
  const shuffled = shuffle(split.train.slice(), random);
  const chosen = new Set<number>();
  const seen = new Set<number>();
  for (const row of shuffled) {
    if (seen.size === classNames.length) break;
    if (seen.has(labels[row])) continue;
    seen.add(labels[row]);
    chosen.add(row);
  }
  for (const row of shuffled) {
    if (chosen.size >= plan.mostTrainRows) break;
    chosen.add(row);
  }
  return { train: Int32Array.from(chosen).sort(), test };
}

function sampleWarnings(split: Split, rows: Split): string[] {
  if (rows.train.length === split.train.length && rows.test.length === split.test.length) return [];
  return [
    `Accuracies were measured with ${rows.train.length} of ${split.train.length} training rows and ` +
      `${rows.test.length} of ${split.test.length} test rows, drawn at random.`,
  ];
}

/** Wilson's 95 % interval of a share seen in `count` trials. */
export function wilsonInterval(share: number, count: number): readonly [number, number] {
  const z2 = 1.959963984540054 ** 2;
  const middle = share + z2 / (2 * count);
  const reach = Math.sqrt(z2 * ((share * (1 - share)) / count + z2 / (4 * count * count)));
  const width = 1 + z2 / count;
  return [Math.max(0, (middle - reach) / width), Math.min(1, (middle + reach) / width)];
}
