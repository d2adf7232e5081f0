/** All bytes of a source at once, for the formats that cannot be read as a stream. */
import { UserError } from '../../errors.js';
import type { ByteSource } from './source.js';

export interface ReadAllOptions {
  /** Bytes that may be held at once, after decompression. */
  readonly maxBytes?: number;
}

/** Decompressed bytes a reader may hold: a guard against files made to exhaust the machine. */
export const maxBytesDefault = 4 * 2 ** 30;

/** What a file may grow to unless the caller says otherwise: this much, and so many times its own size. */
const heldFreely = 2 ** 28;
const heldPerByte = 100;

/**
 * Bytes that may be held of a file of `storedBytes`: what was asked for, else a limit by ratio and by size, because a
 * megabyte of gzip can hold a gigabyte of zeros.
 */
export function heldLimit(storedBytes: number | undefined, maxBytes: number | undefined): number {
  return maxBytes ?? Math.min(maxBytesDefault, heldFreely + heldPerByte * (storedBytes ?? maxBytesDefault));
}

export async function readAll(source: ByteSource, options: ReadAllOptions = {}): Promise<Uint8Array> {
  const limit = heldLimit(source.size, options.maxBytes);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source.open()) {
    length += chunk.length;
    if (length > limit) throw tooLarge(source.name, limit);
    chunks.push(chunk);
  }
  return joinChunks(chunks, length);
}

/** A plain Uint8Array whose start is aligned for every number type. */
export function joinChunks(chunks: readonly Uint8Array[], length: number): Uint8Array {
  if (chunks.length === 1 && chunks[0].constructor === Uint8Array && chunks[0].byteOffset % 8 === 0) return chunks[0];
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

export function tooLarge(name: string, limit: number): UserError {
  return new UserError(
    'data',
    `${name}: needs more than ${Math.round(limit / 2 ** 20)} MiB once decompressed, more than a file of its size is trusted with`,
    { advice: [{ option: 'maxBytes', verb: 'raise', purpose: 'if you trust the file' }] },
  );
}
