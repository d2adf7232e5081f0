/**
 * Lets long loops be interrupted: after so many cells the event loop gets a turn, in which signals, timers and messages are
 * heard. Counted in cells rather than by the clock, because `src` has none.
 *
 *   const turn = createTurns(signal);
 *   for (...) if (turn.isDue(cellCount)) await turn.take();
 *
 * What is called with and without anyone listening is written once, as steps: a generator that yields how many cells it
 * has worked on. `finish` goes through it at once, `inTurns` with turns between.
 */
import { yieldToEventLoop } from './compute/yield.js';
import { throwIfAborted } from './errors.js';

/** Some tens of milliseconds of the slowest reader. */
const cellsBetween = 2 ** 18;

export interface Turns {
  /** Notes that so many cells more were read; whether it is time for a turn. */
  isDue(cells: number): boolean;
  /** Gives the event loop a turn; throws where the work is no longer wanted. */
  take(): Promise<void>;
}

export function createTurns(signal: AbortSignal | undefined): Turns {
  let since = 0;
  return {
    isDue(cells) {
      since += cells;
      return since >= cellsBetween;
    },
    async take() {
      since = 0;
      await yieldToEventLoop();
      throwIfAborted(signal);
    },
  };
}

export interface Part {
  readonly from: number;
  readonly to: number;
  readonly cells: number;
}

/** The items from 0 to `count` in parts of some milliseconds, where each item is so many cells. */
export function* partsOf(count: number, cellsPerItem: number, fewestCells = 0): Generator<Part> {
  const cellsEach = Math.max(1, cellsPerItem);
  const size = Math.max(1, Math.floor(Math.max(cellsBetween, fewestCells) / cellsEach));
  for (let from = 0; from < count; from += size) {
    const to = Math.min(count, from + size);
    yield { from, to, cells: (to - from) * cellsEach };
  }
}

/** The first item that is so, in steps. */
export function* findInSteps<Item>(items: readonly Item[], is: (item: Item) => boolean): Steps<Item | undefined> {
  for (const { from, to, cells } of partsOf(items.length, 1)) {
    for (let place = from; place < to; place++) if (is(items[place])) return items[place];
    yield cells;
  }
  return undefined;
}

export type Steps<Result> = Generator<number, Result>;

export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

export async function inTurns<Result>(steps: Steps<Result>, signal: AbortSignal | undefined): Promise<Result> {
  const turn = createTurns(signal);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (turn.isDue(value)) await turn.take();
  }
}
