/**
 * Selects once, and judges the selection of each K on the test rows. A failure becomes a row; only an interruption from
 * outside is thrown.
 */
import { runSelection } from '../run-selection.js';
import { findMethod } from '../select/registry.js';
import { takeMethod } from '../try-methods.js';
import type { EpochReport } from '../types.js';
import { describeError } from './failed-rows.js';
import { rowKey, type SelectJob } from './job.js';
import { epochsAt, type JobContext } from './job-context.js';
import { judgeColumns } from './judge-columns.js';
import { servesSeveralK } from './plan-runs.js';
import { allFeatures, type KeptStrengths, type ResultRow } from './result-row.js';

/** Of the time of a selection for which methods are tried, about. */
const shareOfTrials = 0.8;

/** What a method chose, for any of the job's K. */
interface Chosen {
  readonly seconds: number;
  readonly peakBytes?: number;
  readonly flops?: number;
  /** The method that was taken, where the job names one that stands for several. */
  readonly taken?: string;
  featuresOf(k: number): readonly number[];
  columnsOf(k: number): Int32Array;
}

export async function runSelectJob(job: SelectJob, context: JobContext): Promise<void> {
  const { method, seed, picks, judgeOptions: options } = job;
  checkPicks(job, context);
  const { engine, data, limit, now, hash } = context;
  const signal = AbortSignal.any([context.signal, limit?.signal].filter((each) => each !== undefined));
  const kept: KeptStrengths[] = [];
  const started = now();
  let chosen: Chosen | undefined;
  for (const { k, judges } of picks) {
    const row = { key: rowKey(job, { k, seed }, hash), method, seed, k };
    try {
      chosen ??= await choose(job, kept, signal, context);
      const judging = now();
      const judgement = { seed, judges, options };
      const own = { engine, signal, judges: context.judges };
      const measures = await judgeColumns(data, chosen.columnsOf(k), judgement, own);
      await context.onRow({
        ...row,
        measures,
        features: chosen.featuresOf(k),
        selectSeconds: chosen.seconds,
        evaluateSeconds: (now() - judging) / 1000,
        ...(chosen.peakBytes !== undefined && { peakBytes: chosen.peakBytes }),
        ...detailsOf(kept, chosen),
      });
    } catch (error) {
      if (context.signal?.aborted) throw error;
      const selectSeconds = chosen?.seconds ?? (now() - started) / 1000;
      const told = describeError(error, limit?.signal.aborted ? limit.seconds : undefined);
      const failed: ResultRow = {
        ...row,
        measures: [],
        features: [],
        selectSeconds,
        evaluateSeconds: 0,
        error: told,
      };
      await context.onRow(failed);
      // What failed before there was a ranking fails at every K alike.
      chosen ??= failing(error, selectSeconds);
    }
  }
}

function checkPicks({ method, picks }: SelectJob, { methods }: JobContext): void {
  if (picks.length === 1 || method === allFeatures || servesSeveralK(findMethod(method, methods))) return;
  throw new Error(`${method} ranks anew for every K: a job has one K. Got ${picks.map(({ k }) => k).join(', ')}`);
}

function failing(error: unknown, seconds: number): Chosen {
  const fail = (): never => {
    throw error;
  };
  return { seconds, featuresOf: fail, columnsOf: fail };
}

async function choose(
  job: SelectJob,
  kept: KeptStrengths[],
  signal: AbortSignal,
  { data, methods, engine, startTrials, now, onProgress }: JobContext,
): Promise<Chosen> {
  if (job.method === allFeatures) {
    const columns = Int32Array.from(data.dataset.featureNames, (_, column) => column);
    return { seconds: 0, featuresOf: () => [], columnsOf: () => columns };
  }
  const k = job.depth ?? Math.max(...job.picks.map((pick) => pick.k));
  let flops = 0;
  const asked = { method: findMethod(job.method, methods), options: job.options, k, seed: job.seed };
  const started = now();
  // Where methods are tried that takes most of the time.
  let before = 0;
  const { tried: _, ...taken } = await takeMethod(data, asked, {
    engine,
    signal,
    startTrials,
    onTrial: () => {
      before = shareOfTrials;
    },
    onProgress: (done) => onProgress?.(shareOfTrials * done),
  });
  const trialSeconds = (now() - started) / 1000;
  const { ranked, columnsOf, most, seconds, peakBytes } = await runSelection(
    data,
    { ...asked, ...taken },
    {
      engine,
      signal,
      now,
      onFlops: (more) => {
        flops += more;
      },
      ...(onProgress && { onProgress: (done: number) => onProgress(before + (1 - before) * done) }),
      ...(job.strengthsAt && { onEpoch: keepStrengths(job.strengthsAt, kept) }),
    },
  );
  const found = (count: number) => Math.min(count, most ?? count);
  const featuresOf = (count: number) => ranked.slice(0, found(count)).map((feature) => feature.index);
  return {
    seconds: trialSeconds + seconds,
    peakBytes,
    columnsOf: (count) => columnsOf(found(count)),
    featuresOf,
    ...(flops > 0 && { flops }),
    ...(asked.method.standsFor && { taken: taken.method.name }),
  };
}

function detailsOf(strengths: readonly KeptStrengths[], { flops, taken }: Chosen): Pick<ResultRow, 'details'> {
  const details = {
    ...(strengths.length > 0 && { strengths }),
    ...(flops !== undefined && { flops }),
    ...(taken !== undefined && { taken }),
  };
  return Object.keys(details).length > 0 ? { details } : {};
}

function keepStrengths(shares: readonly number[], kept: KeptStrengths[]): (report: EpochReport) => void {
  return ({ epoch, epochCount, activeCount, strengths }) => {
    if (!epochsAt(shares, epochCount).includes(epoch)) return;
    // Four digits are more than a picture shows.
    kept.push({ epoch, activeCount, values: Array.from(strengths, (value) => Number(value.toPrecision(4))) });
  };
}
