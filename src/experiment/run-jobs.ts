/** Runs the jobs whose rows the store does not have yet, and keeps every row as it comes. */
import { type Hash, type Job, resultIdentity, rowKey, rowPlaces } from './job.js';
import type { JobLimits, JobRunner } from './job-runner.js';
import { isFinal, type JobRow, type ResultRow } from './result-row.js';
import { createMemoryStore, type ResultStore } from './result-store.js';

export type JobEvent =
  | {
      readonly kind: 'plan';
      readonly jobs: readonly Job[];
      readonly waiting: readonly Job[];
      /** Results of these jobs that are there already. */
      readonly known: readonly JobRow[];
    }
  | { readonly kind: 'start'; readonly job: Job }
  | { readonly kind: 'progress'; readonly job: Job; readonly done: number }
  | { readonly kind: 'row'; readonly job: Job; readonly row: ResultRow }
  | { readonly kind: 'end'; readonly job: Job };

export interface JobsContext {
  readonly runner: JobRunner;
  readonly store: ResultStore<JobRow>;
  readonly hash: Hash;
  /** Runs that reached lower limits are tried again, and so are those that a crash or a fault ended. */
  readonly limits?: JobLimits;
  /** Whether results of other versions of the code count as done. */
  readonly anyVersion?: boolean;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: JobEvent) => void;
}

export async function runJobs(jobs: readonly Job[], context: JobsContext): Promise<void> {
  const { runner, store, signal, onEvent } = context;
  // Experiments may ask for the same rows; counted and run is what is different.
  const distinct = waitingJobs(jobs, { ...context, store: createMemoryStore<JobRow>() });
  const waiting = waitingJobs(distinct, context);
  onEvent?.({ kind: 'plan', jobs: distinct, waiting, known: knownRows(distinct, waiting, context) });
  await runner.run(
    waiting,
    {
      onStart: (job) => onEvent?.({ kind: 'start', job }),
      onProgress: (job, done) => onEvent?.({ kind: 'progress', job, done }),
      async onRow(job, row) {
        await store.add(toJobRow(job, row, context.hash));
        onEvent?.({ kind: 'row', job, row });
      },
      onEnd: (job) => onEvent?.({ kind: 'end', job }),
    },
    signal,
  );
}

/** The rows of the jobs that need not be run. */
function knownRows(jobs: readonly Job[], waiting: readonly Job[], { store, hash }: JobsContext): JobRow[] {
  const keysOf = (all: readonly Job[]) => all.flatMap((job) => rowPlaces(job).map((place) => rowKey(job, place, hash)));
  const missing = new Set(keysOf(waiting));
  const wanted = new Set(keysOf(jobs).filter((key) => !missing.has(key)));
  return store.rows().filter(({ key }) => wanted.has(key));
}

/** What is left to run: jobs without those K that are known. A key that two jobs share is run by the first. */
export function waitingJobs(
  jobs: readonly Job[],
  { store, hash, limits = {}, anyVersion = false }: Pick<JobsContext, 'store' | 'hash' | 'limits' | 'anyVersion'>,
): Job[] {
  const keyOf = anyVersion ? resultIdentity : rowKey;
  const known = new Set<string>();
  for (const row of store.rows())
    if (isFinal(row, limits.seconds, limits.memoryBytes)) known.add(anyVersion ? row.identity : row.key);
  return jobs.flatMap((job): readonly Job[] => {
    const missing = rowPlaces(job).filter((place) => !known.has(keyOf(job, place, hash)));
    for (const place of missing) known.add(keyOf(job, place, hash));
    if (missing.length === 0) return [];
    if (job.kind !== 'select') return [job];
    const ks = new Set(missing.map(({ k }) => k));
    return [{ ...job, picks: job.picks.filter(({ k }) => ks.has(k)) }];
  });
}

/** The row with what the store shows beside it. */
function toJobRow(job: Job, row: ResultRow, hash: Hash): JobRow {
  const { kind, data, variant, options, code } = job;
  const identity = resultIdentity(job, row, hash);
  const { name, sha256, sample, scaling } = data;
  return {
    ...row,
    identity,
    kind,
    data: name,
    dataSha256: sha256,
    sample: sample ?? null,
    scaling,
    variant,
    options,
    code,
  };
}
