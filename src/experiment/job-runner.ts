/**
 * What runs jobs: processes of this machine, or any other engine that can carry a JSON value there and rows back.
 * A runner knows nothing of stores and experiments; `run-jobs.ts` decides what there is to run and keeps the rows.
 */
import type { Job } from './job.js';
import type { ResultRow } from './result-row.js';

export interface JobLimits {
  readonly seconds?: number;
  readonly memoryBytes?: number;
}

export interface RunnerCallbacks {
  onStart(job: Job): void;
  /** Share of the job done, 0 to 1. */
  onProgress(job: Job, done: number): void;
  /** Called with every row as soon as it is there; the row is safe when the promise resolves. */
  onRow(job: Job, row: ResultRow): Promise<void>;
  onEnd(job: Job): void;
}

export interface JobRunner {
  /**
   * Runs the jobs, beginning with the first. Every row of every job is handed over exactly once, a failed one with its
   * error; resolves after the last. Rejects only when the signal fires or the runner itself cannot go on.
   */
  run(jobs: readonly Job[], callbacks: RunnerCallbacks, signal?: AbortSignal): Promise<void>;
}
