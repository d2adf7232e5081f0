/** What a command sees of the process: passed in, so that commands can be run and watched by tests. */
import type { Readable } from 'node:stream';
import type { TerminalStream } from './terminal/terminal.js';

export interface Surroundings {
  /** The words after the program's name. */
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Read where a command is asked to. */
  readonly stdin?: Readable & { readonly isTTY?: boolean };
  readonly stdout: TerminalStream;
  readonly stderr: TerminalStream;
  /** Fires on Ctrl-C. */
  readonly signal: AbortSignal;
  /** Asked to tell how long every step takes. */
  readonly isVerbose?: boolean;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
}
