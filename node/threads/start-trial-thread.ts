/** A worker thread that runs trials, one at a time, with an engine of its own. */
import type { RunTrial } from '../../src/method-trial.js';
import { unpackError } from './sent-error.js';
import { type StartedWorker, startWorker } from './start-worker.js';
import type { TrialNews, TrialThreadStart } from './trial-messages.js';

export interface TrialThread extends Pick<StartedWorker, 'onDeath' | 'stop'> {
  /** Settles once it can take a trial; never where it ends before. */
  readonly ready: Promise<void>;
  /** Rejects with the error of the trial, or where the thread ends before it has answered. */
  readonly run: RunTrial;
}

export type StartTrialThread = (start: TrialThreadStart) => TrialThread;

export const startTrialThread: StartTrialThread = (start) => {
  const { worker, onDeath, stop } = startWorker(new URL('./trial-thread.js', import.meta.url), start);
  let asked: { resolve(value: number): void; reject(error: unknown): void } | undefined;
  const ready = new Promise<void>((resolve) => {
    worker.on('message', (news: TrialNews) => {
      if (news.kind === 'ready') resolve();
      else if (news.kind === 'value') asked?.resolve(news.value);
      else asked?.reject(unpackError(news.failure));
    });
  });
  worker.once('exit', () => asked?.reject(new Error('the thread of the trial has ended')));
  return {
    ready,
    run: (trial) =>
      new Promise((resolve, reject) => {
        asked = { resolve, reject };
        worker.postMessage(trial);
      }),
    onDeath,
    stop,
  };
};
