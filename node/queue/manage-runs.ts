/** What can be done with the runs of a queue from outside: look at them, cancel one, try its failures again. */
import type { QueueConnection } from './connection.js';
import { queueKeys } from './keys.js';
import { openQueue } from './open-queue.js';
import { rowKeysOf } from './queued-job.js';
import { createRunRecords, type RunRecord } from './run-records.js';
import type { ActiveJob } from './watch-run.js';
import { describeLackOfWorkers, listWorkers, type WorkerRecord } from './worker-list.js';

export interface ShownRun extends RunRecord {
  readonly active: readonly ActiveJob[];
  /** Why its jobs cannot be run now. */
  readonly lack?: string;
}

export interface QueueState {
  /** The latest first. */
  readonly runs: readonly ShownRun[];
  readonly workers: readonly WorkerRecord[];
}

export async function describeQueue(connection: QueueConnection): Promise<QueueState> {
  const { redis, address } = connection;
  const keys = queueKeys(address.prefix);
  const workers = await listWorkers(connection);
  const records = await createRunRecords(connection).list();
  const runs = await Promise.all(
    records.map(async (run) => {
      const active = run.status === 'running' ? await redis.hvals(keys.active(run.id)) : [];
      const lack = run.status === 'running' ? describeLackOfWorkers(workers, run.code) : undefined;
      return { ...run, active: active.map((text) => JSON.parse(text) as ActiveJob), ...(lack && { lack }) };
    }),
  );
  return { runs, workers };
}

/**
 * Gives the number of jobs that were taken off the queue, undefined where the run is over; jobs that are being run are
 * stopped by their workers.
 */
export async function cancelRun(connection: QueueConnection, id: string): Promise<number | undefined> {
  const records = createRunRecords(connection);
  const { code, status } = await records.require(id);
  if (status !== 'running') return undefined;
  await records.cancel(id);
  return openQueue(connection, code).removeRun(id);
}

/** Gives the number of jobs that are tried again. */
export async function retryRun(connection: QueueConnection, id: string): Promise<number> {
  const records = createRunRecords(connection);
  const { code } = await records.require(id);
  const queue = openQueue(connection, code);
  const failed = await queue.failedJobs(id);
  for (const job of failed) {
    await records.reopen(id, { id: job.id, rowKeys: rowKeysOf(job.queued.job) });
    await queue.retry(job.id);
  }
  return failed.length;
}
