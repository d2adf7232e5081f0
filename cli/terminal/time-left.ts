/**
 * Estimates the time left. Of epochs, from the recent ones alone: epochs get cheaper as input neurons go, so the mean since the
 * start would be too high. The median of the recent steps forgives one slow step (another program, a paused laptop).
 * Of a share of mixed steps, from the whole time so far: a run of quick steps says nothing of the slow ones to come.
 */

const recentStepCount = 7;

export interface TimeLeft {
  /** Notes that `done` of `total` steps were done at `now` (milliseconds). */
  note(done: number, total: number, now: number): void;
  /** Seconds left at `now`, or undefined before the first step has been timed. */
  seconds(now: number): number | undefined;
}

export function createTimeLeft(): TimeLeft {
  const stepTimes: number[] = [];
  let last: { done: number; total: number; time: number } | undefined;
  return {
    note(done, total, now) {
      const steps = last === undefined ? 0 : done - last.done;
      if (last !== undefined && steps > 0) stepTimes.push((now - last.time) / steps);
      if (stepTimes.length > recentStepCount) stepTimes.shift();
      if (last === undefined || steps > 0) last = { done, total, time: now };
    },
    seconds(now) {
      if (last === undefined || stepTimes.length === 0) return undefined;
      const atLast = median(stepTimes) * (last.total - last.done);
      return Math.max(0, atLast - (now - last.time)) / 1000;
    },
  };
}

/** Seconds left after `elapsed` of them, where that share was done; undefined while too little is. */
export function secondsOfShare(done: number | undefined, elapsed: number): number | undefined {
  return done === undefined || done < leastShare ? undefined : (elapsed * Math.max(0, 1 - done)) / done;
}

/** A share below this would be multiplied by too much. */
const leastShare = 0.01;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
