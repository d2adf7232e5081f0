/** Where bytes come from: a file, a browser Blob or bytes in memory. Readers see nothing else of the outside. */

export interface ByteSource {
  /** Shown in messages. */
  readonly name: string;
  /** Stored size in bytes, where it is known before reading. */
  readonly size: number | undefined;
  /** Stored bytes handed out since the last `open`; with `size` it tells how far reading is. */
  readonly bytesRead: number;
  /** The bytes from the start, decompressed where the source is gzip. May be called again for a second pass. */
  open(): AsyncIterable<Uint8Array>;
  /** Some stored bytes, where the source can be read at any place. */
  slice?(from: number, to: number): Promise<Uint8Array>;
}

/** Called while reading; `fraction` is undefined where the size of the source is not known. */
export interface ReadProgress {
  readonly rows: number;
  readonly bytes: number;
  readonly fraction: number | undefined;
}

/** Bytes in memory as a source, handed out in pieces of `chunkSize`. */
export function bytesSource(name: string, content: Uint8Array, chunkSize = 1 << 16): ByteSource {
  // A Buffer's slice shares its memory where that of a Uint8Array copies, so readers get the latter.
  const bytes = new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
  let bytesRead = 0;
  return {
    name,
    size: bytes.length,
    get bytesRead() {
      return bytesRead;
    },
    async *open() {
      bytesRead = 0;
      for (let from = 0; from < bytes.length; from += chunkSize) {
        const chunk = bytes.subarray(from, Math.min(bytes.length, from + chunkSize));
        bytesRead += chunk.length;
        yield chunk;
      }
    },
    slice: async (from, to) => bytes.slice(from, to),
  };
}

/** The share of the source that has been read, 0 to 1. */
export function fractionRead(source: ByteSource): number | undefined {
  return source.size === undefined || source.size === 0 ? undefined : Math.min(1, source.bytesRead / source.size);
}

/** The first bytes of the content, to tell what it is. */
export async function readStart(source: ByteSource, length: number): Promise<Uint8Array> {
  const start = new Uint8Array(length);
  let filled = 0;
  for await (const chunk of source.open()) {
    const taken = chunk.subarray(0, length - filled);
    start.set(taken, filled);
    filled += taken.length;
    if (filled === length) break;
  }
  return start.subarray(0, filled);
}
