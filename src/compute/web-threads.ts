/**
 * Compute threads in a browser: web workers, where the page is cross-origin isolated and may share memory.
 *
 * The engine must be made in a worker too, because a page's own thread is not allowed to wait: there, as where memory cannot
 * be shared, it runs on one thread, with the same results.
 */
import { createSerialEngine, type Engine } from './engine.js';
import { createEngine, type StartThread } from './pool.js';

export const startWebThread: StartThread = (start) => {
  // Bundlers know these words and put the file where the address leads.
  const worker = new Worker(new URL('./web-thread.js', import.meta.url), { type: 'module' });
  worker.postMessage(start);
  return {
    ready: new Promise((resolve, reject) => {
      worker.onmessage = () => resolve();
      worker.onerror = ({ message }) => reject(new Error(startFailure(message)));
    }),
    onDeath(callback) {
      worker.addEventListener('error', ({ message }) => callback(message));
    },
    stop: () => worker.terminate(),
  };
};

/**
 * An engine on the given number of threads; on one where memory cannot be shared. Where no number is given, there are as many
 * threads as cores, and one where they cannot be started.
 */
export async function createWebEngine(threadCount?: number): Promise<Engine> {
  if (!canUseThreads()) return createSerialEngine();
  if (threadCount !== undefined) return createEngine(threadCount, startWebThread);
  try {
    return await createEngine(navigator.hardwareConcurrency, startWebThread);
  } catch {
    return createSerialEngine();
  }
}

function canUseThreads(): boolean {
  const mayWait = 'WorkerGlobalScope' in globalThis;
  return globalThis.crossOriginIsolated === true && mayWait && typeof Worker === 'function';
}

function startFailure(message: string | undefined): string {
  return (
    `a compute thread could not start${message ? `: ${message}` : ''}; if a bundler serves the page, see that web-thread.js is ` +
    'among its files (with the development server of Vite: optimizeDeps.exclude must name neurofs), or ask for one thread'
  );
}
