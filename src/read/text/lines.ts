/** The lines of a text source, in batches of one chunk, numbered from 1; line ends and a byte order mark are dropped. */
import { UserError } from '../../errors.js';
import type { ByteSource } from '../source/source.js';

export interface Line {
  readonly number: number;
  readonly text: string;
}

/** Longer lines are taken for a file that is no text, or one made to exhaust the machine. */
export const longestLine = 1 << 26;

export function lineTooLong(name: string, number: number): UserError {
  return new UserError(
    'data',
    `${name}, line ${number}: a line is longer than ${longestLine / 2 ** 20} MiB; is this a table of text, with a line for every row?`,
  );
}

export async function* readLines(source: ByteSource): AsyncGenerator<Line[]> {
  const decoder = new TextDecoder();
  // Pieces of a line that goes on are joined once, at its end: a long one would be copied with every piece otherwise.
  let pieces: string[] = [];
  let length = 0;
  let number = 0;
  for await (const chunk of source.open()) {
    const texts = decoder.decode(chunk, { stream: true }).split('\n');
    const isEnded = texts.length > 1;
    if (isEnded) {
      texts[0] = pieces.join('') + texts[0];
      pieces = [];
      length = 0;
    }
    const rest = texts.pop()!;
    pieces.push(rest);
    length += rest.length;
    if (length > longestLine) throw lineTooLong(source.name, number + texts.length + 1);
    if (texts.length > 0) yield texts.map((text) => ({ number: ++number, text: withoutReturn(text) }));
  }
  const rest = pieces.join('') + decoder.decode();
  if (rest !== '') yield [{ number: number + 1, text: withoutReturn(rest) }];
}

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
