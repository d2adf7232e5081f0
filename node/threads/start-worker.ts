/** A worker thread and how it ends: what all threads of this program share, whatever they are sent. */
import { Worker } from 'node:worker_threads';

export interface StartedWorker {
  readonly worker: Worker;
  /** Called where the thread ends before it was told to. */
  onDeath(callback: (reason: string) => void): void;
  /** Ends it, at any moment; settles when it is gone. */
  stop(): Promise<unknown>;
}

export function startWorker(file: URL, workerData: unknown): StartedWorker {
  // Options of this process may forbid files: --input-type is for what --eval gave.
  const worker = new Worker(file, { workerData, execArgv: [] });
  let isStopped = false;
  return {
    worker,
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
}
