/**
 * Judges features by classifiers that have nothing to do with how they were chosen: trained on the training rows,
 * measured on the test rows, both with the chosen features alone.
 */
import { UserError } from '../errors.js';
import { classesOf } from '../target/class-target.js';
import type { AnyMatrix, ClassifierName, Dataset, Redundant, Scaling, Split } from '../types.js';
import { chooseFeatures, type FeatureChoice } from './choose-features.js';
import { type ClassifierOptions, checkClassifier, classify } from './classify.js';
import type { ClassifierContext } from './contract.js';
import { type Metrics, measure } from './metrics.js';
import { gatherPoints } from './points.js';

export interface EvaluationRequest {
  readonly dataset: Pick<Dataset<AnyMatrix>, 'matrix' | 'target' | 'featureNames' | 'groups'>;
  /** Features that random choices pass over. */
  readonly redundant?: Redundant;
  readonly split: Split;
  readonly scaling: Scaling;
  readonly features: FeatureChoice;
  readonly classifiers: readonly ClassifierName[];
  readonly options?: ClassifierOptions;
}

export interface Evaluation {
  readonly classifier: ClassifierName;
  /** Matrix columns that were used. */
  readonly features: Int32Array;
  /** Class index of every test row. */
  readonly predictions: Int32Array;
  readonly metrics: Metrics;
}

/** One evaluation for every classifier asked for, in that order. */
export async function evaluateFeatures(request: EvaluationRequest, context: ClassifierContext): Promise<Evaluation[]> {
  const { dataset, split } = request;
  request.classifiers.forEach(checkClassifier);
  const { labels, classNames } = classesOf(dataset.target, 'judging features');
  checkRows(labels, classNames, split);
  const features = chooseFeatures(request.features, dataset, request.redundant, context.random);
  const { memory } = context.engine;
  const mark = memory.mark();
  try {
    const gather = (rows: Int32Array) =>
      gatherPoints(context.engine, { matrix: dataset.matrix, rows, features, scaling: request.scaling });
    const input = {
      train: gather(split.train),
      trainLabels: split.train.map((row) => labels[row]),
      classCount: classNames.length,
      test: gather(split.test),
    };
    const truth = split.test.map((row) => labels[row]);
    const evaluations: Evaluation[] = [];
    for (const [i, classifier] of request.classifiers.entries()) {
      const predictions = await classify(classifier, input, request.options ?? {}, {
        ...context,
        random: context.random.fork(classifier),
        onProgress: (done) => context.onProgress?.((i + done) / request.classifiers.length),
      });
      const metrics = measure(truth, predictions, classNames.length);
      evaluations.push({ classifier, features, predictions, metrics });
    }
    return evaluations;
  } finally {
    memory.release(mark);
  }
}

function checkRows(labels: Int32Array, classNames: readonly string[], { train, test }: Split): void {
  if (train.length < 2 || test.length === 0) {
    throw new UserError(
      'data',
      `evaluation needs at least 2 training rows and 1 test row, got ${train.length} and ${test.length}`,
    );
  }
  const counts = new Int32Array(classNames.length);
  for (const row of train) counts[labels[row]]++;
  const missing = counts.indexOf(0);
  if (missing >= 0) {
    throw new UserError(
      'data',
      `class "${classNames[missing]}" has no training row, so no classifier can learn it; ` +
        'use a stratified split, or drop its rows',
    );
  }
}
