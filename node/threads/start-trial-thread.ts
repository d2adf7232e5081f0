/** A worker thread that runs trials, one at a time, with an engine of its own. */
import { Worker } from 'node:worker_threads';
import type { RunTrial } from '../../src/method-trial.js';
import { unpackError } from './sent-error.js';
import type { TrialNews, TrialThreadStart } from './trial-messages.js';

export interface TrialThread {
  /** Settles once it can take a trial; never where it ends before. */
  readonly ready: Promise<void>;
  /** Rejects with the error of the trial, or where the thread ends before it has answered. */
  readonly run: RunTrial;
  /** Called where the thread ends before it was told to. */
  onDeath(callback: (reason: string) => void): void;
  /** Ends it, at any moment; settles when it is gone. */
  stop(): Promise<unknown>;
}

export type StartTrialThread = (start: TrialThreadStart) => TrialThread;

export const startTrialThread: StartTrialThread = (start) => {
  const worker = new Worker(new URL('./trial-thread.js', import.meta.url), {
    workerData: start,
    // Those of this process may forbid files: --input-type is for what --eval gave.
    execArgv: [],
  });
  let isStopped = false;
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
    onDeath(callback) {
      worker.once('error', (error) => callback(error instanceof Error ? error.message : String(error)));
      worker.once('exit', (code) => {
        if (!isStopped) callback(`it ended with code ${code}`);
      });
    },
    stop() {
      isStopped = true;
      return worker.terminate();
    },
  };
};
