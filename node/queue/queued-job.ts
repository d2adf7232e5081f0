/** What goes onto the queue: a job with where its data is found, and the run that it belongs to. */
import { type Job, rowKey, rowPlaces } from '../../src/experiment/job.js';
import type { JobLimits } from '../../src/experiment/job-runner.js';
import { hashText } from '../files/hash-text.js';
import type { ContentFile } from './content.js';

export interface QueuedJob {
  readonly run: string;
  readonly job: Job;
  /** The files that make up the job's data. */
  readonly files: readonly ContentFile[];
  readonly limits?: JobLimits;
}

export function rowKeysOf(job: Job): string[] {
  return rowPlaces(job).map((place) => rowKey(job, place, hashText));
}

/** The same for the same rows of the same run, so that a job that is added twice is there once. */
export function jobId(run: string, rowKeys: readonly string[]): string {
  return `${run}-${hashText(rowKeys.join()).slice(0, 16)}`;
}

/** For people: `neurofs seed 3 K 25,50 on coil20`. */
export function nameJob(job: Job): string {
  const ks = [...new Set(rowPlaces(job).map(({ k }) => k))].join(',');
  const fold = job.data.split.fold === undefined ? '' : ` fold ${job.data.split.fold.number + 1}`;
  return `${job.method} seed ${job.seed}${fold} K ${ks} on ${job.data.name}`;
}
