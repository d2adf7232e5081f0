/** Decompression in memory with a limit and turns for the event loop, for files that hold compressed parts. */
import { Decompress, Inflate } from 'fflate';
import { UserError } from '../../errors.js';
import { createTurns } from '../../turns.js';
import { joinChunks, tooLarge } from './read-all.js';

const inputAtOnce = 1 << 16;

export interface InflateOptions {
  /** That of the file, for messages. */
  readonly name: string;
  /** Bytes that may come out. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

/** Inflates raw deflate data, as zip archives hold them. */
export function inflateLimited(bytes: Uint8Array, options: InflateOptions): Promise<Uint8Array> {
  return inflateWith((take) => new Inflate(take), bytes, options);
}

/** Inflates zlib or gzip data, told apart by their first bytes. */
export function decompressLimited(bytes: Uint8Array, options: InflateOptions): Promise<Uint8Array> {
  return inflateWith((take) => new Decompress(take), bytes, options);
}

async function inflateWith(
  create: (take: (chunk: Uint8Array) => void) => { push(bytes: Uint8Array, isLast: boolean): void },
  bytes: Uint8Array,
  { name, limit, signal }: InflateOptions,
): Promise<Uint8Array> {
  const turn = createTurns(signal);
  const chunks: Uint8Array[] = [];
  let length = 0;
  let since = 0;
  const inflater = create((chunk) => {
    length += chunk.length;
    since += chunk.length;
    if (length > limit) throw tooLarge(name, limit);
    if (chunk.length > 0) chunks.push(chunk);
  });
  try {
    for (let from = 0; from < bytes.length; from += inputAtOnce) {
      const to = Math.min(bytes.length, from + inputAtOnce);
      inflater.push(bytes.subarray(from, to), to === bytes.length);
      if (turn.isDue(since)) await turn.take();
      since = 0;
    }
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError('data', `${name}: cannot be decompressed (${(error as Error).message}); is the file damaged?`);
  }
  return joinChunks(chunks, length);
}
