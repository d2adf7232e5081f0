/**
 * Reads an HDF5 file in a worker and ends the worker where it gives no sign of life for too long or the caller wants no
 * more. The worker is handed in, because Node and browsers start them differently.
 */
import { AbortError, throwIfAborted, UserError } from '../../errors.js';
import type { Table } from '../../types.js';
import { type Hdf5Limits, tookTooLong } from './hdf5-limits.js';
import type { Hdf5News } from './hdf5-messages.js';

export interface Hdf5Worker {
  onNews(take: (news: Hdf5News) => void): void;
  /** Called where the worker ends by itself without an answer, with the reason. */
  onDeath(take: (reason: Error) => void): void;
  /** Ends it, at any moment. */
  stop(): void;
  /** Keeps it for the next file. */
  release(): void;
}

export interface Watch {
  readonly name: string;
  readonly limits: Hdf5Limits;
  /** Seconds that a processor has worked so far; waiting for a slow disk is no hang. The clock where it is not known. */
  readonly worked: () => number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: () => void;
}

const checkMilliseconds = 250;

export async function watchHdf5(worker: Hdf5Worker, watch: Watch): Promise<Table> {
  const { name, limits, worked, signal } = watch;
  throwIfAborted(signal);
  let timer: ReturnType<typeof setInterval> | undefined;
  let abort: (() => void) | undefined;
  let isReusable = false;
  try {
    return await new Promise<Table>((resolve, reject) => {
      let ticks = 0;
      let workedAtNews = worked();
      timer = setInterval(() => {
        // Ticks rather than the clock: a machine that slept was not at work.
        ticks++;
        const isLate = (ticks * checkMilliseconds) / 1000 > limits.silentSeconds;
        if (isLate && worked() - workedAtNews > limits.silentSeconds) reject(tookTooLong(name, limits));
      }, checkMilliseconds);
      worker.onNews((news) => {
        ticks = 0;
        workedAtNews = worked();
        if (news.kind === 'table') {
          isReusable = news.isReusable;
          resolve(news.table);
        } else if (news.kind === 'failure') reject(new UserError(news.code, news.message));
        else watch.onProgress?.();
      });
      worker.onDeath(reject);
      abort = () => reject(new AbortError());
      signal?.addEventListener('abort', abort, { once: true });
    });
  } finally {
    clearInterval(timer);
    if (abort) signal?.removeEventListener('abort', abort);
    if (isReusable) worker.release();
    else worker.stop();
  }
}
