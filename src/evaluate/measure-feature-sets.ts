/**
 * Is the selection any good? The accuracy of a classifier on the selected features, beside all features and beside as
 * many drawn at random.
 *
 * On large data a sample of the rows is enough for this look, and the rows of the result say how many were used; the
 * full evaluation is a command of its own.
 */

import type { Engine } from '../compute/engine.js';
import { createRandom, type Random, shuffle } from '../random.js';
import type { ClassifierName, Dataset, Scaling, Split } from '../types.js';
import { evaluateFeatures } from './evaluate.js';
import { wilsonInterval } from './metrics.js';

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
  { engine, signal }: Context,
): Promise<AccuracyRow[]> {
  const plan = { ...evaluationDefaults, ...given };
  const { dataset, scaling, selected } = measured;
  if (measured.split.test.length === 0 || plan.classifiers.length === 0) return [];
  const random = createRandom(measured.seed).fork('evaluate');
  const split = sampleRows(measured.split, dataset, plan, random);
  const all = Int32Array.from({ length: dataset.matrix.columnCount }, (_, feature) => feature);
  const drawn = Array.from({ length: plan.randomSets }, () =>
    shuffle(all.slice(), random).slice(0, selected.length).sort(),
  );

  const rows: AccuracyRow[] = [];
  for (const [features, sets] of [
    ['selected', [selected]],
    ['all', [all]],
    ['random', drawn],
  ] as const) {
    const right = new Map<ClassifierName, number>();
    for (const set of sets) {
      const request = { dataset, split, scaling, features: set, classifiers: plan.classifiers };
      for (const { classifier, metrics } of await evaluateFeatures(request, { engine, signal, random })) {
        right.set(classifier, (right.get(classifier) ?? 0) + metrics.correct / sets.length);
      }
    }
    for (const [classifier, correct] of right) {
      rows.push({
        classifier,
        features,
        featureCount: sets[0].length,
        accuracy: correct / split.test.length,
        interval: wilsonInterval(correct / split.test.length, split.test.length),
        trainRowCount: split.train.length,
        testRowCount: split.test.length,
      });
    }
  }
  return rows;
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
