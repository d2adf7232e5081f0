/**
 * A connection to Redis that comes back by itself, with waits that double, and that says so when Redis stays away.
 * BullMQ and ioredis are loaded here and nowhere else: runs on one machine need neither.
 */
import type { Redis } from 'ioredis';
import { UserError, whenAborted } from '../../src/errors.js';
import { loadOptional } from '../../src/read/source/load-optional.js';
import { type QueueAddress, redact } from './address.js';
import { createWaitForRoom, type WaitForRoom } from './wait-for-room.js';

export interface ConnectionOptions {
  /** How long Redis may be away, at the start and later, before that is an error. */
  readonly patienceSeconds?: number;
  /** Told once when Redis goes away, and once when it is back. */
  readonly onTrouble?: (text: string) => void;
  /** Ends the wait for Redis at the start. */
  readonly signal?: AbortSignal;
}

export const connectionDefaults = { patienceSeconds: 60 } as const;

export type BullMq = typeof import('bullmq');

export interface QueueConnection {
  readonly address: QueueAddress;
  readonly redis: Redis;
  readonly bullmq: BullMq;
  /** Rejects when Redis stays away or turns us down; never resolves. Commands wait for as long as Redis is away. */
  readonly lost: Promise<never>;
  /** For writes, each of which may be done twice. */
  readonly waitForRoom: WaitForRoom;
  /** Another connection of the same kind, for commands that block. */
  duplicate(): Redis;
  close(): void;
}

/** Asked this often whether it is there; after so many questions without an answer it is taken for gone. */
const beatMilliseconds = 3000;
const missedBeats = 3;
const firstWaitMilliseconds = 50;
const longestWaitMilliseconds = 5000;
const endMilliseconds = 300;

/** 50, 100, 200 ... 5000 milliseconds. */
export function reconnectWait(attempt: number): number {
  return Math.min(longestWaitMilliseconds, firstWaitMilliseconds * 2 ** Math.min(attempt - 1, 20));
}

export async function openConnection(address: QueueAddress, options: ConnectionOptions = {}): Promise<QueueConnection> {
  const { Redis: RedisClient } = await loadOptional(() => import('ioredis'), 'ioredis', '--queue');
  const bullmq = await loadOptional(() => import('bullmq'), 'bullmq', '--queue');
  const redis = new RedisClient({
    host: address.host,
    port: address.port,
    db: address.database,
    ...(address.user && { username: address.user }),
    ...(address.password && { password: address.password }),
    ...(address.isEncrypted && { tls: { servername: address.host } }),
    lazyConnect: true,
    // Commands wait while Redis is away; `lost` ends the wait.
    maxRetriesPerRequest: null,
    retryStrategy: reconnectWait,
    // A connection that never came about is not heard to end, and would keep the process for two seconds.
    disconnectTimeout: endMilliseconds,
  });
  // BullMQ makes copies of the connection for itself; all of them end with it.
  const duplicates: Redis[] = [];
  const copy = redis.duplicate.bind(redis);
  redis.duplicate = (override) => {
    const duplicate = copy(override);
    duplicates.push(duplicate);
    return duplicate;
  };
  const watch = watchConnection(redis, address, options);
  const heart = setInterval(
    watchSilence(redis, () => {
      for (const one of [redis, ...duplicates]) one.disconnect(true);
    }),
    beatMilliseconds,
  ).unref();
  const close = () => {
    watch.end();
    clearInterval(heart);
    for (const one of [redis, ...duplicates]) one.disconnect();
  };
  redis.connect().catch(() => {});
  const ready = new Promise<void>((resolve) => redis.once('ready', () => resolve()));
  try {
    await Promise.race([ready, watch.lost, whenAborted(options.signal)]);
  } catch (error) {
    close();
    throw error;
  }
  return {
    address,
    redis,
    bullmq,
    lost: watch.lost,
    waitForRoom: createWaitForRoom(
      address,
      options.patienceSeconds ?? connectionDefaults.patienceSeconds,
      options.onTrouble,
    ),
    close,
    duplicate() {
      const duplicate = redis.duplicate({ lazyConnect: false });
      duplicate.on('error', () => {});
      return duplicate;
    },
  };
}

interface Watch {
  readonly lost: Promise<never>;
  end(): void;
}

function watchConnection(redis: Redis, address: QueueAddress, options: ConnectionOptions): Watch {
  const { patienceSeconds = connectionDefaults.patienceSeconds, onTrouble } = options;
  let giveUp: (error: UserError) => void = () => {};
  const lost = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  // Whoever does not wait for it any more must not be ended by it.
  lost.catch(() => {});
  let reason = '';
  let isTold = false;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const away = () => {
    if (isOver) return;
    timer ??= setTimeout(() => giveUp(awayError(address, patienceSeconds, reason)), patienceSeconds * 1000);
    if (isTold || reason === '') return;
    isTold = true;
    onTrouble?.(`the queue at ${address.shown} cannot be reached (${reason}); trying again for ${patienceSeconds} s`);
  };
  redis.on('error', (error) => {
    reason = redact(plainReason(error), address);
    if (isRefusal(reason)) giveUp(refusedError(address, reason));
    else away();
  });
  redis.on('close', away);
  redis.on('ready', () => {
    clearTimeout(timer);
    timer = undefined;
    if (isTold) onTrouble?.(`the queue at ${address.shown} is back`);
    isTold = false;
    reason = '';
  });
  const end = () => {
    isOver = true;
    clearTimeout(timer);
  };
  return { lost, end };
}

/**
 * A network that drops packets, or a server that was halted, closes no connection: only the lack of answers tells. Beats are
 * counted rather than seconds, because a process that was halted itself has missed nothing.
 */
function watchSilence(redis: Redis, onSilence: () => void): () => void {
  let missed = 0;
  return () => {
    if (redis.status !== 'ready') return;
    if (missed >= missedBeats) {
      missed = 0;
      onSilence();
      return;
    }
    missed++;
    redis.ping().then(
      () => {
        missed = 0;
      },
      () => {},
    );
  };
}

/** An error of several tries at once (IPv4 and IPv6) has no message of its own. */
function plainReason(error: Error): string {
  const { code, errors } = error as Error & { code?: string; errors?: readonly Error[] };
  return error.message || errors?.[0]?.message || code || error.name;
}

/** Answers that stay the same however often we ask. */
function isRefusal(reason: string): boolean {
  return /WRONGPASS|NOAUTH|NOPERM|invalid password|DB index|self.signed|certificate|ERR_TLS|altname/i.test(reason);
}

function refusedError({ shown }: QueueAddress, reason: string): UserError {
  const hint = /WRONGPASS|NOAUTH|NOPERM|password/i.test(reason)
    ? 'give user and password in the address or in NEUROFS_QUEUE_USER and NEUROFS_QUEUE_PASSWORD'
    : /certificate|self.signed|altname|TLS/i.test(reason)
      ? 'name the certificate to trust in NODE_EXTRA_CA_CERTS'
      : 'check the address';
  return new UserError('queue', `the queue at ${shown} turns us down (${reason}); ${hint}`);
}

function awayError({ shown }: QueueAddress, seconds: number, reason: string): UserError {
  const why = reason === '' ? 'no answer' : reason;
  return new UserError(
    'queue',
    `the queue at ${shown} stayed away for ${seconds} seconds (${why}); start Redis there, or check the address`,
  );
}
