/** Ctrl-C and SIGTERM while the program is still being loaded: nothing has begun, so it ends with a word. */
import { writeSync } from 'node:fs';

const interrupted = 130;
const signals = ['SIGINT', 'SIGTERM'] as const;

/** Gives the function after which others deal with them. */
export function endOnSignals(): () => void {
  const end = (): void => {
    writeSync(2, 'neurofs: interrupted before the work was done\n');
    process.exit(interrupted);
  };
  for (const signal of signals) process.on(signal, end);
  return () => {
    for (const signal of signals) process.off(signal, end);
  };
}
