/**
 * The runs as Redis keeps them. A row is taken once, whoever sends it and however often: its key stands in the run's
 * `outcomes` as waiting until then, and one script looks, stores and counts.
 */
import type { Redis } from 'ioredis';
import { UserError } from '../../src/errors.js';
import { isFinal, type ResultRow } from '../../src/experiment/result-row.js';
import type { QueueConnection } from './connection.js';
import { type QueueKeys, queueKeys } from './keys.js';

export type RunStatus = 'running' | 'done' | 'cancelled';

export interface RunRecord {
  readonly id: string;
  /** For people: the command without the address of the queue. */
  readonly title: string;
  /** The words of the command and where it was given, to attach to it again. */
  readonly words: readonly string[];
  readonly folder: string;
  readonly host: string;
  readonly code: string;
  /** Milliseconds since 1970. */
  readonly submitted: number;
  readonly ended?: number;
  readonly status: RunStatus;
  readonly rowCount: number;
  readonly left: number;
  /** Rows with a failure that would come out the same again, and rows with one that might not. */
  readonly final: number;
  readonly failed: number;
  /** Whether all rows have reached a store. */
  readonly isDelivered: boolean;
}

export type Outcome = 'ok' | 'final' | 'failed';

/** A job and the keys of its rows. */
export interface JobRows {
  readonly id: string;
  readonly rowKeys: readonly string[];
}

export type RowState =
  | { readonly outcome: Outcome }
  /** With the job that is to give the row. */
  | { readonly outcome: 'wait'; readonly job: string };

/** How long a run that is over stays, and a file that no run has asked for. */
export const keptSeconds = 30 * 24 * 3600;

const storeScript = `
local before = redis.call('HGET', KEYS[2], ARGV[1])
if not before or string.sub(before, 1, 4) ~= 'wait' then return 0 end
local id = redis.call('XADD', KEYS[3], '*', 'row', ARGV[3])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2] .. ' ' .. id)
if ARGV[2] ~= 'ok' then redis.call('HINCRBY', KEYS[1], ARGV[2], 1) end
if redis.call('HINCRBY', KEYS[1], 'left', -1) == 0 then
  if redis.call('HGET', KEYS[1], 'status') == 'running' then redis.call('HSET', KEYS[1], 'status', 'done') end
  redis.call('HSET', KEYS[1], 'ended', ARGV[4])
  for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[5]) end
end
return 1`;

/** Failures make way: their rows go, and their keys wait again. */
const reopenScript = `
local reopened = 0
for place = 2, #ARGV do
  local outcome, id = string.match(redis.call('HGET', KEYS[2], ARGV[place]) or '', '^(%a+) (.*)$')
  if outcome == 'failed' then
    redis.call('XDEL', KEYS[3], id)
    redis.call('HSET', KEYS[2], ARGV[place], 'wait ' .. ARGV[1])
    redis.call('HINCRBY', KEYS[1], 'failed', -1)
    redis.call('HINCRBY', KEYS[1], 'left', 1)
    reopened = reopened + 1
  end
end
if reopened > 0 then
  redis.call('HSET', KEYS[1], 'status', 'running', 'delivered', '')
  redis.call('HDEL', KEYS[1], 'ended')
  for _, key in ipairs(KEYS) do redis.call('PERSIST', key) end
end
return reopened`;

export type NewRun = Pick<RunRecord, 'id' | 'title' | 'words' | 'folder' | 'host' | 'code'>;

export interface RunRecords {
  create(run: NewRun, jobs: readonly JobRows[]): Promise<void>;
  find(id: string): Promise<RunRecord | undefined>;
  /** The run, or an error that names those there are. */
  require(id: string): Promise<RunRecord>;
  /** The latest first. */
  list(): Promise<RunRecord[]>;
  /** Whether the row was taken; not where the run has it already, or is gone. */
  store(id: string, row: ResultRow): Promise<boolean>;
  /** Whether the run goes on and waits for one of these rows. */
  isWaitingFor(id: string, rowKeys: readonly string[]): Promise<boolean>;
  /** Undefined where the run has no such row. */
  outcomes(id: string, rowKeys: readonly string[]): Promise<(RowState | undefined)[]>;
  /** How many rows of the job had failed and are waited for again. */
  reopen(id: string, job: JobRows): Promise<number>;
  cancel(id: string): Promise<void>;
  markDelivered(id: string): Promise<void>;
}

/** Fields or keys that are sent at once. */
export const batchSize = 1000;

export function batches<T>(values: readonly T[], size = batchSize): T[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, i) => values.slice(i * size, (i + 1) * size));
}

export function createRunRecords({ redis, address, waitForRoom }: QueueConnection): RunRecords {
  const keys = queueKeys(address.prefix);
  const find = async (id: string) => toRecord(id, await redis.hgetall(keys.run(id)));
  const records: RunRecords = {
    find,
    async create(run, jobs) {
      const { id, words, ...shown } = run;
      const rows = jobs.flatMap((job) => job.rowKeys.map((key) => [key, `wait ${job.id}`] as const));
      const counts = { rowCount: rows.length, left: rows.length, final: 0, failed: 0 };
      const described = { ...shown, ...counts, words: JSON.stringify(words), submitted: Date.now() };
      await waitForRoom(() => redis.hset(keys.run(id), described));
      for (const some of batches(rows)) {
        await waitForRoom(() => redis.hset(keys.outcomes(id), Object.fromEntries(some)));
      }
      // Only a run that is there as a whole has a status, and is listed.
      await waitForRoom(() => redis.hset(keys.run(id), { status: 'running', delivered: '' }));
      await waitForRoom(() => redis.zadd(keys.runs, Date.now(), id));
    },
    async require(id) {
      const found = await find(id);
      if (found) return found;
      const ids = (await records.list()).map((run) => run.id);
      const known = ids.length === 0 ? 'there are none' : `there are ${ids.slice(0, 10).join(', ')}`;
      throw new UserError('usage', `the queue has no run "${id}"; ${known}`);
    },
    async list() {
      const ids = await redis.zrevrange(keys.runs, 0, -1);
      const found = await Promise.all(ids.map(find));
      const gone = ids.filter((_, place) => found[place] === undefined);
      if (gone.length > 0) await redis.zrem(keys.runs, ...gone);
      return found.filter((run) => run !== undefined);
    },
    async store(id, row) {
      const stored = await waitForRoom(() =>
        redis.eval(
          storeScript,
          4,
          ...[keys.run(id), keys.outcomes(id), keys.rows(id), keys.active(id)],
          ...[row.key, outcomeOf(row), JSON.stringify(row), Date.now(), keptSeconds],
        ),
      );
      return stored === 1;
    },
    async isWaitingFor(id, rowKeys) {
      // Asked before every job, and so in one go.
      const asked = redis.pipeline().hget(keys.run(id), 'status');
      const answers = await asked.hmget(keys.outcomes(id), ...rowKeys).exec();
      const [status, found] = (answers ?? []).map(([, answer]) => answer) as [string | null, (string | null)[]];
      return status === 'running' && found.some((text) => text?.startsWith('wait'));
    },
    async outcomes(id, rowKeys) {
      const found: (string | null)[] = [];
      for (const some of batches(rowKeys)) found.push(...(await redis.hmget(keys.outcomes(id), ...some)));
      return found.map((text) => (text === null ? undefined : toState(text)));
    },
    async reopen(id, job) {
      const of = [keys.run(id), keys.outcomes(id), keys.rows(id), keys.active(id)];
      return Number(await waitForRoom(() => redis.eval(reopenScript, of.length, ...of, job.id, ...job.rowKeys)));
    },
    async cancel(id) {
      await waitForRoom(() => redis.hset(keys.run(id), { status: 'cancelled', ended: Date.now() }));
      await expire(redis, keys, id);
    },
    async markDelivered(id) {
      if ((await redis.exists(keys.run(id))) === 0) return;
      await waitForRoom(() => redis.hset(keys.run(id), 'delivered', 'yes'));
    },
  };
  return records;
}

async function expire(redis: Redis, keys: QueueKeys, id: string): Promise<void> {
  const of = [keys.run(id), keys.outcomes(id), keys.rows(id), keys.active(id)];
  await Promise.all(of.map((key) => redis.expire(key, keptSeconds)));
}

/** None where somebody else wrote there what is no list of words. */
function readWords(text: string): readonly string[] {
  try {
    const words: unknown = JSON.parse(text);
    return Array.isArray(words) && words.every((word) => typeof word === 'string') ? words : [];
  } catch {
    return [];
  }
}

function toState(text: string): RowState {
  const [outcome, job] = text.split(' ');
  return outcome === 'wait' ? { outcome, job } : { outcome: outcome as Outcome };
}

export function outcomeOf(row: ResultRow): Outcome {
  if (row.error === undefined) return 'ok';
  // A time limit was asked for: reaching it again is what a second try would do.
  return isFinal(row, row.error.limitSeconds) ? 'final' : 'failed';
}

function toRecord(id: string, fields: Readonly<Record<string, string>>): RunRecord | undefined {
  const { status, title, words, folder, host, code, ended } = fields;
  if (status === undefined || code === undefined) return undefined;
  return {
    id,
    title,
    folder,
    host,
    code,
    status: status as RunStatus,
    words: readWords(words),
    submitted: Number(fields.submitted),
    ...(ended !== undefined && { ended: Number(ended) }),
    rowCount: Number(fields.rowCount),
    left: Number(fields.left),
    final: Number(fields.final),
    failed: Number(fields.failed),
    isDelivered: fields.delivered === 'yes',
  };
}
