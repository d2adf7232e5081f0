/** A file as a ByteSource: streamed, gunzipped where its content is gzip, its SHA-256 taken while it is read. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { UserError } from '../../src/errors.js';
import type { ByteSource } from '../../src/read/source/source.js';

export interface FileSource extends ByteSource {
  readonly path: string;
  readonly size: number;
  readonly modified: Date;
  readonly isGzip: boolean;
  /** SHA-256 of the stored file, once it has been read to the end. */
  sha256(): string | undefined;
  /** Fails where the file is no longer the one that was opened: what was read may be a mixture of two contents. */
  checkUnchanged(): Promise<void>;
}

export interface FileSourceOptions {
  /** Bytes a gzip file may grow to: a guard against files made to exhaust the machine. */
  readonly maxDecompressedBytes?: number;
}

export const fileSourceDefaults = { maxDecompressedBytes: 64 * 2 ** 30 } as const;
const chunkBytes = 1 << 20;

export async function openFileSource(path: string, options: FileSourceOptions = {}): Promise<FileSource> {
  const opened = await describeFile(path);
  const { size, mtime: modified } = opened;
  const start = await readStart(path);
  const isGzip = start[0] === 0x1f && start[1] === 0x8b;
  const limit = options.maxDecompressedBytes ?? fileSourceDefaults.maxDecompressedBytes;
  let bytesRead = 0;
  let digest: string | undefined;

  async function* stored(hash: Hash | undefined): AsyncGenerator<Uint8Array> {
    bytesRead = 0;
    for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
      bytesRead += chunk.length;
      hash?.update(chunk);
      yield plainBytes(chunk);
    }
    digest ??= hash?.digest('hex');
  }

  return {
    path,
    name: path,
    size,
    modified,
    isGzip,
    get bytesRead() {
      return bytesRead;
    },
    sha256: () => digest,
    async checkUnchanged() {
      // One that is gone was read to its end, or its reader has said so.
      const now = await stat(path).catch(() => opened);
      const isSame = now.ino === opened.ino && now.size === opened.size && now.mtimeMs === opened.mtimeMs;
      if (!isSame) throw new UserError('data', `${path}: changed while it was read; wait until it is whole`);
    },
    open() {
      const chunks = stored(digest === undefined ? createHash('sha256') : undefined);
      return isGzip ? gunzipped(chunks, path, limit) : chunks;
    },
    ...(!isGzip && { slice: (from: number, to: number) => readSlice(path, from, to) }),
  };
}

async function* gunzipped(chunks: AsyncIterable<Uint8Array>, name: string, limit: number): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: 1 << 18 });
  const feeding = pipeline(chunks, gunzip);
  // The loop below meets the same failure, so it is not left unhandled here.
  feeding.catch(() => undefined);
  let total = 0;
  try {
    for await (const chunk of gunzip) {
      total += chunk.length;
      if (total > limit) throw tooLarge(name, limit);
      yield plainBytes(chunk);
    }
    await feeding;
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      'data',
      `${name}: cannot be decompressed (${(error as Error).message}); is the file damaged or cut short?`,
    );
  } finally {
    gunzip.destroy();
  }
}

/** A Buffer's `slice` shares its memory where that of a Uint8Array copies, so readers get the latter. */
function plainBytes(chunk: Buffer): Uint8Array {
  return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

function tooLarge(name: string, limit: number): UserError {
  return new UserError(
    'data',
    `${name}: decompresses to more than ${limit} bytes; raise maxDecompressedBytes if you trust the file`,
  );
}

async function describeFile(path: string): Promise<Stats> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw new UserError('data', `${path} is a folder; name a file in it`);
    if (!found.isFile()) {
      throw new UserError('data', `${path} is not a file on disk; write what it gives to a file first`);
    }
    return found;
  } catch (error) {
    if (error instanceof UserError) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    const reason = code === 'ENOENT' ? 'there is no such file' : code === 'EACCES' ? 'it may not be read' : code;
    throw new UserError('data', `${path}: ${reason}`);
  }
}

async function readStart(path: string): Promise<Uint8Array> {
  return readSlice(path, 0, 16);
}

/** The bytes from `from` to `to`, fewer where the file ends before. */
async function readSlice(path: string, from: number, to: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const slice = new Uint8Array(to - from);
    const { bytesRead } = await file.read(slice, 0, slice.length, from);
    return slice.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
