#!/usr/bin/env node
/** Starts the command line and connects it to the process: streams, Ctrl-C, exit code. */
import { exitCodes } from '../src/errors.js';
import { runProgram } from './program.js';

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

process.exitCode = await runProgram({
  words: process.argv.slice(2),
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: stopping.signal,
  now: () => performance.now(),
});
