/** Decompression in memory with a limit, for files that hold compressed parts. */
import { Decompress } from 'fflate';
import { UserError } from '../../errors.js';
import { joinChunks, tooLarge } from './read-all.js';

const inputAtOnce = 1 << 16;

/** Inflates zlib, gzip or raw deflate data (told apart by their first bytes); refuses to grow past `limit`. */
export function inflateLimited(bytes: Uint8Array, limit: number, name: string): Uint8Array {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const inflater = new Decompress((chunk) => {
    length += chunk.length;
    if (length > limit) throw tooLarge(name, limit);
    if (chunk.length > 0) chunks.push(chunk);
  });
  try {
    for (let from = 0; from < bytes.length; from += inputAtOnce) {
      const to = Math.min(bytes.length, from + inputAtOnce);
      inflater.push(bytes.subarray(from, to), to === bytes.length);
    }
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError('data', `${name}: cannot be decompressed (${(error as Error).message}); is the file damaged?`);
  }
  return joinChunks(chunks, length);
}
