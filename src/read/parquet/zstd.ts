/** Zstandard decompression with a limit. */
import { Decompress } from 'fzstd';
import { joinChunks, tooLarge } from '../source/read-all.js';

export function unzstdLimited(input: Uint8Array, limit: number, name: string): Uint8Array {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const stream = new Decompress((chunk) => {
    length += chunk.length;
    if (length > limit) throw tooLarge(name, limit);
    // The stream reuses its window, so what it hands out is copied.
    chunks.push(chunk.slice());
  });
  stream.push(input, true);
  return joinChunks(chunks, length);
}
