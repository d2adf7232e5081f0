/** Runs `neurofs` with the words given and prints the exit code and the peak memory of the process as JSON. */
import { runProgram } from '../cli/program.js';

const exitCode = await runProgram({
  words: process.argv.slice(2),
  env: {},
  stdout: { write() {} },
  stderr: process.stderr,
  signal: new AbortController().signal,
  now: () => performance.now(),
});
process.stdout.write(JSON.stringify({ exitCode, peakMegabytes: process.resourceUsage().maxRSS / 1000 }));
