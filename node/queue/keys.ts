/** The names of what is kept in Redis; docs/queue.md lists them with how long each stays. */

export interface QueueKeys {
  /** Numbers of all runs, by the time they were submitted. */
  readonly runs: string;
  /** Names of the workers that were seen. */
  readonly workers: string;
  /** A hash: what is shown of a run, and its counts. */
  run(id: string): string;
  /** A hash from the key of every row to `wait` and its job, or to its outcome and its place among the rows. */
  outcomes(id: string): string;
  /** A stream of the run's rows, in the order they came. */
  rows(id: string): string;
  /** A hash of the jobs that are being run now, with who runs them and how far they are. */
  active(id: string): string;
  /** What a worker says of itself; goes away when the worker does. */
  worker(id: string): string;
  /** A list of the pieces of a file, by its checksum. */
  blob(sha256: string): string;
}

export function queueKeys(prefix: string): QueueKeys {
  return {
    runs: `${prefix}:runs`,
    workers: `${prefix}:workers`,
    run: (id) => `${prefix}:run:${id}`,
    outcomes: (id) => `${prefix}:run:${id}:outcomes`,
    rows: (id) => `${prefix}:run:${id}:rows`,
    active: (id) => `${prefix}:run:${id}:active`,
    worker: (id) => `${prefix}:worker:${id}`,
    blob: (sha256) => `${prefix}:blob:${sha256}`,
  };
}

/**
 * The queue of the jobs of one version of the code: workers of another version listen to another queue, so a job is
 * never given to one that might make other bits of it.
 */
export function queueName(code: string): string {
  return `jobs-${code.replace(/[^\w.-]/g, '-')}`;
}
