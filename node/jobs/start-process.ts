/**
 * One process that runs jobs, one after another. It is ended from outside when a job reaches the time limit, ends itself
 * at the memory limit, and may crash.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Job } from '../../src/experiment/job.js';
import type { JobLimits } from '../../src/experiment/job-runner.js';
import type { ResultRow, RowError } from '../../src/experiment/result-row.js';
import { formatBytes } from '../../src/report/format.js';
import type { EngineName } from '../engines/choose-backend.js';
import { type JobNews, type JobProcessStart, memoryMark } from './messages.js';

export interface ProcessOptions {
  readonly threads: number;
  /** What the process computes with. */
  readonly engine?: EngineName;
  readonly limits?: JobLimits;
  /** The program of the process; tests put another in its place. */
  readonly program?: string;
  /** Its environment, where it is not that of this process. */
  readonly env?: NodeJS.ProcessEnv;
}

const defaultProgram = fileURLToPath(new URL('./job-process.js', import.meta.url));
/** The end of what a process wrote on standard error says why it crashed. */
const keptErrorLength = 4000;

export interface JobProcess {
  /** Nothing where the job ended by itself; otherwise why its process did. */
  run(
    job: Job,
    onRow: (row: ResultRow) => Promise<void>,
    onProgress: (done: number) => void,
    signal: AbortSignal,
    /** In place of the limit that the process was started with. */
    limitSeconds?: number,
  ): Promise<{ readonly error: RowError; readonly seconds: number } | undefined>;
  stop(): void;
}

export function startProcess({
  threads,
  engine,
  limits = {},
  program = defaultProgram,
  env,
}: ProcessOptions): JobProcess {
  const { memoryBytes } = limits;
  const start: JobProcessStart = {
    threads,
    ...(engine && { engine }),
    ...(memoryBytes !== undefined && { memoryBytes }),
  };
  const child = fork(program, [JSON.stringify(start)], {
    serialization: 'json',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    ...(env && { env }),
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
    async run(job, onRow, onProgress, signal, limitSeconds = limits.seconds) {
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
        return {
          error: describeEnd(reason, errors, isLate ? limitSeconds : undefined, memoryBytes),
          seconds: elapsed(),
        };
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

function describeEnd(reason: string, errors: string, late: number | undefined, memoryBytes = 0): RowError {
  if (late !== undefined) {
    return { code: 'limit', message: `stopped at the time limit of ${late} seconds`, limitSeconds: late };
  }
  if (errors.includes(memoryMark)) {
    const message = `stopped at the memory limit of ${formatBytes(memoryBytes).replace('\u00a0', ' ')}`;
    return { code: 'memory', message, limitBytes: memoryBytes };
  }
  const last = errors.trim().split('\n').pop() ?? '';
  return { code: 'crash', message: `the process of the job ended with ${reason}${last && `: ${last}`}` };
}
