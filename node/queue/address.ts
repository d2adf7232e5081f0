/**
 * Where the queue is: `redis://[user[:password]@]host[:port][/database]`, with TLS as `rediss://`.
 *
 * User and password may come from the environment instead, where no list of processes shows them. Nothing here prints
 * a password: `shown` is the address for people, and `redact` takes secrets out of texts of others.
 */
import { UserError } from '../../src/errors.js';

export interface QueueAddress {
  readonly host: string;
  readonly port: number;
  readonly database: number;
  readonly isEncrypted: boolean;
  readonly user?: string;
  readonly password?: string;
  /** Goes before every key; the same for everyone who shares jobs. */
  readonly prefix: string;
  /** The address without user and password. */
  readonly shown: string;
}

export interface GivenAddress {
  /** Taken from NEUROFS_QUEUE where it is absent. */
  readonly address?: string;
  /** Taken from NEUROFS_QUEUE_PREFIX where it is absent. */
  readonly prefix?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

export const queueDefaults = { port: 6379, prefix: 'neurofs' } as const;

/** Variables of the environment that hold what must not be shown. */
export const secretVariables = ['NEUROFS_QUEUE', 'NEUROFS_QUEUE_USER', 'NEUROFS_QUEUE_PASSWORD'] as const;

export function readAddress({ address, prefix }: GivenAddress, env: Environment = process.env): QueueAddress {
  const text = address ?? env.NEUROFS_QUEUE;
  if (!text) {
    throw new UserError('usage', 'name the queue: --queue redis://host:6379, or the address in NEUROFS_QUEUE');
  }
  const url = parse(text);
  const user = decode(url.username) || env.NEUROFS_QUEUE_USER;
  const password = decode(url.password) || env.NEUROFS_QUEUE_PASSWORD;
  const isEncrypted = url.protocol === 'rediss:';
  const port = url.port === '' ? queueDefaults.port : Number(url.port);
  // The brackets of an IPv6 address belong to the URL alone.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const database = readDatabase(url);
  return {
    host,
    port,
    database,
    isEncrypted,
    ...(user && { user }),
    ...(password && { password }),
    prefix: readPrefix(prefix ?? env.NEUROFS_QUEUE_PREFIX ?? queueDefaults.prefix),
    shown: `${url.protocol}//${url.hostname}:${port}${database === 0 ? '' : `/${database}`}`,
  };
}

function parse(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isKnown = url !== undefined && (url.protocol === 'redis:' || url.protocol === 'rediss:') && url.hostname !== '';
  if (isKnown) return url;
  throw new UserError(
    'usage',
    `--queue must be redis://host:6379, or rediss://host:6379 for TLS. Got "${redact(text)}"`,
  );
}

function readDatabase({ pathname }: URL): number {
  if (pathname === '' || pathname === '/') return 0;
  const database = Number(pathname.slice(1));
  if (Number.isSafeInteger(database) && database >= 0) return database;
  throw new UserError(
    'usage',
    `--queue: what follows the port is the number of the database, as in /2. Got "${pathname}"`,
  );
}

/** Braces keep all keys together on a Redis cluster; colons part the pieces of a key. */
function readPrefix(text: string): string {
  if (/^[\w.{}-]+$/.test(text)) return text;
  throw new UserError('usage', `--queue-prefix must be made of letters, digits, . _ - { }. Got "${text}"`);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The text with what stands before the @ of every address taken out, and the secrets of this address. */
export function redact(text: string, { password, user }: Partial<QueueAddress> = {}): string {
  // Greedy up to the last @ before a space or slash-separated path: passwords may hold an @ themselves.
  let safe = text.replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s"']*@/gi, '$1');
  for (const secret of [password, user]) {
    if (secret !== undefined && secret.length >= 3) safe = safe.replaceAll(secret, '***');
  }
  return safe;
}

/** Options of the command line that say where the queue is; what follows them may be a secret. */
const addressFlags = ['--queue'];

/** The words of a command line without the address of the queue: they give the same results on one machine. */
export function withoutAddress(words: readonly string[]): string[] {
  return words.filter((word, place) => {
    if (addressFlags.some((flag) => word === flag || word.startsWith(`${flag}=`))) return false;
    const follows = place > 0 && addressFlags.includes(words[place - 1]);
    return !(follows && /^rediss?:/i.test(word));
  });
}
