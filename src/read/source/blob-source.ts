/** A Blob or File as a ByteSource: streamed, and gunzipped where its content is gzip. For browsers; Node has it too. */
import { UserError } from '../../errors.js';
import type { ByteSource } from './source.js';

export interface BlobSourceOptions {
  /** Bytes a gzip file may grow to: a guard against files made to exhaust the machine. */
  readonly maxDecompressedBytes?: number;
}

export const blobSourceDefaults = { maxDecompressedBytes: 8 * 2 ** 30 } as const;

export interface BlobSource extends ByteSource {
  readonly isGzip: boolean;
}

export async function openBlobSource(
  name: string,
  blob: Blob,
  { maxDecompressedBytes: limit }: BlobSourceOptions = blobSourceDefaults,
): Promise<BlobSource> {
  const start = await bytesOf(name, blob.slice(0, 2));
  const isGzip = start[0] === 0x1f && start[1] === 0x8b;
  let bytesRead = 0;

  async function* stored(): AsyncGenerator<Uint8Array> {
    bytesRead = 0;
    for await (const chunk of chunksOf(name, blob.stream())) {
      bytesRead += chunk.length;
      yield chunk;
    }
  }

  async function* gunzipped(): AsyncGenerator<Uint8Array> {
    bytesRead = 0;
    const counting = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytesRead += chunk.length;
        controller.enqueue(chunk);
      },
    });
    const unpacked = blob
      .stream()
      .pipeThrough(counting)
      .pipeThrough(new DecompressionStream('gzip') as unknown as ReadableWritablePair<Uint8Array, Uint8Array>);
    let total = 0;
    for await (const chunk of chunksOf(name, unpacked)) {
      total += chunk.length;
      if (limit !== undefined && total > limit) {
        throw new UserError('data', `${name}: decompresses to more than ${limit} bytes; unpack it first`);
      }
      yield chunk;
    }
  }

  return {
    name,
    isGzip,
    size: blob.size,
    get bytesRead() {
      return bytesRead;
    },
    open: () => (isGzip ? gunzipped() : stored()),
    ...(!isGzip && { slice: (from: number, to: number) => bytesOf(name, blob.slice(from, to)) }),
  };
}

async function bytesOf(name: string, blob: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await blob.arrayBuffer());
  } catch (error) {
    throw unreadable(name, error);
  }
}

/** A reader rather than `for await`, because not every browser can iterate over a stream. */
async function* chunksOf(name: string, stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw unreadable(name, error);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function unreadable(name: string, error: unknown): unknown {
  if (error instanceof UserError) return error;
  const { message } = error as Error;
  return new UserError('data', `${name}: cannot be read to its end (${message}); was it changed, moved or cut short?`);
}
