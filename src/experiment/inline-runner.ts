/** Runs jobs one after another where it is called: no process, no queue, the same rows. */
import type { Engine } from '../compute/engine.js';
import { throwIfAborted } from '../errors.js';
import type { AnyJudge } from '../evaluate/registry.js';
import type { StartTrials } from '../run-trials.js';
import type { AnyMethod } from '../select/registry.js';
import type { PreparedRows } from '../types.js';
import { describeError, failedRows } from './failed-rows.js';
import type { Hash, Job, JobData } from './job.js';
import type { JobContext } from './job-context.js';
import type { JobRunner, RunnerCallbacks } from './job-runner.js';
import { runJob } from './run-job.js';

export interface InlineOptions {
  /** An engine to use, which stays open; or how to make one, which is closed at the end and made anew after a failure. */
  readonly engine: Engine | (() => Promise<Engine>);
  readonly startTrials?: StartTrials | undefined;
  /** The rows of a job. */
  readonly load: (data: JobData, signal: AbortSignal | undefined) => PreparedRows | Promise<PreparedRows>;
  /** The user's own methods among those of the jobs. */
  readonly methods?: readonly AnyMethod[];
  /** The user's own judges among those of the jobs. */
  readonly judges?: readonly AnyJudge[];
  readonly hash: Hash;
  readonly now: () => number;
  /** For one job, in seconds. */
  readonly limit?: number | undefined;
}

export function createInlineRunner(options: InlineOptions): JobRunner {
  return {
    async run(jobs, callbacks, signal) {
      const engines = engineSource(options.engine);
      try {
        for (const job of jobs) {
          throwIfAborted(signal);
          callbacks.onStart(job);
          const hasFailed = await runHere(job, await engines.current(), options, callbacks, signal);
          callbacks.onEnd(job);
          // What broke a job may have broken the engine.
          if (hasFailed) engines.renew();
        }
      } finally {
        engines.renew();
      }
    },
  };
}

async function runHere(
  job: Job,
  engine: Engine,
  { startTrials, load, methods = [], judges = [], hash, now, limit }: InlineOptions,
  callbacks: RunnerCallbacks,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  let hasFailed = false;
  const onRow: JobContext['onRow'] = async (row) => {
    hasFailed ||= row.error !== undefined;
    await callbacks.onRow(job, row);
  };
  const started = now();
  const rows = await loaded(() => load(job.data, signal), signal);
  if ('error' in rows) {
    const seconds = (now() - started) / 1000;
    for (const row of failedRows(job, describeError(rows.error), seconds, hash)) await onRow(row);
    return true;
  }
  await runJob(job, {
    engine,
    startTrials,
    data: rows.data,
    methods,
    judges,
    hash,
    now,
    signal,
    ...(limit !== undefined && { limit: { seconds: limit, signal: AbortSignal.timeout(Math.ceil(limit * 1000)) } }),
    onProgress: (done) => callbacks.onProgress(job, done),
    onRow,
  });
  return hasFailed;
}

async function loaded(load: () => PreparedRows | Promise<PreparedRows>, signal: AbortSignal | undefined) {
  try {
    return { data: await load() };
  } catch (error) {
    throwIfAborted(signal);
    return { error };
  }
}

function engineSource(given: InlineOptions['engine']) {
  if (typeof given !== 'function') return { current: async () => given, renew() {} };
  let open: Engine | undefined;
  return {
    async current(): Promise<Engine> {
      open ??= await given();
      return open;
    },
    renew(): void {
      open?.dispose();
      open = undefined;
    },
  };
}
