/** Who runs trials: in one place one after the other, as here, or several at once where a front end has threads for them. */
import { createTrialRun, type Trial, type TrialSetting } from './method-trial.js';
import type { RunContext } from './run-selection.js';

export interface TrialRunner {
  /** What each trial comes to, in the order in which they are given; `onDone` is told of each as it is done. */
  run(trials: readonly Trial[], onDone: (trial: Trial) => void): Promise<number[]>;
  /** Ends whatever was started; to be called once no more trials come, however they went. */
  close(): Promise<void>;
}

/** Gives what runs the trials of one setting. An error is the one that running them one after the other would end with. */
export type StartTrials = (setting: TrialSetting, context: Pick<RunContext, 'engine' | 'signal'>) => TrialRunner;

/** One after the other, in the order given. */
export const trialsInTurn: StartTrials = (setting, context) => {
  const runTrial = createTrialRun(setting, context);
  return {
    async run(trials, onDone) {
      const values: number[] = [];
      for (const trial of trials) {
        values.push(await runTrial(trial));
        onDone(trial);
      }
      return values;
    },
    async close() {},
  };
};
