/**
 * Compares methods on one data set: the same split and scaling for all, selection from training rows alone, every
 * result kept as soon as it is there. Results that the store already has are not made again.
 *
 * A comparison is a list of jobs. They run here, unless a runner is given that runs them elsewhere.
 */
import { checkDataset } from '../check-dataset.js';
import type { Engine } from '../compute/engine.js';
import { UserError } from '../errors.js';
import { type Deciding, decidingMeasure } from '../evaluate/measures/registry.js';
import { type AnyJudge, findJudges, type JudgeChoice } from '../evaluate/registry.js';
import type { JudgeOptions } from '../evaluate/run-judge.js';
import { createRandom } from '../maths/random.js';
import { fitScaling } from '../prepare/fit-scaling.js';
import { checkPreparation, type Preparation, preparationDefaults } from '../prepare/prepare-rows.js';
import { selectableCount } from '../rank/rank-features.js';
import { checkK } from '../run-selection.js';
import type { StartTrials } from '../run-trials.js';
import { findMethod } from '../select/registry.js';
import { refuseData } from '../select/training-for.js';
import { scalingWarnings } from '../selection-warnings.js';
import { defaultTestFraction } from '../split/choose-split.js';
import { checkSplit } from '../split/given-rows.js';
import type { Dataset, PreparedRows, Split } from '../types.js';
import { createInlineRunner } from './inline-runner.js';
import { type Hash, type JobData, rowKey, rowPlaces, type SelectJob, type SplitRecipe } from './job.js';
import type { JobRunner } from './job-runner.js';
import { ownMethods, planRuns, type RunPlan } from './plan-runs.js';
import { prepareJobRows, splitBy } from './prepare-job-rows.js';
import type { JobRow, ResultRow } from './result-row.js';
import type { ResultStore } from './result-store.js';
import { ownJudges } from './run-curve.js';
import { type JobEvent, runJobs } from './run-jobs.js';

export interface ComparisonRequest extends RunPlan, Partial<Preparation> {
  readonly dataset: Dataset;
  /** What tells this data from others, and where another process finds it. */
  readonly data: Pick<JobData, 'name' | 'sha256' | 'place' | 'reading'>;
  /** Names, or judges of your own; the usual one of the kind of target where none are given. */
  readonly judges?: readonly JudgeChoice[];
  readonly judgeOptions?: JudgeOptions;
  /** The measure that decides; the usual one of the target where it is not given. */
  readonly measure?: string;
  readonly testFraction?: number;
  /** Most training rows for the judges; all where it is not given. The methods always get all. */
  readonly judgeRows?: number;
  /** Train and test rows, in place of a random split by the first seed. */
  readonly split?: Split;
  /** Every method is run once on each of these splits, each with a seed of its own, counted from the first seed. */
  readonly splits?: readonly SplitRecipe[];
  /** Version of the code, that of your own methods too: results of another one are made again. */
  readonly code: string;
}

export interface ComparisonContext {
  readonly createEngine: () => Promise<Engine>;
  /** Runs the trials of a method that stands for several; one after the other where it is absent. */
  readonly startTrials?: StartTrials | undefined;
  readonly store: ResultStore<JobRow>;
  /** A hash of the text, long enough that no two texts share one. */
  readonly hash: Hash;
  readonly now: () => number;
  readonly signal?: AbortSignal;
  /** Seconds for one run, its evaluations among them. */
  readonly limit?: number | undefined;
  /** Runs the jobs elsewhere. */
  readonly runner?: JobRunner;
  readonly onEvent?: (event: JobEvent) => void;
}

export interface Comparison {
  /** Names of the judges. */
  readonly judges: readonly string[];
  readonly deciding: Deciding;
  readonly jobs: readonly SelectJob[];
  /** In the order of the jobs, then of K. */
  readonly rows: readonly ResultRow[];
  /** The first, where there are several. */
  readonly split: Split;
  readonly splitCount: number;
  readonly warnings: readonly string[];
}

export async function runComparison(request: ComparisonRequest, context: ComparisonContext): Promise<Comparison> {
  const { dataset, split: own } = request;
  checkRequest(request);
  const { target } = dataset;
  const judges = findJudges(request.judges, target.kind, dataset);
  const deciding = decidingMeasure(target, request.measure);
  const data = describeData(request, context.hash);
  const { splits } = request;
  const split = splitBy(splits?.[0] ?? data.split, dataset, own);
  const jobs = planJobs(request, judges, sampled(data, request, split));
  let prepared: { readonly split: SplitRecipe; readonly rows: PreparedRows } | undefined;
  // Jobs on one split follow each other.
  const load = async (wanted: JobData, stop: AbortSignal | undefined): Promise<PreparedRows> => {
    if (prepared?.split !== wanted.split) {
      prepared = { split: wanted.split, rows: await prepareJobRows(dataset, wanted, own, stop) };
    }
    return prepared!.rows;
  };
  const { createEngine: engine, startTrials, hash, now, limit, store, signal, onEvent } = context;
  const limits = limit === undefined ? {} : { seconds: limit };
  const methods = ownMethods(request);
  const knownHere = ownJudges(judges);
  if (context.runner) refuseOwn('method', methods);
  if (context.runner) refuseOwn('judge', knownHere);
  const runner =
    context.runner ?? createInlineRunner({ engine, startTrials, load, methods, judges: knownHere, hash, now, limit });
  await runJobs(jobs, { runner, store, hash, limits, ...(signal && { signal }), ...(onEvent && { onEvent }) });
  const found = new Map(store.rows().map((row) => [row.key, row]));
  const rows = jobs.flatMap((job) => rowPlaces(job).map((place) => found.get(rowKey(job, place, hash))!));
  const warnings = warningsOf(request, jobs[0].data, split);
  const splitCount = splits?.length ?? 1;
  return { jobs, judges: judges.map(({ name }) => name), deciding, rows, split, splitCount, warnings };
}

function refuseOwn(what: string, [first]: readonly { readonly name: string }[]): void {
  if (first === undefined) return;
  throw new UserError('usage', `the ${what} "${first.name}" is known here alone, and these jobs run elsewhere`, {
    advice: ['run the comparison without a runner', `name ${what}s that are built in`],
  });
}

function describeData(request: ComparisonRequest, hash: Hash): JobData {
  const { data, split, seeds, testFraction = defaultTestFraction } = request;
  const { scaling = preparationDefaults.scaling, scaleOn = preparationDefaults.scaleOn } = request;
  const isRowsAlone = split !== undefined && data.place.kind === 'given';
  const given = isRowsAlone && { given: hash(JSON.stringify([[...split.train], [...split.test]])) };
  return { ...data, split: { testFraction, seed: seeds[0], ...given }, scaling, scaleOn };
}

function sampled(data: JobData, { judgeRows, seeds }: ComparisonRequest, { train }: Split): JobData {
  if (judgeRows === undefined || judgeRows >= train.length) return data;
  return { ...data, judgeRows: { count: judgeRows, seed: seeds[0] } };
}

function planJobs(request: ComparisonRequest, judges: readonly AnyJudge[], data: JobData): SelectJob[] {
  const { dataset, splits, seeds, judgeOptions = {}, code } = request;
  const names = judges.map(({ name }) => name);
  const jobsOn = (plan: RunPlan, on: JobData): SelectJob[] =>
    planRuns(plan, dataset).map(({ method, options, seed, ks }) => ({
      kind: 'select',
      data: on,
      method,
      variant: method,
      options,
      seed,
      picks: ks.map((k) => ({ k, judges: names })),
      judgeOptions,
      code,
    }));
  if (splits === undefined) return jobsOn(request, data);
  return splits.flatMap((split, place) => jobsOn({ ...request, seeds: [seeds[0] + place] }, { ...data, split }));
}

function checkRequest(request: ComparisonRequest): void {
  const { dataset, ks, seeds, judges, split, testFraction } = request;
  if (ks.length === 0 || seeds.length === 0 || judges?.length === 0) {
    throw new UserError('usage', 'a comparison needs at least one K, one seed and one judge');
  }
  checkDataset(dataset);
  for (const method of request.methods) refuseData(findMethod(method), dataset);
  if (split) checkSplit(split, dataset.matrix.rowCount);
  if (split && request.splits) throw new UserError('usage', 'give a split, or splits to repeat on, not both');
  seeds.forEach(createRandom); // Refuses a seed that is not a whole number.
  const { scaling = preparationDefaults.scaling, scaleOn = preparationDefaults.scaleOn } = request;
  checkPreparation({ scaling, scaleOn });
  for (const k of ks) checkK(k, selectableCount(dataset));
  if (split === undefined && testFraction === 0) {
    throw new UserError('usage', 'a comparison needs test rows: the test fraction must be above 0. Got 0');
  }
}

function warningsOf({ dataset }: ComparisonRequest, data: JobData, { train }: Split): string[] {
  const { scaling, scaleOn, judgeRows } = data;
  // Dense data is always centred; fitting again is cheap where it is not.
  const isSparse = dataset.matrix.kind === 'sparse' && dataset.missing === undefined;
  const isCentred = isSparse ? fitScaling(dataset.matrix, train, scaling).isCentred : true;
  const warnings = scalingWarnings(isCentred, scaleOn);
  if (judgeRows !== undefined) {
    warnings.push(`the judges were fitted to ${judgeRows.count} of the ${train.length} training rows`);
  }
  return warnings;
}
