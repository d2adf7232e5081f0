/**
 * Compares methods on one data set: the same split and scaling for all, selection from training rows alone, every
 * result kept as soon as it is there. Results that the store already has are not made again.
 *
 * A comparison is a list of jobs. They run here, unless a runner is given that runs them elsewhere.
 */
import { checkDataset } from '../check-dataset.js';
import type { Engine } from '../compute/engine.js';
import { UserError } from '../errors.js';
import { type ClassifierOptions, checkClassifier } from '../evaluate/classify.js';
import { createRandom } from '../maths/random.js';
import { scalingWarnings } from '../pipeline.js';
import { fitScaling } from '../prepare/fit-scaling.js';
import { checkPreparation, type Preparation, preparationDefaults } from '../prepare/prepare-rows.js';
import { selectableCount } from '../rank/rank-features.js';
import { checkK } from '../run-selection.js';
import type { AnyMethod } from '../select/registry.js';
import { defaultTestFraction } from '../split/choose-split.js';
import { checkSplit } from '../split/given-rows.js';
import type { ClassifierName, Dataset, PreparedRows, Split } from '../types.js';
import { createInlineRunner } from './inline-runner.js';
import { type Hash, type JobData, rowKey, rowPlaces, type SelectJob } from './job.js';
import type { JobRunner } from './job-runner.js';
import { ownMethods, planRuns, type RunPlan } from './plan-runs.js';
import { prepareJobRows, splitBy } from './prepare-job-rows.js';
import type { JobRow, ResultRow } from './result-row.js';
import type { ResultStore } from './result-store.js';
import { type JobEvent, runJobs } from './run-jobs.js';

export interface ComparisonRequest extends RunPlan, Partial<Preparation> {
  readonly dataset: Dataset;
  /** What tells this data from others, and where another process finds it. */
  readonly data: Pick<JobData, 'name' | 'sha256' | 'place' | 'reading'>;
  readonly classifiers: readonly ClassifierName[];
  readonly classifierOptions?: ClassifierOptions;
  readonly testFraction?: number;
  /** Most training rows for the classifiers; all where it is not given. The methods always get all. */
  readonly classifierRows?: number;
  /** Train and test rows, in place of a random split by the first seed. */
  readonly split?: Split;
  /** Version of the code, that of your own methods too: results of another one are made again. */
  readonly code: string;
}

export interface ComparisonContext {
  readonly createEngine: () => Promise<Engine>;
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
  readonly jobs: readonly SelectJob[];
  /** In the order of the jobs, then of K. */
  readonly rows: readonly ResultRow[];
  readonly split: Split;
  readonly warnings: readonly string[];
}

export async function runComparison(request: ComparisonRequest, context: ComparisonContext): Promise<Comparison> {
  const { dataset, split: own } = request;
  checkRequest(request);
  const data = describeData(request, context.hash);
  const split = splitBy(data.split, dataset, own);
  const jobs = planJobs(request, sampled(data, request, split));
  let prepared: PreparedRows | undefined;
  const load = (wanted: JobData): PreparedRows => {
    prepared ??= prepareJobRows(dataset, wanted, own);
    return prepared;
  };
  const { createEngine: engine, hash, now, limit, store, signal, onEvent } = context;
  const limits = limit === undefined ? {} : { seconds: limit };
  const methods = ownMethods(request);
  if (context.runner) refuseOwn(methods);
  const runner = context.runner ?? createInlineRunner({ engine, load, methods, hash, now, limit });
  await runJobs(jobs, { runner, store, hash, limits, ...(signal && { signal }), ...(onEvent && { onEvent }) });
  const found = new Map(store.rows().map((row) => [row.key, row]));
  const rows = jobs.flatMap((job) => rowPlaces(job).map((place) => found.get(rowKey(job, place, hash))!));
  return { jobs, rows, split, warnings: warningsOf(request, jobs[0].data, split) };
}

function refuseOwn([first]: readonly AnyMethod[]): void {
  if (first === undefined) return;
  throw new UserError('usage', `the method "${first.name}" is known here alone, and these jobs run elsewhere`, {
    advice: ['run the comparison without a runner', 'name methods that are built in'],
  });
}

function describeData(request: ComparisonRequest, hash: Hash): JobData {
  const { data, split, seeds, testFraction = defaultTestFraction } = request;
  const { scaling = preparationDefaults.scaling, scaleOn = preparationDefaults.scaleOn } = request;
  const isRowsAlone = split !== undefined && data.place.kind === 'given';
  const given = isRowsAlone && { given: hash(JSON.stringify([[...split.train], [...split.test]])) };
  return { ...data, split: { testFraction, seed: seeds[0], ...given }, scaling, scaleOn };
}

function sampled(data: JobData, { classifierRows, seeds }: ComparisonRequest, { train }: Split): JobData {
  if (classifierRows === undefined || classifierRows >= train.length) return data;
  return { ...data, classifierRows: { count: classifierRows, seed: seeds[0] } };
}

function planJobs(request: ComparisonRequest, data: JobData): SelectJob[] {
  const { dataset, classifiers, classifierOptions = {}, code } = request;
  return planRuns(request, dataset).map(({ method, options, seed, ks }) => ({
    kind: 'select',
    data,
    method,
    variant: method,
    options,
    seed,
    picks: ks.map((k) => ({ k, classifiers })),
    classifierOptions,
    code,
  }));
}

function checkRequest(request: ComparisonRequest): void {
  const { dataset, ks, seeds, classifiers, split, testFraction } = request;
  if (ks.length === 0 || seeds.length === 0 || classifiers.length === 0) {
    throw new UserError('usage', 'a comparison needs at least one K, one seed and one classifier');
  }
  checkDataset(dataset);
  if (split) checkSplit(split, dataset.matrix.rowCount);
  classifiers.forEach(checkClassifier);
  seeds.forEach(createRandom); // Refuses a seed that is not a whole number.
  const { scaling = preparationDefaults.scaling, scaleOn = preparationDefaults.scaleOn } = request;
  checkPreparation({ scaling, scaleOn });
  for (const k of ks) checkK(k, selectableCount(dataset));
  if (split === undefined && testFraction === 0) {
    throw new UserError('usage', 'a comparison needs test rows: the test fraction must be above 0. Got 0');
  }
}

function warningsOf({ dataset }: ComparisonRequest, data: JobData, { train }: Split): string[] {
  const { scaling, scaleOn, classifierRows } = data;
  // Dense data is always centred; fitting again is cheap where it is not.
  const isSparse = dataset.matrix.kind === 'sparse' && dataset.missing === undefined;
  const isCentred = isSparse ? fitScaling(dataset.matrix, train, scaling).isCentred : true;
  const warnings = scalingWarnings(isCentred, scaleOn);
  if (classifierRows !== undefined) {
    warnings.push(`the classifiers were trained on ${classifierRows.count} of the ${train.length} training rows`);
  }
  return warnings;
}
