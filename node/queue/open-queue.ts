/** The BullMQ queue of one version of the code: adding jobs, and looking after them. */
import type { QueueConnection } from './connection.js';
import { queueName } from './keys.js';
import type { QueuedJob } from './queued-job.js';
import { batches, keptSeconds } from './run-records.js';

export interface IdentifiedJob {
  readonly id: string;
  readonly queued: QueuedJob;
}

export interface AddOptions {
  readonly tries: number;
  readonly retryMilliseconds: number;
}

export type QueuedState = 'absent' | 'failed' | 'present';

export interface JobQueue {
  /** Jobs that are on the queue already stay as they are. */
  add(jobs: readonly IdentifiedJob[], options: AddOptions): Promise<void>;
  states(ids: readonly string[]): Promise<QueuedState[]>;
  /** The jobs of a run whose tries are used up. */
  failedJobs(run: string): Promise<IdentifiedJob[]>;
  /** Puts a failed job back, with all its tries. */
  retry(id: string): Promise<void>;
  /** Takes the jobs of a run off the queue, except those that are being run. */
  removeRun(run: string): Promise<number>;
}

/** Nobody reads BullMQ's own events here, and the default keeps ten thousand. */
const keptEvents = 100;

export function openQueue({ bullmq, redis, address, waitForRoom }: QueueConnection, code: string): JobQueue {
  const queue = new bullmq.Queue<QueuedJob>(queueName(code), {
    connection: redis,
    prefix: address.prefix,
    streams: { events: { maxLen: keptEvents } },
  });
  queue.on('error', () => {});
  return {
    async add(jobs, { tries, retryMilliseconds }) {
      for (const some of batches(jobs)) {
        const described = some.map(({ id, queued }) => ({
          name: queued.job.method,
          data: queued,
          opts: {
            jobId: id,
            attempts: tries,
            backoff: { type: 'exponential', delay: retryMilliseconds },
            // Its rows say all about a job that is done.
            removeOnComplete: true,
            removeOnFail: { age: keptSeconds },
            stackTraceLimit: 1,
          },
        }));
        await waitForRoom(() => queue.addBulk(described));
      }
    },
    async states(ids) {
      const found: QueuedState[] = [];
      for (const some of batches(ids)) {
        const asked = redis.pipeline();
        for (const id of some) asked.exists(queue.toKey(id)).zscore(queue.toKey('failed'), id);
        const answers = (await asked.exec()) ?? [];
        some.forEach((_, place) => {
          const [exists, failed] = [answers[2 * place][1], answers[2 * place + 1][1]];
          found.push(exists !== 1 ? 'absent' : failed === null ? 'present' : 'failed');
        });
      }
      return found;
    },
    async failedJobs(run) {
      const failed = await queue.getFailed();
      return failed.filter((job) => job?.data.run === run).map((job) => ({ id: job.id!, queued: job.data }));
    },
    async retry(id) {
      const job = await queue.getJob(id);
      if (job === undefined) return;
      await waitForRoom(() => job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true }));
    },
    async removeRun(run) {
      let removed = 0;
      for (const some of batches(await idsOfRun(run), 100)) {
        // A job that is being run is locked; its worker gives it up by itself.
        const counts = await Promise.all(some.map((id) => queue.remove(id).catch(() => 0)));
        removed += counts.reduce((sum, count) => sum + count, 0);
      }
      return removed;
    },
  };

  async function idsOfRun(run: string): Promise<string[]> {
    const lists = await Promise.all([
      redis.lrange(queue.toKey('wait'), 0, -1),
      redis.zrange(queue.toKey('delayed'), '0', '-1'),
      redis.zrange(queue.toKey('failed'), '0', '-1'),
    ]);
    return lists.flat().filter((id) => id.startsWith(`${run}-`));
  }
}
