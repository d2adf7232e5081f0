/** Stands in for the processes of a worker: a job sleeps and then gives its rows. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ContentCache } from '../node/queue/content-cache.js';
import type { ProcessSlots } from '../node/queue/process-slots.js';
import { type Job, rowPlaces } from '../src/experiment/job.js';

export function createSleepers(milliseconds: number, keysOf: (job: Job) => readonly string[]): ProcessSlots {
  return {
    take: () => ({
      stop() {},
      async run(job, onRow) {
        await sleep(milliseconds);
        const keys = keysOf(job);
        for (const [at, place] of rowPlaces(job).entries()) {
          const chosen = Array.from({ length: place.k }, (_, feature) => feature);
          await onRow({
            key: keys[at],
            method: job.method,
            ...place,
            measures: [{ judge: 'svm', measure: 'accuracy', value: 0.9 }],
            features: chosen,
            selectSeconds: milliseconds / 1000,
            evaluateSeconds: 0,
          });
        }
        return undefined;
      },
    }),
    giveBack() {},
    discard() {},
    close() {},
  };
}

/** The data of a job that reads none. */
export const passThrough: ContentCache = { bring: async (data) => data };
