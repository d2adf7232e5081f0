/** The lines of a text source, in batches of one chunk, numbered from 1; line ends and a byte order mark are dropped. */
import { UserError } from '../../errors.js';
import type { ByteSource } from '../source/source.js';

export interface Line {
  readonly number: number;
  readonly text: string;
}

/** Longer lines are taken for a file that is no text. */
const longestLine = 1 << 28;

export async function* readLines(source: ByteSource): AsyncGenerator<Line[]> {
  const decoder = new TextDecoder();
  let rest = '';
  let number = 0;
  for await (const chunk of source.open()) {
    const texts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = texts.pop()!;
    if (rest.length > longestLine) {
      throw new UserError(
        'data',
        `${source.name}, line ${number + 1}: a line is longer than ${longestLine} characters`,
      );
    }
    if (texts.length > 0) yield texts.map((text) => ({ number: ++number, text: withoutReturn(text) }));
  }
  rest += decoder.decode();
  if (rest !== '') yield [{ number: number + 1, text: withoutReturn(rest) }];
}

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
