/** An accuracy curve made by jobs, one for every fold and K: the same curve as `curveOfDataset` gives. */
import { UserError, type UserErrorCode } from '../errors.js';
import type { ClassifierOptions } from '../evaluate/classify.js';
import { type AccuracyCurve, checkKs, describeCurves } from '../evaluate/curve.js';
import type { ClassifierName } from '../types.js';
import type { FoldJob, Job, JobData } from './job.js';
import type { JobRunner } from './job-runner.js';
import type { ResultRow, RowError } from './result-row.js';

export interface CurveJobsRequest {
  /** Its split is made of folds here. */
  readonly data: JobData;
  readonly featureCount: number;
  readonly ks: readonly number[];
  readonly folds: number;
  readonly seed: number;
  readonly method: string;
  /** Every option of the method. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly classifiers: readonly ClassifierName[];
  readonly classifierOptions: ClassifierOptions;
  /** Version of the code that the jobs are for. */
  readonly code: string;
}

export interface CurveJobsContext {
  readonly runner: JobRunner;
  readonly signal?: AbortSignal;
  /** Share of the jobs done, 0 to 1. */
  readonly onProgress?: (done: number) => void;
}

export async function curveOfJobs(request: CurveJobsRequest, context: CurveJobsContext): Promise<AccuracyCurve[]> {
  const ks = checkKs(request.ks, request.featureCount);
  const jobs = planFolds(request, ks);
  const rows = new Map<Job, ResultRow>();
  const shares = new Map<Job, number>();
  const tell = () => context.onProgress?.([...shares.values()].reduce((sum, share) => sum + share, 0) / jobs.length);
  await context.runner.run(
    jobs,
    {
      onStart: () => {},
      onProgress: (job, done) => {
        shares.set(job, done);
        tell();
      },
      onRow: async (job, row) => {
        rows.set(job, row);
      },
      onEnd: (job) => {
        shares.set(job, 1);
        tell();
      },
    },
    context.signal,
  );
  // A curve with a hole says nothing: the first failure is the whole's.
  const failed = jobs.map((job) => rows.get(job)?.error).find((error) => error !== undefined);
  if (failed) throw new UserError(userCode(failed), `a part of the curve failed: ${failed.message}`);
  const { classifiers } = request;
  const accuracies = classifiers.map((classifier) =>
    ks.map((k) => jobs.filter((job) => job.pick.k === k).map((job) => rows.get(job)!.accuracies[classifier]!)),
  );
  return describeCurves(classifiers, ks, accuracies);
}

/** Fold by fold, so that the accuracies of a K come in the order of the folds. */
function planFolds(request: CurveJobsRequest, ks: readonly number[]): FoldJob[] {
  const { data, folds, seed, method, options, classifiers, classifierOptions, code } = request;
  return Array.from({ length: folds }, (_, number) => number).flatMap((number) =>
    ks.map((k) => ({
      ...{ kind: 'fold', method, variant: method, options, seed, classifierOptions, code },
      data: { ...data, split: { testFraction: 0, seed, fold: { count: folds, number } } },
      pick: { k, classifiers },
    })),
  ) as FoldJob[];
}

function userCode({ code }: RowError): UserErrorCode {
  return code === 'data' || code === 'usage' || code === 'diverged' ? code : 'failure';
}
