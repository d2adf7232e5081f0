/** Random moments in the life of a command, by the work it has done: a busy machine shifts the clock, not the work. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from './command.js';

/**
 * How often one attempt disturbs: what was ended is begun again and ended again, so that a disturbance costs the half of a
 * run that it lets pass, and what is left behind has to stand more than one of them.
 */
export const timesInARow = 8;

/** Waits until processors have worked so many seconds for it; false where it ended before. */
export async function reach(command: Command, work: number): Promise<boolean> {
  while (!hasEnded(command)) {
    if (command.worked() >= work) return true;
    await pause(25);
  }
  return false;
}

export function hasEnded({ child }: Command): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
