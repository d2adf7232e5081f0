/**
 * Runs jobs on the workers of a queue. The run lives in Redis: it goes on when this process ends, and the same jobs
 * asked for again are taken up where they are instead of being put on the queue a second time.
 */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { UserError, whenAborted } from '../../src/errors.js';
import { foundPlace, type Job } from '../../src/experiment/job.js';
import type { JobLimits, JobRunner } from '../../src/experiment/job-runner.js';
import type { QueueConnection } from './connection.js';
import { type ContentFile, listContent, putBlob } from './content.js';
import { Detached } from './detached.js';
import { queueKeys } from './keys.js';
import { openQueue } from './open-queue.js';
import { jobId, type QueuedJob, rowKeysOf } from './queued-job.js';
import { createRunRecords, type RunRecord, type RunRecords } from './run-records.js';
import { type WantedJob, watchRun } from './watch-run.js';

export interface QueueRunnerOptions {
  /** The words of the command, without the address of the queue. */
  readonly words: readonly string[];
  /** For people. */
  readonly title: string;
  readonly limits?: JobLimits;
  /** How often a job whose process dies is run before it counts as failed. */
  readonly tries?: number;
  /** Wait before the second try, doubled every time. */
  readonly retryMilliseconds?: number;
  /** Files up to this size are copied into Redis. */
  readonly copiedBytes?: number;
  /** Where workers find the file: a path of theirs, or an http(s) address. */
  readonly dataAt?: string;
  /** The run to attach to, also where its rows have all been delivered. */
  readonly run?: string;
  /** Puts the jobs on the queue and leaves. */
  readonly isDetached?: boolean;
  /** Told what people should know: the run's number, and what keeps it from going on. */
  readonly onNote?: (text: string) => void;
}

export const runnerDefaults = { tries: 3, retryMilliseconds: 2000, copiedBytes: 64 * 2 ** 20 } as const;

export function createQueueRunner(connection: QueueConnection, options: QueueRunnerOptions): JobRunner {
  const records = createRunRecords(connection);
  return {
    async run(jobs, callbacks, signal) {
      if (jobs.length === 0) return;
      const submit = async () => {
        const wanted: WantedJob[] = jobs.map((job) => ({ job, rowKeys: rowKeysOf(job) }));
        const found = await findRun(wanted, records, options.run);
        const id = found?.id ?? randomBytes(4).toString('hex');
        const files = await copyContent(jobs, connection, options);
        if (found === undefined) {
          const { title, words } = options;
          const run = { id, title, words, folder: process.cwd(), host: hostname(), code: jobs[0].code };
          await records.create(
            run,
            wanted.map(({ rowKeys }) => ({ id: jobId(id, rowKeys), rowKeys })),
          );
        }
        const queue = openQueue(connection, jobs[0].code);
        const add = (some: readonly WantedJob[]) =>
          queue.add(
            some.map((one) => toQueued(id, one, files, options)),
            { ...runnerDefaults, ...options },
          );
        if (found === undefined) await add(wanted);
        options.onNote?.(
          found ? `attached to run ${id}` : `run ${id} is on the queue; neurofs jobs attach ${id} shows it again`,
        );
        if (options.isDetached) throw new Detached(id);
        const notes = options.onNote && { onNote: options.onNote };
        return { id, wanted, connection, records, queue, add, callbacks, ...notes, ...(signal && { signal }) };
      };
      const run = await Promise.race([submit(), connection.lost, whenAborted(signal)]);
      await Promise.race([watchRun(run), connection.lost]);
    },
  };
}

/** A run that has all these rows and whose results nobody has yet; the one that is asked for, where one is. */
async function findRun(
  wanted: readonly WantedJob[],
  records: RunRecords,
  asked: string | undefined,
): Promise<RunRecord | undefined> {
  const [{ job }] = wanted;
  const rowKeys = wanted.flatMap((one) => one.rowKeys);
  const hasAll = async ({ id }: RunRecord) => !(await records.outcomes(id, rowKeys)).includes(undefined);
  if (asked !== undefined) {
    const run = await records.require(asked);
    if (run.code === job.code && (await hasAll(run))) return run;
    const why =
      run.code === job.code
        ? 'its jobs are others: the data or the folder is not what it was'
        : `it is for the code ${run.code}, this is ${job.code}`;
    throw new UserError('usage', `run ${asked} cannot be attached to here: ${why}`);
  }
  for (const run of await records.list()) {
    if (run.status === 'cancelled' || run.isDelivered || run.code !== job.code) continue;
    if (run.rowCount >= rowKeys.length && (await hasAll(run))) return run;
  }
  return undefined;
}

type FilesOf = ReadonlyMap<string, readonly ContentFile[]>;

const placeKey = ({ data }: Job): string => JSON.stringify(data.place);

/** Lists the files of every data set of the jobs, and copies the small ones into Redis. */
async function copyContent(
  jobs: readonly Job[],
  { redis, address, waitForRoom }: QueueConnection,
  { copiedBytes = runnerDefaults.copiedBytes, dataAt }: QueueRunnerOptions,
): Promise<FilesOf> {
  const places = new Map(jobs.map((job) => [placeKey(job), foundPlace(job.data)]));
  const files = new Map<string, readonly ContentFile[]>();
  for (const [key, place] of places) {
    const listed = await listContent(place, dataAt);
    files.set(key, listed);
    for (const file of listed) {
      if (file.bytes <= copiedBytes) await waitForRoom(() => putBlob(redis, queueKeys(address.prefix), file));
    }
  }
  return files;
}

function toQueued(run: string, { job, rowKeys }: WantedJob, files: FilesOf, { limits }: QueueRunnerOptions) {
  const queued: QueuedJob = { run, job, files: files.get(placeKey(job))!, ...(limits && { limits }) };
  return { id: jobId(run, rowKeys), queued };
}
