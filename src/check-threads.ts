/** Refuses a number of threads that is none; absent means as many as there are cores. */
import { UserError } from './errors.js';

export function checkThreads(threads: number | undefined): void {
  if (threads === undefined || (Number.isSafeInteger(threads) && threads >= 1)) return;
  throw new UserError('usage', `must be a whole number of at least 1. Got ${threads}`, {
    subject: { option: 'threads' },
  });
}
