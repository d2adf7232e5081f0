/** Processes that are kept between jobs: starting one takes longer than many a job. */
import { type JobProcess, type ProcessOptions, startProcess } from '../jobs/start-process.js';
import { secretVariables } from './address.js';

export interface ProcessSlots {
  /** A process with this memory limit, or the worker's own where that is lower. */
  take(memoryBytes?: number): JobProcess;
  /** Gives a process back for the next job. */
  giveBack(process: JobProcess): void;
  /** Ends a process that may be broken. */
  discard(process: JobProcess): void;
  close(): void;
}

interface SlotOptions extends Pick<ProcessOptions, 'threads' | 'engine' | 'program'> {
  readonly memoryBytes?: number;
  /** Processes that are started at once, so that the first jobs need not wait for them. */
  readonly jobs?: number;
}

export function createProcessSlots({ threads, engine, memoryBytes, program, jobs = 0 }: SlotOptions): ProcessSlots {
  const all = new Set<JobProcess>();
  const free: JobProcess[] = [];
  const limitOf = new Map<JobProcess, number>();
  // The processes of jobs have no business with the queue.
  const env = { ...process.env };
  for (const name of secretVariables) delete env[name];
  const discard = (one: JobProcess) => {
    all.delete(one);
    limitOf.delete(one);
    one.stop();
  };
  const slots: ProcessSlots = {
    discard,
    take(asked = Number.POSITIVE_INFINITY) {
      const least = Math.min(memoryBytes ?? Number.POSITIVE_INFINITY, asked);
      const kept = free.pop();
      if (kept && limitOf.get(kept) === least) return kept;
      if (kept) discard(kept);
      const limits = least === Number.POSITIVE_INFINITY ? {} : { limits: { memoryBytes: least } };
      const started = startProcess({
        threads,
        env,
        ...(engine && { engine }),
        ...limits,
        ...(program !== undefined && { program }),
      });
      all.add(started);
      limitOf.set(started, least);
      return started;
    },
    giveBack: (one) => free.push(one),
    close() {
      for (const one of all) discard(one);
    },
  };
  free.push(...Array.from({ length: jobs }, () => slots.take()));
  return slots;
}
