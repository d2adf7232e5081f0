/** The workers of a queue: each says every few seconds that it is there, and is forgotten when it no longer does. */
import type { QueueConnection } from './connection.js';
import { queueKeys } from './keys.js';

export interface WorkerRecord {
  readonly name: string;
  readonly host: string;
  readonly process: number;
  readonly code: string;
  readonly threads: number;
  readonly jobs: number;
  /** Milliseconds since 1970. */
  readonly started: number;
  /** Jobs that it has ended. */
  readonly done: number;
  /** The jobs that it runs now. */
  readonly current: readonly string[];
}

const seenSeconds = 15;
export const heartbeatMilliseconds = 5000;

export async function noteWorker({ redis, address }: QueueConnection, id: string, record: WorkerRecord): Promise<void> {
  const keys = queueKeys(address.prefix);
  await redis.pipeline().sadd(keys.workers, id).set(keys.worker(id), JSON.stringify(record), 'EX', seenSeconds).exec();
}

export async function forgetWorker({ redis, address }: QueueConnection, id: string): Promise<void> {
  const keys = queueKeys(address.prefix);
  await redis.pipeline().srem(keys.workers, id).del(keys.worker(id)).exec();
}

export async function listWorkers({ redis, address }: QueueConnection): Promise<WorkerRecord[]> {
  const keys = queueKeys(address.prefix);
  const ids = await redis.smembers(keys.workers);
  if (ids.length === 0) return [];
  const found = await redis.mget(ids.map(keys.worker));
  const gone = ids.filter((_, place) => found[place] === null);
  if (gone.length > 0) await redis.srem(keys.workers, ...gone);
  const workers = found.filter((text) => text !== null).map((text) => JSON.parse(text) as WorkerRecord);
  return workers.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Why no job of this code can be run now; undefined where one can. */
export function describeLackOfWorkers(workers: readonly WorkerRecord[], code: string): string | undefined {
  if (workers.some((worker) => worker.code === code)) return undefined;
  if (workers.length === 0) return 'no worker is there; start one with: neurofs worker --queue ADDRESS';
  const others = [...new Set(workers.map((worker) => worker.code))].join(', ');
  return (
    `no worker has the code ${code}: ${workers.length === 1 ? 'the one there' : `those ${workers.length} there`} ` +
    `with ${others} refuse the jobs, because the results might differ; install the same neurofs on both sides`
  );
}
