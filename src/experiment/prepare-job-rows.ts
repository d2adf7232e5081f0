/** Makes the rows of a job ready: the split that its recipe names, the sample of it, and what is fitted on training rows. */
import { sampleTrainRows } from '../evaluate/sample-train-rows.js';
import { createRandom, shuffle } from '../maths/random.js';
import { prepareInTurns } from '../prepare/prepare-rows.js';
import { chooseSplit } from '../split/choose-split.js';
import { cutFolds } from '../split/cut-folds.js';
import type { Dataset, PreparedRows, Split } from '../types.js';
import type { JobData, RowSample, SplitRecipe } from './job.js';

/** `own` is the split that the data brings; it holds unless the recipe names a fold. */
export async function prepareJobRows(
  dataset: Dataset,
  data: JobData,
  own: Split | undefined,
  signal?: AbortSignal,
): Promise<PreparedRows> {
  const { scaling, scaleOn, copies, sample, judgeRows } = data;
  const split = splitBy(data.split, dataset, own);
  const sampled = sample === undefined ? split : sampleRows(split, sample);
  const prepared = await prepareInTurns(dataset, sampled, { scaling, scaleOn, copies }, signal);
  if (judgeRows === undefined) return prepared;
  const { count, seed } = judgeRows;
  const train = sampleTrainRows(sampled.train, dataset, count, createRandom(seed).fork('classifier rows'));
  return { ...prepared, split: { ...prepared.split, train } };
}

export function splitBy({ fold, seed, testFraction }: SplitRecipe, dataset: Dataset, own: Split | undefined): Split {
  if (fold !== undefined) return cutFolds(dataset, fold.count, seed)[fold.number];
  return own ?? chooseSplit(dataset, testFraction, createRandom(seed).fork('split'));
}

/** Rows drawn from each side, in their order. */
function sampleRows(split: Split, sample: RowSample): Split {
  const draw = (rows: Int32Array, count: number, side: string) =>
    shuffle(rows.slice(), createRandom(sample.seed).fork(`sample ${side}`))
      .slice(0, count)
      .sort();
  return { train: draw(split.train, sample.train, 'train'), test: draw(split.test, sample.test, 'test') };
}
