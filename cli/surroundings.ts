/** What a command sees of the process: passed in, so that commands can be run and watched by tests. */
import type { TerminalStream } from './terminal/terminal.js';

export interface Surroundings {
  /** The words after the program's name. */
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: TerminalStream;
  readonly stderr: TerminalStream;
  /** Fires on Ctrl-C. */
  readonly signal: AbortSignal;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
}
