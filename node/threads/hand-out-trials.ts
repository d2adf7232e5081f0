/**
 * Hands trials out to whoever is free, the longest first, so that nobody waits long for the last. Values are kept by the
 * place of their trial: who ran it, and when it was done, leaves no trace.
 */
import { type RunTrial, type Trial, trialCost } from '../../src/method-trial.js';

export interface TrialsHandedOut {
  /** Runs trials until none is waiting, and settles when the last of them is done. An error is kept, not thrown. */
  serve(runTrial: RunTrial): Promise<void>;
  /** No more are handed out. */
  stop(): void;
  /** Of all trials, in their order; throws the error of the first that failed. */
  values(): number[];
}

interface HandOutEvents {
  readonly onDone: (trial: Trial) => void;
  /** Called when one has failed and none before it can any more: what else runs is in vain. */
  readonly onFailed: () => void;
}

export function handOutTrials(trials: readonly Trial[], { onDone, onFailed }: HandOutEvents): TrialsHandedOut {
  const values: number[] = [];
  const failures = new Map<number, unknown>();
  const unfinished = new Set(trials.keys());
  let waiting = [...trials.keys()].sort((a, b) => trialCost(trials[b]) - trialCost(trials[a]) || a - b);
  const firstFailure = (): number => Math.min(...failures.keys());
  const runOne = async (place: number, runTrial: RunTrial): Promise<void> => {
    try {
      values[place] = await runTrial(trials[place]);
      onDone(trials[place]);
    } catch (error) {
      failures.set(place, error);
      // One after the other they would have ended here, unless one before fails too.
      waiting = waiting.filter((each) => each < place);
    }
    unfinished.delete(place);
    if (failures.size > 0 && firstFailure() < Math.min(...unfinished)) onFailed();
  };
  return {
    async serve(runTrial) {
      for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) await runOne(place, runTrial);
    },
    stop() {
      waiting = [];
    },
    values() {
      if (failures.size > 0) throw failures.get(firstFailure());
      return values;
    },
  };
}
