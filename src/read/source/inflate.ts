/** Decompression in memory with a limit and turns for the event loop, for files that hold compressed parts. */
import { Inflate } from 'fflate';
import { throwIfAborted, UserError } from '../../errors.js';
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

/** Inflates raw deflate data, as zip archives hold them; not every engine's own decompression takes those. */
export async function inflateLimited(bytes: Uint8Array, options: InflateOptions): Promise<Uint8Array> {
  const turn = createTurns(options.signal);
  const out = collect(options);
  const inflater = new Inflate(out.take);
  try {
    for (let from = 0; from < bytes.length; from += inputAtOnce) {
      const to = Math.min(bytes.length, from + inputAtOnce);
      const before = out.length();
      inflater.push(bytes.subarray(from, to), to === bytes.length);
      if (turn.isDue(out.length() - before)) await turn.take();
    }
  } catch (error) {
    throw damaged(error, options);
  }
  return out.joined();
}

/** Inflates zlib data by the engine's own code, which takes a fifth of the time and checks the sum at the end. */
export async function decompressLimited(bytes: Uint8Array, options: InflateOptions): Promise<Uint8Array> {
  const out = collect(options);
  const packed = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  const reader = packed.pipeThrough(new DecompressionStream('deflate')).getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      out.take(piece.value);
      throwIfAborted(options.signal);
    }
  } catch (error) {
    await reader.cancel().catch(() => {});
    throw damaged(error, options);
  }
  return out.joined();
}

/** Puts chunks together and refuses more bytes than may come out. */
function collect({ name, limit }: InflateOptions) {
  const chunks: Uint8Array[] = [];
  let length = 0;
  return {
    length: () => length,
    take(chunk: Uint8Array): void {
      length += chunk.length;
      if (length > limit) throw tooLarge(name, limit);
      if (chunk.length > 0) chunks.push(chunk);
    },
    joined: () => joinChunks(chunks, length),
  };
}

function damaged(error: unknown, { name }: InflateOptions): unknown {
  if (error instanceof UserError) return error;
  return new UserError('data', `${name}: cannot be decompressed (${(error as Error).message}); is the file damaged?`);
}
