/**
 * A measure against the number of features, as jobs: one for every fold and every K that a ranking serves. In every fold
 * features are selected from the training rows alone. The jobs run wherever the runner runs them, to the same curve.
 */
import { UserError } from '../errors.js';
import { checkKs, describeCurve, type MeasureCurve, unmeasured } from '../evaluate/curve.js';
import { type AnyJudge, isBuiltInJudge } from '../evaluate/registry.js';
import type { JudgeOptions } from '../evaluate/run-judge.js';
import { selectableCount } from '../rank/rank-features.js';
import { type AnyMethod, findMethod } from '../select/registry.js';
import type { Dataset } from '../types.js';
import { thrownError } from './failed-rows.js';
import type { Job, JobData, SelectJob, SplitRecipe } from './job.js';
import type { JobRunner } from './job-runner.js';
import { partsOfKs, type Run } from './plan-runs.js';
import { allFeatures, measuredOf, type ResultRow } from './result-row.js';

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
  /** Measures all features, and random ones, in the same folds. */
  readonly beside?: boolean;
  /** Measures every k on the test rows of the data's own split, too, selected from its training rows. */
  readonly cohort?: boolean;
}

export interface CurveJobsContext {
  readonly runner: JobRunner;
  readonly signal?: AbortSignal | undefined;
  /** Told of every row of a fold as it comes, with the number of the fold; the row has its method. */
  readonly onRow?: ((row: ResultRow, fold: number) => void) | undefined;
  /** Share of the jobs done, 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

export async function runCurve(request: CurveJobsRequest, context: CurveJobsContext): Promise<MeasureCurve[]> {
  const ks = checkKs(request.ks, selectableCount(request.dataset));
  if (request.folds < 2) throw new UserError('usage', `expected at least 2 folds, got ${request.folds}`);
  const jobs = planJobs(request, ks);
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
        const { fold } = job.data.split;
        if (fold !== undefined) context.onRow?.(row, fold.number);
      },
      onEnd: (job) => tell(job, 1),
    },
    context.signal,
  );
  const rowsOf = (method: string, inFolds = true) =>
    jobs
      .filter((job) => job.method === method && (job.data.split.fold !== undefined) === inFolds)
      .flatMap((job) => rows.get(job)!);
  return request.judges.map(({ name }) => {
    const valuesOf = (measured: readonly ResultRow[], k: number) =>
      measured.filter((row) => row.k === k).map((row) => valueAt(row, name, request.measure));
    const own = rowsOf(request.method.name);
    const curve = describeCurve(
      name,
      request.measure,
      ks,
      ks.map((k) => valuesOf(own, k)),
    );
    const all = rowsOf(allFeatures);
    const random = rowsOf('random');
    return {
      ...curve,
      ...(request.beside && {
        beside: {
          all: mean(all.map((row) => valueAt(row, name, request.measure))),
          random: ks.map((k) => mean(valuesOf(random, k))),
        },
      }),
      ...(request.cohort && { cohort: ks.map((k) => valuesOf(rowsOf(request.method.name, false), k)[0]) }),
    };
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
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

/** Fold by fold, so that the values of a K come in the order of the folds; then the other cohort. */
function planJobs(request: CurveJobsRequest, ks: readonly number[]): SelectJob[] {
  const { folds: count, seed, method } = request;
  const own = runsOf(request, method, ks, seed);
  const folds = Array.from({ length: count }, (_, number) => {
    const runs = [...own, ...(request.beside ? besideRuns(request, ks, seed + number) : [])];
    return runs.map((run) => jobOf(request, run, { seed, fold: { count, number } }));
  });
  const cohort = request.cohort ? own.map((run) => jobOf(request, run, { seed })) : [];
  return [...folds.flat(), ...cohort];
}

function runsOf({ dataset, options }: CurveJobsRequest, method: AnyMethod, ks: readonly number[], seed: number): Run[] {
  return partsOfKs(method, ks, dataset).map((part) => ({ method: method.name, options, seed, ks: part }));
}

/** All features, and random ones, drawn anew in every fold. */
function besideRuns(request: CurveJobsRequest, ks: readonly number[], seed: number): Run[] {
  const all = { method: allFeatures, options: {}, seed, ks: [selectableCount(request.dataset)] };
  if (request.method.name === 'random') return [all];
  return [all, ...runsOf({ ...request, options: {} }, findMethod('random'), ks, seed)];
}

function jobOf(
  { data, judges, judgeOptions, code }: CurveJobsRequest,
  { method, options, seed, ks }: Run,
  split: Omit<SplitRecipe, 'testFraction'>,
): SelectJob {
  return {
    kind: 'select',
    data: { ...data, split: { testFraction: 0, ...split } },
    method,
    variant: method,
    options,
    seed,
    picks: ks.map((k) => ({ k, judges: judges.map(({ name }) => name) })),
    judgeOptions,
    code,
  };
}
