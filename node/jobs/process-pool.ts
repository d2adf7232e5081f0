/**
 * Runs jobs in processes of this machine. A process is ended from outside when its job reaches the time limit, ends
 * itself at the memory limit, and may crash: each becomes rows with an error, and a fresh process takes the next job.
 */
import { throwIfAborted, UserError } from '../../src/errors.js';
import { failedRows } from '../../src/experiment/failed-rows.js';
import { type Job, rowPlaces } from '../../src/experiment/job.js';
import type { JobRunner, RunnerCallbacks } from '../../src/experiment/job-runner.js';
import type { ResultRow } from '../../src/experiment/result-row.js';
import { hashText } from '../files/hash-text.js';
import { type JobProcess, type ProcessOptions, startProcess } from './start-process.js';

export interface PoolOptions extends ProcessOptions {
  /** Jobs at a time; `threads` are those of each. */
  readonly processes: number;
}

export function createProcessPool(options: PoolOptions): JobRunner {
  return {
    async run(jobs, callbacks, signal) {
      const waiting = [...jobs];
      const stopping = new AbortController();
      const stop = () => stopping.abort();
      signal?.addEventListener('abort', stop, { once: true });
      const lanes = Array.from({ length: Math.min(options.processes, jobs.length) }, () =>
        runLane(waiting, options, callbacks, stopping.signal),
      );
      try {
        throwIfAborted(signal);
        await Promise.all(lanes);
        throwIfAborted(signal);
      } finally {
        // Where one lane cannot go on, none does.
        stop();
        await Promise.allSettled(lanes);
        signal?.removeEventListener('abort', stop);
      }
    },
  };
}

/** Takes one job after another until none is left. */
async function runLane(
  waiting: Job[],
  options: PoolOptions,
  callbacks: RunnerCallbacks,
  signal: AbortSignal,
): Promise<void> {
  let worker: JobProcess | undefined;
  try {
    for (let job = waiting.shift(); job !== undefined && !signal.aborted; job = waiting.shift()) {
      worker ??= startProcess(options);
      callbacks.onStart(job);
      const given = new Set<string>();
      let hasFailed = false;
      const onRow = async (row: ResultRow) => {
        given.add(row.key);
        hasFailed ||= row.error !== undefined;
        await callbacks.onRow(job!, row);
      };
      const ended = await worker.run(job, onRow, (done) => callbacks.onProgress(job!, done), signal);
      if (signal.aborted) return;
      if (ended !== undefined) {
        for (const row of failedRows(job, ended.error, ended.seconds, hashText)) {
          if (!given.has(row.key)) await callbacks.onRow(job, row);
        }
      } else if (given.size !== rowPlaces(job).length) {
        throw new Error(`a job of ${rowPlaces(job).length} rows gave ${given.size}`);
      }
      callbacks.onEnd(job);
      // What broke a job may have broken its engine.
      if (hasFailed || ended !== undefined) {
        worker.stop();
        worker = undefined;
      }
    }
  } finally {
    worker?.stop();
  }
}

/** All threads for one job at a time, or one thread for each of several: as many as there are threads. */
export function planPool(threads: number, processes = threads): Pick<PoolOptions, 'processes' | 'threads'> {
  if (processes > threads) {
    throw new UserError('usage', `--jobs must be at most the number of threads, ${threads}. Got ${processes}`);
  }
  return { processes, threads: Math.floor(threads / processes) };
}
