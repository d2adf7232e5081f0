/**
 * Compute threads in a browser: web workers, where the page is cross-origin isolated and may share memory.
 * The engine must be made in a worker too, because a page's own thread is not allowed to wait.
 */
import type { Engine } from './engine.js';
import { createEngine, type StartThread } from './pool.js';

export const startWebThread: StartThread = (start) => {
  const worker = new Worker(new URL('./web-thread.js', import.meta.url), { type: 'module' });
  worker.postMessage(start);
  return {
    ready: new Promise((resolve, reject) => {
      worker.onmessage = () => resolve();
      worker.onerror = ({ message }) => reject(new Error(`a compute thread could not start: ${message}`));
    }),
    onDeath(callback) {
      worker.addEventListener('error', ({ message }) => callback(message));
    },
    stop: () => worker.terminate(),
  };
};

/** An engine on the given number of threads; on one where memory cannot be shared. */
export function createWebEngine(threadCount: number = navigator.hardwareConcurrency): Promise<Engine> {
  return createEngine(globalThis.crossOriginIsolated ? threadCount : 1, startWebThread);
}
