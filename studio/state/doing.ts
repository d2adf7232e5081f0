/** One piece of work at a time; what goes wrong in it is shown, and the rest goes on. */
import { batch } from '@preact/signals';
import { type StudioClient, StudioFailure } from './client.js';
import * as store from './store.js';

/** Counts the pieces of work, so that one that was stopped for another does not end the other's. */
let workCount = 0;
/** A worker that is asked to stop has this long to do so. */
const patience = 3000;

/** Made by `startStudio`. */
export const line: { client: StudioClient } = { client: undefined as unknown as StudioClient };

export async function doing(work: store.Work, action: () => Promise<void>): Promise<void> {
  if (store.work.value !== undefined) return;
  const mine = ++workCount;
  batch(() => {
    store.work.value = work;
    store.notice.value = undefined;
    store.progress.value = undefined;
    store.readRows.value = 0;
  });
  try {
    await action();
  } catch (error) {
    store.notice.value = noticeOf(error);
  } finally {
    if (mine === workCount) {
      batch(() => {
        store.work.value = undefined;
        store.busyId.value = undefined;
        store.isPaused.value = false;
        store.progress.value = undefined;
      });
    }
  }
}

export function noticeOf(error: unknown): store.Notice {
  const wasStopped = error instanceof StudioFailure && error.code === 'interrupted';
  if (wasStopped) return { level: 'note', text: 'Stopped.' };
  if (error instanceof StudioFailure && error.code === 'stopped') return { level: 'note', text: error.message };
  return { level: 'error', text: (error as Error).message };
}

/** Asks the worker to stop, and ends it where it does not. Resolves when nothing is under way any more. */
export function stop(): Promise<void> {
  if (store.work.value === undefined) return Promise.resolve();
  const asked = workCount;
  store.isPaused.value = false;
  void line.client.call('stop').catch(() => {});
  const timer = setTimeout(() => {
    if (asked === workCount && store.work.value !== undefined) line.client.end();
  }, patience);
  return new Promise((resolve) => {
    const unsubscribe = store.work.subscribe((work) => {
      if (work !== undefined && asked === workCount) return;
      clearTimeout(timer);
      queueMicrotask(() => unsubscribe());
      resolve();
    });
  });
}
