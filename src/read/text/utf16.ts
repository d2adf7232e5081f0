/** Text in UTF-16, as Excel's "Unicode text" and Windows tools write it, handed on as UTF-8. */
import type { ByteSource } from '../source/source.js';

/** `start` is the start of the content: its byte order mark tells. Any other source is given back as it is. */
export function asUtf8(source: ByteSource, start: Uint8Array): ByteSource {
  const encoding = utf16Of(start);
  if (encoding === undefined) return source;
  return {
    name: source.name,
    size: source.size,
    get bytesRead() {
      return source.bytesRead;
    },
    async *open() {
      const decoder = new TextDecoder(encoding);
      const encoder = new TextEncoder();
      for await (const chunk of source.open()) yield encoder.encode(decoder.decode(chunk, { stream: true }));
      yield encoder.encode(decoder.decode());
    },
  };
}

function utf16Of(start: Uint8Array): string | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : undefined;
}
