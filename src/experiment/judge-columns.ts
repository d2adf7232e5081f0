/** Accuracy on the test rows with some columns of the matrix, by classifier. */
import type { Engine } from '../compute/engine.js';
import type { ClassifierOptions } from '../evaluate/classify.js';
import { evaluateFeatures } from '../evaluate/evaluate.js';
import { createRandom } from '../maths/random.js';
import type { ClassifierName, PreparedRows } from '../types.js';
import type { ResultRow } from './result-row.js';

export interface Judgement {
  readonly seed: number;
  readonly classifiers: readonly ClassifierName[];
  readonly options: ClassifierOptions;
}

export async function judgeColumns(
  { dataset, split, scaling }: PreparedRows,
  features: Int32Array,
  { seed, classifiers, options }: Judgement,
  { engine, signal }: { readonly engine: Engine; readonly signal?: AbortSignal | undefined },
): Promise<ResultRow['accuracies']> {
  const random = createRandom(seed).fork('evaluate');
  const request = { dataset, split, scaling, features, classifiers, options };
  const judged = await evaluateFeatures(request, { engine, random, signal });
  return Object.fromEntries(judged.map(({ classifier, metrics }) => [classifier, metrics.accuracy]));
}
