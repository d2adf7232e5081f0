/** Compute threads in Node: worker threads that do not keep the process alive. */
import { availableParallelism } from 'node:os';
import type { Engine } from '../../src/compute/engine.js';
import { createEngine, type StartThread } from '../../src/compute/pool.js';
import { UserError } from '../../src/errors.js';
import { chooseBackend } from '../engines/choose-backend.js';
import { threadsWithin } from '../rows/memory-plan.js';
import { startWorker } from './start-worker.js';

/** Where thread start-up ends well before the cost of more threads is won back. */
const mostThreads = 64;

export const startNodeThread: StartThread = (start) => {
  const { worker, onDeath, stop } = startWorker(new URL('./compute-thread.js', import.meta.url), start);
  return {
    ready: new Promise((resolve, reject) => {
      worker.once('online', () => {
        worker.unref();
        resolve();
      });
      worker.once('error', reject);
    }),
    onDeath,
    stop: () => void stop(),
  };
};

/**
 * An engine on the given number of threads, as many as there are cores where none is given; fewer where `memory`, the
 * bytes that the whole process may take, has no room for them. `engine` says what it runs on: `native` code, `wasm`, or
 * `auto`, the fastest there is. Results do not depend on any of the three.
 */
export async function createNodeEngine(
  threadCount: number = defaultThreadCount(),
  memory: number = Number.POSITIVE_INFINITY,
  engine?: string,
): Promise<Engine> {
  if (threadCount > mostThreads) {
    throw new UserError('usage', `must be at most ${mostThreads}. Got ${threadCount}`, {
      subject: { option: 'threads' },
    });
  }
  return createEngine(threadsWithin(memory, threadCount), startNodeThread, await chooseBackend(engine));
}

export function defaultThreadCount(): number {
  return Math.min(mostThreads, availableParallelism());
}
