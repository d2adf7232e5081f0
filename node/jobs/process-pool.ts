/**
 * Runs jobs in processes of this machine. A process is ended from outside when its job reaches the time limit, ends
 * itself at the memory limit, and may crash: each becomes rows with an error, and a fresh process takes the next job.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { throwIfAborted, UserError } from '../../src/errors.js';
import { type Job, rowPlaces } from '../../src/experiment/job.js';
import type { JobLimits, JobRunner, RunnerCallbacks } from '../../src/experiment/job-runner.js';
import type { ResultRow, RowError } from '../../src/experiment/result-row.js';
import { failedRows } from '../../src/experiment/run-job.js';
import { formatBytes } from '../../src/report/format.js';
import { hashText } from '../hash-text.js';
import { type JobNews, type JobProcessStart, memoryMark } from './messages.js';

export interface PoolOptions {
  /** Jobs at a time. */
  readonly processes: number;
  /** Threads of each process. */
  readonly threads: number;
  readonly limits?: JobLimits;
  /** The program of a process; tests put another in its place. */
  readonly program?: string;
}

const defaultProgram = fileURLToPath(new URL('./job-process.js', import.meta.url));
/** The end of what a process wrote on standard error says why it crashed. */
const keptErrorLength = 4000;

export function createProcessPool(options: PoolOptions): JobRunner {
  return {
    async run(jobs, callbacks, signal) {
      const waiting = [...jobs];
      const stopping = new AbortController();
      const stop = () => stopping.abort();
      signal?.addEventListener('abort', stop, { once: true });
      const lanes = Array.from({ length: Math.min(options.processes, jobs.length) }, () =>
        runLane(waiting, options, callbacks, stopping.signal),
      );
      try {
        throwIfAborted(signal);
        await Promise.all(lanes);
        throwIfAborted(signal);
      } finally {
        // Where one lane cannot go on, none does.
        stop();
        await Promise.allSettled(lanes);
        signal?.removeEventListener('abort', stop);
      }
    },
  };
}

/** Takes one job after another until none is left. */
async function runLane(
  waiting: Job[],
  options: PoolOptions,
  callbacks: RunnerCallbacks,
  signal: AbortSignal,
): Promise<void> {
  let worker: JobWorker | undefined;
  try {
    for (let job = waiting.shift(); job !== undefined && !signal.aborted; job = waiting.shift()) {
      worker ??= startWorker(options);
      callbacks.onStart(job);
      const given = new Set<string>();
      let hasFailed = false;
      const onRow = async (row: ResultRow) => {
        given.add(row.key);
        hasFailed ||= row.error !== undefined;
        await callbacks.onRow(job!, row);
      };
      const ended = await worker.run(job, onRow, (done) => callbacks.onProgress(job!, done), signal);
      if (signal.aborted) return;
      if (ended !== undefined) {
        for (const row of failedRows(job, ended.error, ended.seconds, hashText)) {
          if (!given.has(row.key)) await callbacks.onRow(job, row);
        }
      } else if (given.size !== rowPlaces(job).length) {
        throw new Error(`a job of ${rowPlaces(job).length} rows gave ${given.size}`);
      }
      callbacks.onEnd(job);
      // What broke a job may have broken its engine.
      if (hasFailed || ended !== undefined) {
        worker.stop();
        worker = undefined;
      }
    }
  } finally {
    worker?.stop();
  }
}

interface JobWorker {
  /** Nothing where the job ended by itself; otherwise why its process did. */
  run(
    job: Job,
    onRow: (row: ResultRow) => Promise<void>,
    onProgress: (done: number) => void,
    signal: AbortSignal,
  ): Promise<{ readonly error: RowError; readonly seconds: number } | undefined>;
  stop(): void;
}

function startWorker({ threads, limits = {}, program = defaultProgram }: PoolOptions): JobWorker {
  const { memoryBytes, seconds: limitSeconds } = limits;
  const start: JobProcessStart = { threads, ...(memoryBytes !== undefined && { memoryBytes }) };
  const child = fork(program, [JSON.stringify(start)], {
    serialization: 'json',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let errors = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-keptErrorLength);
  });
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
  const ready = new Promise<void>((resolve) => {
    child.once('message', () => resolve());
  });

  return {
    stop: () => endProcess(child),
    async run(job, onRow, onProgress, signal) {
      const started = performance.now();
      const elapsed = () => (performance.now() - started) / 1000;
      let isLate = false;
      const abort = () => endProcess(child);
      signal.addEventListener('abort', abort, { once: true });
      let timer: NodeJS.Timeout | undefined;
      let kept: Promise<void> = Promise.resolve();
      let listen: ((news: JobNews) => void) | undefined;
      const done = new Promise<void>((resolve, reject) => {
        listen = (news) => {
          if (news.kind === 'progress') onProgress(news.done);
          else if (news.kind === 'row') {
            kept = kept.then(() => onRow(news.row));
            kept.catch(reject);
          } else if (news.kind === 'end') kept.then(resolve, reject);
        };
        child.on('message', listen);
      });
      try {
        const startedUp = await Promise.race([ready, exited]);
        if (startedUp === undefined && child.connected) child.send({ job }, () => {});
        if (limitSeconds !== undefined) {
          timer = setTimeout(() => {
            isLate = true;
            endProcess(child);
          }, limitSeconds * 1000);
        }
        const reason = await Promise.race([done, exited]);
        if (reason === undefined) return undefined;
        // Rows that were on their way when the process ended count.
        await kept;
        return { error: describeEnd(reason, errors, isLate, limits), seconds: elapsed() };
      } finally {
        clearTimeout(timer);
        if (listen) child.off('message', listen);
        signal.removeEventListener('abort', abort);
      }
    },
  };
}

function endProcess(child: ChildProcess): void {
  child.kill('SIGKILL');
}

function describeEnd(reason: string, errors: string, isLate: boolean, limits: JobLimits): RowError {
  const { seconds = 0, memoryBytes = 0 } = limits;
  if (isLate) {
    return { code: 'limit', message: `stopped at the time limit of ${seconds} seconds`, limitSeconds: seconds };
  }
  if (errors.includes(memoryMark)) {
    const message = `stopped at the memory limit of ${formatBytes(memoryBytes).replace('\u00a0', ' ')}`;
    return { code: 'memory', message, limitBytes: memoryBytes };
  }
  const last = errors.trim().split('\n').pop() ?? '';
  return { code: 'crash', message: `the process of the job ended with ${reason}${last && `: ${last}`}` };
}

/** All threads for one job at a time, or one thread for each of several: as many as there are threads. */
export function planPool(threads: number, processes = threads): Pick<PoolOptions, 'processes' | 'threads'> {
  if (processes > threads) {
    throw new UserError('usage', `--jobs must be at most the number of threads, ${threads}. Got ${processes}`);
  }
  return { processes, threads: Math.floor(threads / processes) };
}
