/** What the process that runs jobs and the one that started it say to each other. */
import type { Job } from '../../src/experiment/job.js';
import type { ResultRow } from '../../src/experiment/result-row.js';
import type { EngineName } from '../engines/choose-backend.js';

export interface JobOrder {
  readonly job: Job;
}

export type JobNews =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'row'; readonly row: ResultRow }
  | { readonly kind: 'end' };

/** How the process is started. */
export interface JobProcessStart {
  readonly threads: number;
  readonly engine?: EngineName;
  readonly memoryBytes?: number;
}

/** Written on standard error before the process ends itself. */
export const memoryMark = 'neurofs: the memory limit was reached';
