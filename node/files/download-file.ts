/**
 * Downloads a file so that it is either there whole and checked, or not there at all.
 *
 * Bytes go to `<path>.part`. A connection that breaks is taken up again where it broke (HTTP Range, with If-Range so
 * that a file that changed meanwhile starts over), and so is a later run. Once the length and the checksum are right
 * the part is renamed; where the checksum is wrong it is deleted.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { throwIfAborted, UserError } from '../../src/errors.js';

export interface DownloadOptions {
  readonly url: string;
  /** Where the file goes. */
  readonly path: string;
  /** SHA-256 of the content, unpacked where the file is gzip. */
  readonly sha256?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
  /** Whether an answer that names another address is followed. */
  readonly redirect?: 'follow' | 'error';
  /** How often a broken connection is taken up again. */
  readonly retries?: number;
  /** Wait before the first retry, doubled every time. */
  readonly retryMilliseconds?: number;
}

export interface DownloadProgress {
  readonly received: number;
  /** Undefined where the server does not say. */
  readonly total: number | undefined;
}

export const downloadDefaults = { retries: 5, retryMilliseconds: 500 } as const;

/** Returns the SHA-256 of the content. */
export async function downloadFile(options: DownloadOptions): Promise<string> {
  const { retries, retryMilliseconds } = { ...downloadDefaults, ...options };
  const part = `${options.path}.part`;
  await mkdir(dirname(part), { recursive: true });
  for (let attempt = 0; ; attempt++) {
    throwIfAborted(options.signal);
    try {
      await fetchRest(options, part);
      break;
    } catch (error) {
      throwIfAborted(options.signal);
      if (error instanceof UserError) throw error;
      if (attempt >= retries) throw unreachable(options.url, error);
      await pause(retryMilliseconds * 2 ** attempt);
    }
  }
  const sha256 = await hashContent(part);
  if (options.sha256 !== undefined && sha256 !== options.sha256) {
    await removePart(part);
    throw new UserError(
      'data',
      `${options.url}: the checksum is wrong (SHA-256 ${sha256}, expected ${options.sha256}); the file was changed or damaged on its way and is not kept`,
    );
  }
  await rename(part, options.path);
  await rm(validatorPath(part), { force: true });
  return sha256;
}

/** Fetches what is missing of the part; throws where the connection ends too early. */
async function fetchRest(options: DownloadOptions, part: string): Promise<void> {
  const have = await sizeOf(part);
  const validator = have > 0 ? await readFile(validatorPath(part), 'utf8').catch(() => '') : '';
  const headers = have > 0 ? { Range: `bytes=${have}-`, ...(validator && { 'If-Range': validator }) } : {};
  const response = await fetch(options.url, {
    headers,
    signal: options.signal ?? null,
    redirect: options.redirect ?? 'follow',
  });
  if (response.status === 416) {
    // The part is as long as the file, or longer: only the checksum can tell.
    await response.body?.cancel();
    if (totalOf(response) === have) return;
    await removePart(part);
    throw new Error('the part did not fit the file');
  }
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    if (response.status >= 500) throw new Error(`HTTP ${response.status}`);
    throw new UserError('failure', `${options.url}: the server answers ${response.status} ${response.statusText}`);
  }
  const from = response.status === 206 ? have : 0;
  const length = response.headers.get('content-length');
  const total = length === null || response.headers.has('content-encoding') ? undefined : from + Number(length);
  await writeFile(validatorPath(part), strongValidator(response));
  const file = await open(part, from > 0 ? 'a' : 'w');
  let received = from;
  try {
    for await (const chunk of response.body) {
      await file.write(chunk);
      received += chunk.length;
      options.onProgress?.({ received, total });
    }
    await file.sync();
  } finally {
    await file.close();
  }
  if (total !== undefined && received !== total)
    throw new Error(`the connection ended after ${received} of ${total} bytes`);
}

/** Only a strong validator may be used for If-Range. */
function strongValidator(response: Response): string {
  const tag = response.headers.get('etag');
  if (tag !== null && !tag.startsWith('W/')) return tag;
  return response.headers.get('last-modified') ?? '';
}

/** `Content-Range: bytes * / 123` of a refused range. */
function totalOf(response: Response): number | undefined {
  const found = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '');
  return found ? Number(found[1]) : undefined;
}

/** SHA-256 of the content of a file, unpacked where it is gzip. */
export async function hashContent(path: string): Promise<string> {
  const hash = createHash('sha256');
  const start = await readFirstBytes(path);
  try {
    if (start[0] === 0x1f && start[1] === 0x8b) await pipeline(createReadStream(path), createGunzip(), hash);
    else await pipeline(createReadStream(path), hash);
  } catch {
    // A gzip file that cannot be unpacked has no content to be compared: its stored bytes stand for it.
    return createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  }
  return hash.digest('hex');
}

async function readFirstBytes(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const bytes = new Uint8Array(2);
    await file.read(bytes, 0, 2, 0);
    return bytes;
  } finally {
    await file.close();
  }
}

function validatorPath(part: string): string {
  return `${part}.tag`;
}

async function removePart(part: string): Promise<void> {
  await rm(part, { force: true });
  await rm(validatorPath(part), { force: true });
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    (found) => found.size,
    () => 0,
  );
}

function unreachable(url: string, error: unknown): UserError {
  const { message, cause } = error as Error & { cause?: Error };
  const why = cause?.message ? `${message}: ${cause.message}` : message;
  return new UserError(
    'failure',
    `${url}: cannot be fetched (${why}); what has arrived is kept, so run it again to continue`,
  );
}
