/** Runs one job on prepared rows. A failure becomes a row; only an interruption from outside is thrown. */
import type { Engine } from '../compute/engine.js';
import type { PreparedRows } from '../pipeline.js';
import { findMethod } from '../select/registry.js';
import type { EpochReport } from '../types.js';
import { type Hash, type Job, rowKey, rowPlaces, type SelectJob } from './job.js';
import { servesSeveralK } from './plan-runs.js';
import { allFeatures, type KeptStrengths, type ResultRow, type RowError } from './result-row.js';
import { runFold } from './run-fold.js';
import { runMethod } from './run-method.js';
import { runTopology } from './run-topology.js';

export interface JobContext {
  readonly engine: Engine;
  readonly data: PreparedRows;
  readonly hash: Hash;
  /** Milliseconds from any fixed point. */
  readonly now: () => number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number) => void;
  readonly onRow: (row: ResultRow) => Promise<void>;
}

export async function runJob(job: Job, context: JobContext): Promise<void> {
  if (job.kind === 'topology') return runTopology(job, context);
  if (job.kind === 'fold') return runFold(job, context);
  const { method, options, seed, picks, depth } = job;
  if (picks.length > 1 && method !== allFeatures && !servesSeveralK(findMethod(method))) {
    throw new Error(`${method} ranks anew for every K: a job has one K. Got ${picks.map(({ k }) => k).join(', ')}`);
  }
  const kept: KeptStrengths[] = [];
  const run = { method, options, seed, ks: picks.map(({ k }) => k), ...(depth !== undefined && { depth }) };
  await runMethod(run, context.data, {
    ...context,
    ...(job.strengthsAt && { onEpoch: keepStrengths(job.strengthsAt, kept) }),
    classifiers: (k) => picks.find((pick) => pick.k === k)!.classifiers,
    classifierOptions: job.classifierOptions,
    keyOf: (_, k) => rowKey(job, { k, seed }, context.hash),
    onRow: (row) => context.onRow(kept.length === 0 ? row : { ...row, details: { strengths: kept } }),
  });
}

/** The epochs that stand for shares of all: 0 is before training, 1 the last. */
export function epochsAt(shares: readonly number[], epochCount: number): number[] {
  return [...new Set(shares.map((share) => Math.ceil(share * epochCount)))];
}

function keepStrengths(
  shares: NonNullable<SelectJob['strengthsAt']>,
  kept: KeptStrengths[],
): (report: EpochReport) => void {
  return ({ epoch, epochCount, activeCount, strengths }) => {
    if (!epochsAt(shares, epochCount).includes(epoch)) return;
    // Four digits are more than a picture shows.
    kept.push({ epoch, activeCount, values: Array.from(strengths, (value) => Number(value.toPrecision(4))) });
  };
}

/** The rows of a job that failed as a whole. */
export function failedRows(job: Job, error: RowError, seconds: number, hash: Hash): ResultRow[] {
  return rowPlaces(job).map((place) => ({
    ...{ key: rowKey(job, place, hash), method: job.method, ...place, accuracies: {}, features: [] },
    ...{ selectSeconds: seconds, evaluateSeconds: 0, error },
  }));
}
