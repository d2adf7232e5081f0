/** The lines of a source as byte ranges, for formats whose numbers are parsed without making strings. */
import { UserError } from '../../errors.js';
import type { ByteSource } from '../source/source.js';

/** The bytes are valid only until the next line is asked for. */
export interface ByteLine {
  readonly number: number;
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

const lineFeed = 0x0a;

/** Longer lines are taken for a file that is no text. */
const longestLine = 1 << 28;

/** Calls `take` for every line, `afterChunk` after every chunk. */
export async function eachByteLine(
  source: ByteSource,
  take: (line: ByteLine) => void,
  afterChunk: () => void,
): Promise<void> {
  let rest: Uint8Array = new Uint8Array(0);
  let number = 0;
  for await (const chunk of source.open()) {
    const bytes = joined(rest, chunk);
    let from = 0;
    for (let to = bytes.indexOf(lineFeed, rest.length); to >= 0; to = bytes.indexOf(lineFeed, from)) {
      take({ number: ++number, bytes, from, to });
      from = to + 1;
    }
    rest = bytes.slice(from);
    if (rest.length > longestLine) {
      throw new UserError('data', `${source.name}, line ${number + 1}: a line is longer than ${longestLine} bytes`);
    }
    afterChunk();
  }
  if (rest.length > 0) take({ number: number + 1, bytes: rest, from: 0, to: rest.length });
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}
