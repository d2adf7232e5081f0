/**
 * Progress for a log, where nobody watches a live line: a line every ten seconds at first, and less often the longer the
 * work takes, down to one a minute. What is over within ten seconds writes nothing.
 */
import type { TerminalStream } from './terminal.js';
import { printable } from './text-table.js';

export interface LogLines {
  /** Writes the line if it is time for one. */
  offer(line: () => string): void;
  /** Writes a line at once. */
  write(line: string): void;
}

const shortestGap = 10_000;
const longestGap = 60_000;
/** The gap as a share of the time so far. */
const gapShare = 0.1;

export function createLogLines(stream: TerminalStream, now: () => number): LogLines {
  const start = now();
  let writtenAt = start;
  const write = (line: string) => stream.write(`${printable(line.replaceAll('\u00a0', ' '))}\n`);
  return {
    write,
    offer(line) {
      const time = now();
      const gap = Math.min(longestGap, Math.max(shortestGap, (time - start) * gapShare));
      if (time - writtenAt < gap) return;
      writtenAt = time;
      write(line());
    },
  };
}
