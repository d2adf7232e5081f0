/**
 * Keeps long work on the one thread polite: it reports progress, gives the event loop a turn and stops when the
 * signal fires. Work is counted in elementary steps, not in time, so that the code takes the same course every run.
 */

import { throwIfAborted } from '../errors.js';
import { yieldToEventLoop } from './yield.js';

/** About 20 milliseconds of simple array work. */
const stepsBetweenRests = 10_000_000;

export interface PacerContext {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number) => void) | undefined;
}

export class Pacer {
  readonly #context: PacerContext;
  #steps = 0;

  constructor(context: PacerContext) {
    this.#context = context;
    throwIfAborted(context.signal);
  }

  /** Counts work done; true when it is time for a `rest`. */
  isDue(steps: number): boolean {
    this.#steps += steps;
    return this.#steps >= stepsBetweenRests;
  }

  /** Reports the share of the work done, lets the event loop turn, and throws where the signal has fired. */
  async rest(done: number): Promise<void> {
    this.#steps = 0;
    this.#context.onProgress?.(Math.min(1, Math.max(0, done)));
    await yieldToEventLoop();
    throwIfAborted(this.#context.signal);
  }
}
