/**
 * Where a comparison stands: runs done and to do, the best method so far, and the time left. The time left is the mean
 * time of a method's runs so far, summed over its runs to come; until every method has been timed it is not known.
 * On a terminal it is the live line; in a log it is a line now and then.
 */

import { type Job, rowPlaces } from '../../src/experiment/job.js';
import { allFeatures, measuredOf, type ResultRow } from '../../src/experiment/result-row.js';
import type { JobEvent } from '../../src/experiment/run-jobs.js';
import { spreadOf } from '../../src/experiment/summarise.js';
import { formatCount, formatPercent } from '../../src/report/format.js';
import { measureText } from '../../src/report/measure-text.js';
import type { Surroundings } from '../surroundings.js';
import { createLogLines } from './log-lines.js';
import { clock } from './progress-line.js';
import type { Progress } from './terminal.js';

/** A share this small says too little about the whole run. */
const smallestShare = 0.05;

export interface ComparisonTracker {
  note(event: JobEvent): void;
  /** Results that are there: from before and from now. */
  readonly resultCount: number;
}

interface Current {
  readonly job: Job;
  readonly start: number;
  readonly done: number;
}

/** Whose figures say which method is best so far. */
interface Watched {
  readonly judge: string;
  readonly measure: string;
}

export function createTracker(
  watched: Watched,
  progress: Progress,
  { stderr, now }: Pick<Surroundings, 'stderr' | 'now'>,
): ComparisonTracker {
  const timings = new Map<string, number[]>();
  const rows: ResultRow[] = [];
  let waiting: readonly Job[] = [];
  let total = 0;
  // Several where the runs are jobs of a queue.
  const current = new Map<Job, Current>();
  const log = createLogLines(stderr, now);

  const time = (method: string, seconds: number) => timings.set(method, [...(timings.get(method) ?? []), seconds]);
  const show = () => {
    const running = [...current.values()];
    const done = total - waiting.length - running.length;
    const share = total === 0 ? 1 : (done + running.reduce((sum, one) => sum + one.done, 0)) / total;
    const left = secondsLeft(running, waiting, timings, now());
    const named = running.map(nameOf).join(' | ') || undefined;
    const parts = { done, total, unit: 'runs', current: named, news: best(rows, watched) };
    progress.parts(parts, share, left === undefined ? undefined : now() + left * 1000);
    if (stderr.isTTY) return;
    const news = [parts.current, parts.news, left !== undefined && `${clock(left)} left`].filter((part) => part);
    log.offer(() => [`${done} of ${total} runs done`, ...news].join(', '));
  };

  return {
    get resultCount() {
      return rows.length;
    },
    note(event) {
      if (event.kind === 'plan') {
        waiting = event.waiting;
        total = event.jobs.length;
        rows.push(...event.known);
        for (const row of event.known) time(row.method, row.selectSeconds + row.evaluateSeconds);
        progress.stage('Comparing');
      } else if (event.kind === 'start') {
        waiting = waiting.filter((job) => job !== event.job);
        current.set(event.job, { job: event.job, start: now(), done: 0 });
      } else if (event.kind === 'progress') {
        const one = current.get(event.job);
        if (one) current.set(event.job, { ...one, done: event.done });
      } else if (event.kind === 'row') rows.push(event.row);
      else {
        const one = current.get(event.job);
        if (one) time(event.job.method, (now() - one.start) / 1000);
        current.delete(event.job);
      }
      show();
    },
  };
}

function secondsLeft(
  running: readonly Current[],
  waiting: readonly Job[],
  timings: ReadonlyMap<string, readonly number[]>,
  time: number,
): number | undefined {
  let sum = 0;
  const known = new Map([...timings].map(([method, seconds]) => [method, spreadOf(seconds)?.mean]));
  for (const { job, start, done } of running) {
    const elapsed = (time - start) / 1000;
    const whole = done > smallestShare ? elapsed / done : known.get(job.method);
    if (whole === undefined) return undefined;
    if (!known.has(job.method)) known.set(job.method, whole);
    sum += Math.max(0, whole - elapsed);
  }
  for (const { method } of waiting) {
    const seconds = known.get(method);
    if (seconds === undefined) return undefined;
    sum += seconds;
  }
  return sum / Math.max(1, running.length);
}

function best(rows: readonly ResultRow[], { judge, measure }: Watched): string | undefined {
  const { isHighestBest, value: written } = measureText(measure);
  const selections = rows.filter((row) => row.method !== allFeatures && measuredOf(row, judge, measure) !== undefined);
  const k = Math.max(...selections.map((row) => row.k));
  const atK = selections.filter((row) => row.k === k);
  const means = [...new Set(atK.map((row) => row.method))].map((method) => {
    const own = atK.filter((row) => row.method === method);
    return { method, mean: spreadOf(own.map((row) => measuredOf(row, judge, measure)?.value ?? 0))?.mean ?? 0 };
  });
  const first = means.sort((a, b) => (isHighestBest ? 1 : -1) * (b.mean - a.mean))[0];
  return first && `best so far ${first.method} ${written(first.mean)} at K ${formatCount(k)}`;
}

function nameOf({ job, done }: Current): string {
  if (job.method === allFeatures) return 'all features';
  const ks = rowPlaces(job).map(({ k }) => k);
  return `${job.method} seed ${job.seed} K ${ks.join(',')} ${formatPercent(done, 0)}`;
}
