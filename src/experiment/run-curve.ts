/**
 * A measure against the number of features, as jobs: one for every fold and every K that a ranking serves. In every fold
 * features are selected from the training rows alone. The jobs run wherever the runner runs them, to the same curve.
 */
import { UserError } from '../errors.js';
import { checkKs, describeCurve, type MeasureCurve, unmeasured } from '../evaluate/curve.js';
import { type AnyJudge, isBuiltInJudge } from '../evaluate/registry.js';
import type { JudgeOptions } from '../evaluate/run-judge.js';
import { selectableCount } from '../rank/rank-features.js';
import type { AnyMethod } from '../select/registry.js';
import type { Dataset } from '../types.js';
import { thrownError } from './failed-rows.js';
import type { Job, JobData, SelectJob } from './job.js';
import type { JobRunner } from './job-runner.js';
import { partsOfKs } from './plan-runs.js';
import { measuredOf, type ResultRow } from './result-row.js';

export interface CurveJobsRequest {
  /** Its split is made of folds here. */
  readonly data: JobData;
  readonly dataset: Pick<Dataset, 'featureNames' | 'groups'>;
  readonly ks: readonly number[];
  readonly folds: number;
  readonly seed: number;
  readonly method: AnyMethod;
  /** Every option of the method. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly judges: readonly AnyJudge[];
  /** The measure that decides. */
  readonly measure: string;
  readonly judgeOptions: JudgeOptions;
  /** Version of the code that the jobs are for. */
  readonly code: string;
}

export interface CurveJobsContext {
  readonly runner: JobRunner;
  readonly signal?: AbortSignal | undefined;
  /** Told of every row as it comes, with the number of its fold. */
  readonly onRow?: ((row: ResultRow, fold: number) => void) | undefined;
  /** Share of the jobs done, 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

export async function runCurve(request: CurveJobsRequest, context: CurveJobsContext): Promise<MeasureCurve[]> {
  const ks = checkKs(request.ks, selectableCount(request.dataset));
  if (request.folds < 2) throw new UserError('usage', `expected at least 2 folds, got ${request.folds}`);
  const jobs = planFolds(request, ks);
  const rows = new Map<Job, ResultRow[]>(jobs.map((job) => [job, []]));
  const shares = new Map<Job, number>();
  const tell = (job: Job, share: number): void => {
    shares.set(job, share);
    context.onProgress?.([...shares.values()].reduce((sum, each) => sum + each, 0) / jobs.length);
  };
  await context.runner.run(
    jobs,
    {
      onStart: () => {},
      onProgress: tell,
      onRow: async (job, row) => {
        // A curve with a hole says nothing: the first failure is the whole's.
        if (row.error) throw thrownError(row.error, 'a part of the curve failed');
        rows.get(job)!.push(row);
        context.onRow?.(row, job.data.split.fold!.number);
      },
      onEnd: (job) => tell(job, 1),
    },
    context.signal,
  );
  const byFold = jobs.flatMap((job) => rows.get(job)!);
  return request.judges.map(({ name }) => {
    const values = ks.map((k) => byFold.filter((row) => row.k === k).map((row) => valueAt(row, name, request.measure)));
    return describeCurve(name, request.measure, ks, values);
  });
}

function valueAt(row: ResultRow, judge: string, measure: string): number {
  const measured = measuredOf(row, judge, measure);
  if (measured !== undefined) return measured.value;
  throw unmeasured(judge, measure);
}

/** The judges that only this process knows. */
export function ownJudges(judges: readonly AnyJudge[]): AnyJudge[] {
  return judges.filter(({ name }) => !isBuiltInJudge(name));
}

/** Fold by fold, so that the values of a K come in the order of the folds. */
function planFolds(request: CurveJobsRequest, ks: readonly number[]): SelectJob[] {
  const { data, dataset, folds: count, seed, method, options, judges, judgeOptions, code } = request;
  const parts = partsOfKs(method, ks, dataset);
  return Array.from({ length: count }, (_, number) => number).flatMap((number) =>
    parts.map(
      (part): SelectJob => ({
        kind: 'select',
        data: { ...data, split: { testFraction: 0, seed, fold: { count, number } } },
        method: method.name,
        variant: method.name,
        options,
        seed,
        picks: part.map((k) => ({ k, judges: judges.map(({ name }) => name) })),
        judgeOptions,
        code,
      }),
    ),
  );
}
