/** Connects a command to the process: words, streams, Ctrl-C, exit code. */
import { exitCodes } from '../src/errors.js';
import type { Surroundings } from './surroundings.js';

export async function runInProcess(run: (surroundings: Surroundings) => Promise<number>): Promise<void> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // The first asks the work to stop and clean up; whoever asks again wants out now.
      if (stopping.signal.aborted) process.exit(exitCodes.interrupted);
      stopping.abort();
    });
  }

  // A reader such as `head` that has seen enough is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

  process.exitCode = await run({
    words: process.argv.slice(2),
    env: process.env,
    // Opened only where it is asked for: a terminal would wait for whoever sits there.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    signal: stopping.signal,
    now: () => performance.now(),
  });
}
