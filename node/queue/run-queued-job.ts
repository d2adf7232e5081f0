/** What a worker does with one job of the queue: checks it, brings its data, runs it, and answers for what goes wrong. */
import type { Job as BullJob } from 'bullmq';
import { UserError } from '../../src/errors.js';
import { failedRows } from '../../src/experiment/failed-rows.js';
import type { ResultRow, RowError } from '../../src/experiment/result-row.js';
import { hashText } from '../files/hash-text.js';
import { checkQueuedJob } from './check-queued-job.js';
import type { QueueConnection } from './connection.js';
import type { ContentCache } from './content-cache.js';
import { queueKeys } from './keys.js';
import type { ProcessSlots } from './process-slots.js';
import { nameJob, type QueuedJob, rowKeysOf } from './queued-job.js';
import { outcomeOf, type RunRecords } from './run-records.js';
import type { ActiveJob } from './watch-run.js';

export interface JobRunsOptions {
  readonly connection: QueueConnection;
  readonly records: RunRecords;
  readonly slots: ProcessSlots;
  readonly cache: ContentCache;
  /** Of the worker. */
  readonly name: string;
  readonly code: string;
  readonly onLog: (text: string) => void;
}

export interface JobRuns {
  run(job: BullJob<QueuedJob>, token?: string): Promise<void>;
  /** Names of the jobs that are run now. */
  readonly current: readonly string[];
  readonly doneCount: number;
  /** Stops the running jobs and puts them back on the queue. */
  handBack(): void;
  /** Stops the running jobs of runs that were cancelled or are gone. */
  dropCancelled(): Promise<void>;
}

interface Running {
  readonly name: string;
  readonly run: string;
  readonly stop: AbortController;
}

type Ending = 'hand back' | 'drop';

/** How often the progress of a job is told. */
const progressMilliseconds = 1000;

export function createJobRuns(options: JobRunsOptions): JobRuns {
  const { connection, records, code, onLog } = options;
  const { bullmq } = connection;
  const running = new Set<Running>();
  let doneCount = 0;
  const endAll = (some: Iterable<Running>, ending: Ending) => {
    for (const one of some) one.stop.abort(ending);
  };
  return {
    get current() {
      return [...running].map(({ name }) => name);
    },
    get doneCount() {
      return doneCount;
    },
    handBack: () => endAll(running, 'hand back'),
    async dropCancelled() {
      const ids = new Set([...running].map(({ run }) => run));
      for (const id of ids) {
        if ((await records.find(id))?.status === 'running') continue;
        endAll(
          [...running].filter(({ run }) => run === id),
          'drop',
        );
      }
    },
    async run(queued, token) {
      checkOrRefuse(queued.data);
      const { run, job } = queued.data;
      // Its run was cancelled, or its worker sent the rows and died before it could say that the job was done.
      if (!(await records.isWaitingFor(run, rowKeysOf(job)))) return;
      const one: Running = { name: nameJob(job), run, stop: new AbortController() };
      running.add(one);
      const started = performance.now();
      try {
        if (job.code !== code) throw new Failure({ code: 'failure', message: refusal(job.code, code) }, 'final');
        await runOnce(queued, one.stop.signal, options);
        onLog(`done: ${one.name}, ${((performance.now() - started) / 1000).toFixed(1)} s`);
        doneCount++;
      } catch (error) {
        const ending = one.stop.signal.aborted ? (one.stop.signal.reason as Ending) : undefined;
        if (ending === 'drop') return onLog(`dropped: ${one.name}, its run was cancelled`);
        if (ending === 'hand back') {
          onLog(`handed back: ${one.name}`);
          await queued.moveToWait(token);
          throw new bullmq.WaitingError();
        }
        await fail(queued, one.name, error, (performance.now() - started) / 1000);
      } finally {
        running.delete(one);
      }
    },
  };

  /** Nothing of a job that is not one is used, not even to answer for it: there are no rows that it could have. */
  function checkOrRefuse(value: unknown): void {
    try {
      checkQueuedJob(value);
    } catch (error) {
      onLog((error as Error).message);
      throw new bullmq.UnrecoverableError((error as Error).message);
    }
  }

  /** Another try, unless this was the last: then the failure becomes the job's rows. */
  async function fail(queued: BullJob<QueuedJob>, name: string, error: unknown, seconds: number): Promise<never> {
    const { cause, isFinal } = toFailure(error);
    const tries = queued.opts.attempts ?? 1;
    const isLast = isFinal || queued.attemptsMade + 1 >= tries;
    onLog(`failed: ${name}: ${cause.message}${isLast ? '' : `; try ${queued.attemptsMade + 2} of ${tries} follows`}`);
    if (!isLast) throw new Error(cause.message);
    for (const row of failedRows(queued.data.job, cause, seconds, hashText)) await records.store(queued.data.run, row);
    throw new bullmq.UnrecoverableError(cause.message);
  }
}

/** What ended a job from outside, or kept it from starting. */
class Failure extends Error {
  constructor(
    readonly told: RowError,
    readonly kind: 'final' | 'retry',
  ) {
    super(told.message);
  }
}

function toFailure(error: unknown): { readonly cause: RowError; readonly isFinal: boolean } {
  if (error instanceof Failure) return { cause: error.told, isFinal: error.kind === 'final' };
  const message = error instanceof Error ? error.message : String(error);
  // Data that is not to be had here may be had by another worker, or later.
  return { cause: { code: error instanceof UserError ? 'failure' : 'bug', message }, isFinal: false };
}

function refusal(wanted: string, own: string): string {
  return `refused: the job is for the code ${wanted}, this worker has ${own}, and the results might differ`;
}

async function runOnce(queued: BullJob<QueuedJob>, signal: AbortSignal, options: JobRunsOptions): Promise<void> {
  const { records, slots, cache } = options;
  const { run, job, files, limits } = queued.data;
  const active = noteActive(queued, options);
  const child = slots.take(limits?.memoryBytes);
  let isWhole = false;
  let failure: RowError | undefined;
  // A job that may come out better is kept, to be tried again on demand.
  let hasToStay = false;
  try {
    const data = await cache.bring(job.data, files);
    const onRow = async (row: ResultRow) => {
      failure = row.error ?? failure;
      if (outcomeOf(row) === 'failed') hasToStay = true;
      await records.store(run, row);
    };
    const ended = await child.run({ ...job, data }, onRow, active.progress, signal, limits?.seconds);
    if (signal.aborted) throw new Error('stopped from outside');
    if (ended !== undefined) throw new Failure(ended.error, ended.error.code === 'limit' ? 'final' : 'retry');
    isWhole = failure === undefined;
    if (failure !== undefined && hasToStay) throw new Failure(failure, 'final');
  } finally {
    if (isWhole) slots.giveBack(child);
    // What broke a job may have broken its engine.
    else slots.discard(child);
    active.end();
  }
}

/** Keeps the run's list of active jobs up to date. */
function noteActive(queued: BullJob<QueuedJob>, { connection, name }: JobRunsOptions) {
  const { redis, address } = connection;
  const key = queueKeys(address.prefix).active(queued.data.run);
  const started = Date.now();
  let told = Number.NEGATIVE_INFINITY;
  const tell = (done: number) => {
    const time = performance.now();
    if (time - told < progressMilliseconds) return;
    told = time;
    const active: ActiveJob = { worker: name, name: nameJob(queued.data.job), started, done };
    redis.hset(key, queued.id!, JSON.stringify(active)).catch(() => {});
  };
  tell(0);
  return {
    progress: tell,
    end() {
      redis.hdel(key, queued.id!).catch(() => {});
    },
  };
}
