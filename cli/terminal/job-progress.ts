/**
 * Where a run of jobs stands: done and to do, what is running, the last result, and the time left. The time left adds
 * up what jobs of the same method on the same data took so far (scaled from other data where there are none yet), over
 * the processes that share the work; where a method has not been timed at all it says "at least".
 * On a terminal it is the live line; in a log it is a line now and then, and one for every failure.
 */
import type { Job } from '../../src/experiment/job.js';
import type { ResultRow } from '../../src/experiment/result-row.js';
import type { JobEvent } from '../../src/experiment/run-jobs.js';
import { formatCount } from '../../src/report/format.js';
import { measureText } from '../../src/report/measure-text.js';
import { inWords } from '../../src/wording.js';
import type { Surroundings } from '../surroundings.js';
import { flagWording } from '../wording.js';
import { createLogLines } from './log-lines.js';
import { clock } from './progress-line.js';
import type { Progress } from './terminal.js';

export interface JobTracker {
  note(event: JobEvent): void;
  readonly doneCount: number;
  readonly failureCount: number;
}

interface Running {
  readonly start: number;
  done: number;
}

export function createJobTracker(
  processes: number,
  progress: Progress,
  { stderr, now }: Pick<Surroundings, 'stderr' | 'now'>,
): JobTracker {
  const timings = new Map<string, number[]>();
  const running = new Map<Job, Running>();
  let waiting: Job[] = [];
  let total = 0;
  let doneCount = 0;
  let failureCount = 0;
  let news: string | undefined;
  const log = createLogLines(stderr, now);

  const time = (job: Job, seconds: number) => {
    for (const key of [timingKey(job), job.method]) timings.set(key, [...(timings.get(key) ?? []), seconds]);
  };
  const show = () => {
    const { seconds, isLeast } = timeLeft(waiting, running, timings, now());
    const left = seconds === undefined ? undefined : seconds / Math.max(processes, running.size);
    const current = [...running.keys()].map(nameOf).join(' | ') || undefined;
    const share = total === 0 ? 1 : doneCount / total;
    const parts = { done: doneCount, total, unit: 'jobs', current, news };
    progress.parts(parts, share, left === undefined || isLeast ? undefined : now() + left * 1000);
    if (stderr.isTTY) return;
    const leftText = left !== undefined && `${isLeast ? 'at least ' : ''}${clock(left)} left`;
    log.offer(() =>
      [`${doneCount} of ${total} jobs done`, news && `last: ${news}`, leftText].filter(Boolean).join(', '),
    );
  };

  return {
    get doneCount() {
      return doneCount;
    },
    get failureCount() {
      return failureCount;
    },
    note(event) {
      if (event.kind === 'plan') {
        waiting = [...event.waiting];
        total = event.jobs.length;
        doneCount = total - waiting.length;
        progress.stage('Running');
        if (!stderr.isTTY) log.write(`${formatCount(total)} jobs, ${formatCount(doneCount)} of them done before`);
      } else if (event.kind === 'start') {
        waiting = waiting.filter((job) => job !== event.job);
        running.set(event.job, { start: now(), done: 0 });
      } else if (event.kind === 'progress') {
        const current = running.get(event.job);
        if (current) current.done = event.done;
      } else if (event.kind === 'row') {
        news = describeRow(event.job, event.row);
        if (event.row.error) {
          failureCount++;
          if (!stderr.isTTY) log.write(news);
        }
      } else {
        const ended = running.get(event.job);
        if (ended) time(event.job, (now() - ended.start) / 1000);
        running.delete(event.job);
        doneCount++;
      }
      show();
    },
  };
}

function describeRow(job: Job, { k, seed, measures, error }: ResultRow): string {
  const where = `${job.variant} ${job.data.name} K ${k} seed ${seed}`;
  if (error) return `${where}: ${error.code}, ${inWords(error.remark ?? { statement: error.message }, flagWording)}`;
  const [first] = measures;
  return `${where} ${first === undefined ? '' : measureText(first.measure).value(first.value)}`;
}

function nameOf(job: Job): string {
  return `${job.variant} ${job.data.name}`;
}

function timingKey(job: Job): string {
  return `${job.kind} ${job.method} ${job.data.name}`;
}

function timeLeft(
  waiting: readonly Job[],
  running: ReadonlyMap<Job, Running>,
  timings: ReadonlyMap<string, readonly number[]>,
  time: number,
): { readonly seconds: number | undefined; readonly isLeast: boolean } {
  let sum = 0;
  let isLeast = false;
  const expected = (job: Job) => mean(timings.get(timingKey(job))) ?? mean(timings.get(job.method));
  for (const [job, { start, done }] of running) {
    const elapsed = (time - start) / 1000;
    const whole = done > 0.05 ? elapsed / done : expected(job);
    if (whole === undefined) isLeast = true;
    else sum += Math.max(0, whole - elapsed);
  }
  for (const job of waiting) {
    const seconds = expected(job);
    if (seconds === undefined) isLeast = true;
    else sum += seconds;
  }
  return { seconds: timings.size === 0 ? undefined : sum, isLeast };
}

function mean(values: readonly number[] | undefined): number | undefined {
  return values === undefined ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
