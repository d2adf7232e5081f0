/**
 * Runs one fold of an accuracy curve for one K: the same selection and the same judgement as `curveOfDataset` makes
 * there, since both take their randomness from the seed, the fold and K alone.
 */
import { selectInFold } from '../evaluation-pipeline.js';
import type { FoldJob } from './job.js';
import { failedRows, type JobContext } from './run-job.js';
import { describeError, judge } from './run-method.js';

export async function runFold(job: FoldJob, context: JobContext): Promise<void> {
  const { engine, data, signal, now, hash } = context;
  const { pick, seed, method, options } = job;
  const { fold } = job.data.split;
  if (fold === undefined) throw new Error('a job of the kind fold names no fold');
  const { memory } = engine;
  const mark = memory.mark();
  memory.resetPeak();
  const started = now();
  const [row] = failedRows(job, { code: 'bug', message: '' }, 0, hash);
  const { error: _, ...place } = row;
  try {
    const ranked = await selectInFold({ method, options, seed, fold: fold.number, k: pick.k }, data, context);
    const selected = now();
    const peakBytes = memory.peakBytes - mark;
    const { classifiers } = pick;
    const columns = ranked.columnsOf(pick.k);
    const accuracies = await judge({ seed, classifiers }, data, columns, signal, job.classifierOptions, engine);
    const features = ranked.ranked.slice(0, pick.k).map((feature) => feature.index);
    const [selectSeconds, evaluateSeconds] = [(selected - started) / 1000, (now() - selected) / 1000];
    await context.onRow({ ...place, accuracies, features, selectSeconds, evaluateSeconds, peakBytes });
  } catch (error) {
    if (signal?.aborted) throw error;
    const seconds = (now() - started) / 1000;
    for (const failed of failedRows(job, describeError(error, undefined), seconds, hash)) await context.onRow(failed);
  }
}
