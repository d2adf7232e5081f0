/**
 * Follows a run and hands its rows over as they come. A job is over when all its rows are there: nothing else is
 * counted, so nothing can be counted wrong when a worker, Redis or this process is ended and started again.
 */
import { UserError } from '../../src/errors.js';
import { failedRows } from '../../src/experiment/failed-rows.js';
import type { Job } from '../../src/experiment/job.js';
import type { RunnerCallbacks } from '../../src/experiment/job-runner.js';
import type { ResultRow } from '../../src/experiment/result-row.js';
import { hashText } from '../files/hash-text.js';
import type { QueueConnection } from './connection.js';
import { queueKeys } from './keys.js';
import type { JobQueue } from './open-queue.js';
import { jobId } from './queued-job.js';
import type { RunRecords } from './run-records.js';
import { describeLackOfWorkers, listWorkers } from './worker-list.js';

export interface WantedJob {
  readonly job: Job;
  readonly rowKeys: readonly string[];
}

export interface WatchRequest {
  readonly id: string;
  readonly wanted: readonly WantedJob[];
  readonly connection: QueueConnection;
  readonly records: RunRecords;
  readonly queue: JobQueue;
  /** Puts jobs that are gone on the queue again. */
  readonly add: (jobs: readonly WantedJob[]) => Promise<void>;
  readonly callbacks: RunnerCallbacks;
  readonly signal?: AbortSignal;
  readonly onNote?: (text: string) => void;
}

/** What a worker notes of the job it runs. */
export interface ActiveJob {
  readonly worker: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly started: number;
  readonly done: number;
}

const readCount = 200;
const readMilliseconds = 1000;
/** After so long without a row, jobs are looked for that Redis or a worker has lost. */
const quietMilliseconds = 10_000;

interface Pending extends WantedJob {
  readonly left: Set<string>;
  hasStarted: boolean;
}

export async function watchRun(request: WatchRequest): Promise<void> {
  const { id, connection, records, callbacks, signal } = request;
  const rowsKey = queueKeys(connection.address.prefix).rows(id);
  const reader = connection.duplicate();
  const pending = new Map<string, Pending>();
  const byRow = new Map<string, Pending>();
  for (const { job, rowKeys } of request.wanted) {
    const one = { job, rowKeys, left: new Set(rowKeys), hasStarted: false };
    pending.set(jobId(id, rowKeys), one);
    for (const key of rowKeys) byRow.set(key, one);
  }
  let last = '0';
  let heard = performance.now();
  let looked = Number.NEGATIVE_INFINITY;
  let isFirst = true;
  const detach = () => reader.disconnect();
  signal?.addEventListener('abort', detach, { once: true });
  try {
    while (pending.size > 0) {
      throwIfDetached(signal, id);
      const found = await reader
        .xread('COUNT', readCount, 'BLOCK', readMilliseconds, 'STREAMS', rowsKey, last)
        .catch((error: Error) => {
          throwIfDetached(signal, id);
          throw error;
        });
      for (const [entry, fields] of found?.[0]?.[1] ?? []) {
        await take(JSON.parse(fields[1]) as ResultRow);
        last = entry;
        heard = performance.now();
      }
      if (performance.now() - looked >= readMilliseconds && pending.size > 0) {
        looked = performance.now();
        await lookAround(request, pending);
        const isQuiet = performance.now() - heard >= quietMilliseconds;
        if (!isQuiet && !isFirst) continue;
        isFirst = false;
        heard = performance.now();
        await bringBack(request, [...pending.values()]);
      }
    }
    await records.markDelivered(id);
  } finally {
    signal?.removeEventListener('abort', detach);
    reader.disconnect();
  }

  async function take(row: ResultRow): Promise<void> {
    const one = byRow.get(row.key);
    if (!one?.left.has(row.key)) return;
    start(one, callbacks);
    await callbacks.onRow(one.job, row);
    one.left.delete(row.key);
    if (one.left.size > 0) return;
    pending.delete(jobId(id, one.rowKeys));
    callbacks.onEnd(one.job);
  }
}

function start(one: Pending, callbacks: RunnerCallbacks): void {
  if (!one.hasStarted) callbacks.onStart(one.job);
  one.hasStarted = true;
}

function throwIfDetached(signal: AbortSignal | undefined, id: string): void {
  if (!signal?.aborted) return;
  throw new UserError(
    'interrupted',
    `interrupted; run ${id} goes on without us: neurofs jobs attach ${id} gets its results, neurofs jobs cancel ${id} ends it`,
  );
}

/** Tells which jobs are being run and how far they are, and notices a run that somebody cancelled. */
async function lookAround({ id, connection, records, callbacks }: WatchRequest, pending: Map<string, Pending>) {
  const run = await records.find(id);
  if (run?.status === 'cancelled') throw new UserError('interrupted', `run ${id} was cancelled`);
  const active = await connection.redis.hgetall(queueKeys(connection.address.prefix).active(id));
  for (const [jobKey, text] of Object.entries(active)) {
    const one = pending.get(jobKey);
    if (one === undefined) continue;
    start(one, callbacks);
    callbacks.onProgress(one.job, (JSON.parse(text) as ActiveJob).done);
  }
}

/** Looks after jobs of which nothing is heard: those that are gone are added again, those given up on become rows. */
async function bringBack(request: WatchRequest, pending: readonly Pending[]): Promise<void> {
  const { id, records, queue, add, connection } = request;
  if ((await records.find(id)) === undefined) await recreate(request, pending);
  const keys = pending.flatMap(({ left }) => [...left]);
  const states = await records.outcomes(id, keys);
  // A job that was asked for with more rows than are missing now has another number.
  const jobOf = new Map(keys.map((key, place) => [key, states[place]]));
  const silent = pending.flatMap((one) => {
    const waiting = [...one.left].map((key) => jobOf.get(key)).find((state) => state?.outcome === 'wait');
    return waiting?.outcome === 'wait' ? [{ one, id: waiting.job }] : [];
  });
  const found = await queue.states(silent.map((job) => job.id));
  const absent = silent.filter((_, place) => found[place] === 'absent');
  if (absent.length > 0) await add(absent.map(({ one }) => one));
  for (const { one } of silent.filter((_, place) => found[place] === 'failed')) {
    const error = { code: 'crash', message: 'its worker died each time it was tried' } as const;
    for (const row of failedRows(one.job, error, 0, hashText)) await records.store(id, row);
  }
  const lack = describeLackOfWorkers(await listWorkers(connection), request.wanted[0].job.code);
  if (lack !== undefined) request.onNote?.(lack);
}

/** Redis came back without its memory: what has not arrived is put there anew. */
async function recreate({ id, records, wanted, onNote }: WatchRequest, pending: readonly Pending[]): Promise<void> {
  onNote?.(`the queue has forgotten run ${id}; what is missing is put on it again`);
  const run = { id, title: 'restored', words: [], folder: process.cwd(), host: '', code: wanted[0].job.code };
  await records.create(
    run,
    pending.map(({ rowKeys, left }) => ({ id: jobId(id, rowKeys), rowKeys: [...left] })),
  );
}
