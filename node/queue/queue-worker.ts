/**
 * A worker: takes jobs of its own version of the code from the queue, runs each in a process of its own, and sends the
 * rows to Redis as they come. The process that talks to Redis computes nothing, so it always has time to say that its
 * jobs are alive; when it is gone, others take them.
 */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Job as BullJob, Worker } from 'bullmq';
import { failedRows } from '../../src/experiment/failed-rows.js';
import type { RowError } from '../../src/experiment/result-row.js';
import { codeVersion } from '../code-version.js';
import type { EngineName } from '../engines/choose-backend.js';
import { hashText } from '../files/hash-text.js';
import { type QueueAddress, redact } from './address.js';
import { type AllowedPlaces, nothingAllowed } from './allowed-places.js';
import type { QueueConnection } from './connection.js';
import { type ContentCache, createContentCache, defaultCacheFolder } from './content-cache.js';
import { queueKeys, queueName } from './keys.js';
import { createProcessSlots, type ProcessSlots } from './process-slots.js';
import { nameJob, type QueuedJob } from './queued-job.js';
import { createJobRuns } from './run-queued-job.js';
import { createRunRecords } from './run-records.js';
import { forgetWorker, heartbeatMilliseconds, noteWorker } from './worker-list.js';

export interface WorkerOptions {
  readonly name?: string;
  /** Threads of each job. */
  readonly threads: number;
  /** What they compute with. */
  readonly engine?: EngineName;
  /** Jobs at a time. */
  readonly jobs?: number;
  /** Most memory for the process of a job. */
  readonly memoryBytes?: number;
  /** How long a job may be silent before another worker takes it. */
  readonly lockSeconds?: number;
  /** How long running jobs may take to end when the worker is asked to stop, before they are handed back. */
  readonly graceSeconds?: number;
  /** Where data goes that the worker has no copy of. */
  readonly cacheFolder?: string;
  /** Paths and hosts that jobs may name; none where it is not given. */
  readonly allowed?: AllowedPlaces;
  readonly onLog?: (text: string) => void;
  /** The program of a job's process; tests put another in its place. */
  readonly program?: string;
  /** In place of processes and of a folder; for simulations. */
  readonly slots?: ProcessSlots;
  readonly cache?: ContentCache;
  /** In place of this code's version; for tests. */
  readonly code?: string;
}

export const workerDefaults = { jobs: 1, lockSeconds: 30, graceSeconds: 20 } as const;

/** How often a job's worker may die before the job counts as failed. */
const mostStalls = 2;

/** Runs of other codes are looked for less often than the heart beats. */
const beatsBetweenLooks = 4;

/** Works until the signal fires; resolves when the last job has ended or is handed back. */
export async function runWorker(
  connection: QueueConnection,
  options: WorkerOptions,
  signal: AbortSignal,
): Promise<void> {
  const { jobs, lockSeconds, graceSeconds } = { ...workerDefaults, ...options };
  const { onLog = () => {}, code = codeVersion() } = options;
  const { redis, bullmq, address } = connection;
  const id = `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`;
  const name = options.name ?? `${hostname()}-${process.pid}`;
  const keys = queueKeys(address.prefix);
  const records = createRunRecords(connection);
  const slots = options.slots ?? createProcessSlots({ ...options, jobs });
  const runs = createJobRuns({
    connection,
    records,
    slots,
    name,
    code,
    onLog,
    cache:
      options.cache ??
      createContentCache({
        redis,
        keys,
        folder: options.cacheFolder ?? defaultCacheFolder(),
        allowed: options.allowed ?? nothingAllowed,
      }),
  });
  const worker: Worker<QueuedJob> = new bullmq.Worker<QueuedJob>(queueName(code), runs.run, {
    connection: redis,
    prefix: address.prefix,
    concurrency: jobs,
    lockDuration: lockSeconds * 1000,
    stalledInterval: (lockSeconds * 1000) / 2,
    maxStalledCount: mostStalls,
    // How long an idle worker waits in one call; a new job ends the wait.
    drainDelay: 5,
  });
  worker.on('error', createErrorLog(address, onLog));
  worker.on('failed', (job, error) => void settle(job, error));

  const started = Date.now();
  const refused = new Set<string>();
  let beats = 0;
  const beat = async () => {
    const record = { name, host: hostname(), process: process.pid, code, threads: options.threads, jobs, started };
    await noteWorker(connection, id, { ...record, done: runs.doneCount, current: runs.current });
    await runs.dropCancelled();
    if (beats++ % beatsBetweenLooks === 0) await tellRefused();
  };
  const heart = setInterval(() => void beat().catch(() => {}), heartbeatMilliseconds);
  await beat();
  onLog(`worker ${name} with the code ${code} waits for jobs of ${address.shown}`);
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  try {
    await Promise.race([stopped, connection.lost]);
    await Promise.race([stop(), connection.lost]);
  } catch (error) {
    // Without Redis there is nobody to take leave of.
    worker.close(true).catch(() => {});
    throw error;
  } finally {
    clearInterval(heart);
    slots.close();
  }

  /** Takes no more jobs; running ones may end, and are handed back when that takes too long. */
  async function stop(): Promise<void> {
    if (runs.current.length > 0) onLog(`stopping; up to ${graceSeconds} s for ${runs.current.join(', ')}`);
    const late = setTimeout(runs.handBack, graceSeconds * 1000);
    await worker.close();
    clearTimeout(late);
    await forgetWorker(connection, id);
    onLog(`worker ${name} has stopped`);
  }

  /** A job whose workers died is failed by BullMQ itself: its rows are still to be written. */
  async function settle(job: BullJob<QueuedJob> | undefined, { message }: Error): Promise<void> {
    if (job === undefined || !/stalled/.test(message)) return;
    const error: RowError = { code: 'crash', message: `its worker died ${mostStalls + 1} times while it ran` };
    for (const row of failedRows(job.data.job, error, 0, hashText)) await records.store(job.data.run, row);
    onLog(`gave up ${nameJob(job.data.job)}: ${error.message}`);
  }

  /** Says once of every run of another code that its jobs are not taken here, and why. */
  async function tellRefused(): Promise<void> {
    for (const run of await records.list()) {
      if (run.status !== 'running' || run.code === code || refused.has(run.id)) continue;
      refused.add(run.id);
      onLog(
        `refused run ${run.id}: it is for the code ${run.code}, this worker has ${code}, and the results might differ`,
      );
    }
  }
}

/** Tells each kind of trouble once; trouble with the connection is told by the connection. */
function createErrorLog(address: QueueAddress, onLog: (text: string) => void): (error: Error) => void {
  const told = new Set<string>();
  return ({ message }) => {
    const text = redact(message, address);
    // Numbers of jobs make each message another one.
    const kind = text.replace(/[\w-]*\d[\w-]*/g, '#');
    if (/ECONN|EPIPE|Connection is closed|ENOTFOUND|ETIMEDOUT/.test(text) || told.has(kind)) return;
    told.add(kind);
    onLog(`the queue reports: ${text}`);
  };
}
