/** The lines of a source as byte ranges, for formats whose numbers are parsed without making strings. */
import { joinChunks } from '../source/read-all.js';
import type { ByteSource } from '../source/source.js';
import { lineTooLong, longestLine } from './lines.js';

/** The bytes are valid only until the next line is asked for. */
export interface ByteLine {
  readonly number: number;
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

const lineFeed = 0x0a;

/** Calls `take` for every line, `afterChunk` after every chunk. */
export async function eachByteLine(
  source: ByteSource,
  take: (line: ByteLine) => void,
  afterChunk: () => void | Promise<void>,
): Promise<void> {
  // Pieces of a line that goes on are joined once, at its end: a long one would be copied with every piece otherwise.
  let pieces: Uint8Array[] = [];
  let length = 0;
  let number = 0;
  for await (const chunk of source.open()) {
    const end = chunk.indexOf(lineFeed);
    if (end < 0) {
      // A source may use its memory again.
      pieces.push(chunk.slice());
      length += chunk.length;
    } else {
      const bytes = pieces.length === 0 ? chunk : joinChunks([...pieces, chunk], length + chunk.length);
      let from = 0;
      for (let to = length + end; to >= 0; to = bytes.indexOf(lineFeed, from)) {
        take({ number: ++number, bytes, from, to });
        from = to + 1;
      }
      pieces = [bytes.slice(from)];
      length = bytes.length - from;
    }
    if (length > longestLine) throw lineTooLong(source.name, number + 1);
    await afterChunk();
  }
  const rest = joinChunks(pieces, length);
  if (length > 0) take({ number: number + 1, bytes: rest, from: 0, to: length });
}
