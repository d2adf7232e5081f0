/**
 * Writing to a Redis that is out of memory. With `maxmemory` and noeviction it answers and refuses to keep anything, until
 * jobs are done or somebody makes room: a write is tried again for as long as a Redis that is away is waited for.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { UserError } from '../../src/errors.js';
import type { QueueAddress } from './address.js';

/** Does what may be done twice, and does it again where Redis had no room for it. */
export type WaitForRoom = <T>(write: () => Promise<T>) => Promise<T>;

const firstWaitMilliseconds = 100;
const longestWaitMilliseconds = 2000;

export function createWaitForRoom(
  { shown }: QueueAddress,
  patienceSeconds: number,
  onTrouble: (text: string) => void = () => {},
): WaitForRoom {
  let isFull = false;
  const tell = (isFullNow: boolean) => {
    if (isFull === isFullNow) return;
    isFull = isFullNow;
    onTrouble(
      isFull
        ? `the queue at ${shown} is out of memory; trying again for ${patienceSeconds} s`
        : `the queue at ${shown} has memory again`,
    );
  };
  return async (write) => {
    const end = performance.now() + patienceSeconds * 1000;
    for (let wait = firstWaitMilliseconds; ; wait = Math.min(longestWaitMilliseconds, 2 * wait)) {
      try {
        const written = await write();
        tell(false);
        return written;
      } catch (error) {
        if (!isOutOfMemory(error)) throw error;
        tell(true);
        if (performance.now() + wait >= end) throw fullError(shown, patienceSeconds);
        await pause(wait);
      }
    }
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && /\bOOM\b/.test(error.message);
}

function fullError(shown: string, seconds: number): UserError {
  return new UserError(
    'queue',
    `the queue at ${shown} was out of memory for ${seconds} seconds; raise maxmemory of Redis, or cancel runs that nobody needs`,
  );
}
