/**
 * Compares methods on one data set: the same split and scaling for all, selection from training rows alone, every
 * result kept as soon as it is there. Results that the store already has are not made again.
 */
import type { Engine } from '../compute/engine.js';
import { throwIfAborted, UserError } from '../errors.js';
import type { ClassifierOptions } from '../evaluate/classify.js';
import { sampleTrainRows } from '../evaluate/sample-train-rows.js';
import { createRandom } from '../maths/random.js';
import { checkK, type PreparedRows, prepareRows, scalingWarnings, selectionDefaults } from '../pipeline.js';
import { selectableCount } from '../rank/rank-features.js';
import { chooseSplit } from '../split/choose-split.js';
import type { ClassifierName, Dataset, ScalingMethod, Split } from '../types.js';
import type { Job, JobData } from './job.js';
import type { JobRunner } from './job-runner.js';
import { planRuns, type Run, type RunPlan } from './plan-runs.js';
import { isFinal, type ResultRow } from './result-row.js';
import type { ResultStore } from './result-store.js';
import { runMethod, type TimeLimit } from './run-method.js';

export interface ComparisonRequest extends RunPlan {
  readonly dataset: Dataset;
  /** Whatever tells this data set from others: a checksum, and what was done to make the dataset of the file. */
  readonly dataIdentity: Readonly<Record<string, unknown>>;
  readonly classifiers: readonly ClassifierName[];
  readonly classifierOptions?: ClassifierOptions;
  readonly scaling?: ScalingMethod;
  readonly scaleOn?: 'train' | 'all';
  readonly testFraction?: number;
  /** Most training rows for the classifiers; all where it is not given. The methods always get all. */
  readonly classifierRows?: number;
  /** Train and test rows, in place of a random split by the first seed. */
  readonly split?: Split;
  /** Version of the program: results of another one are made again. */
  readonly version: string;
}

export interface ComparisonContext {
  /** Called at the start, and again after a run that failed: what broke it may have broken the engine. */
  readonly createEngine: () => Promise<Engine>;
  readonly store: ResultStore;
  /** A hash of the text, long enough that no two texts share one. */
  readonly hash: (text: string) => string;
  readonly now: () => number;
  readonly signal?: AbortSignal;
  readonly limit?: TimeLimit | undefined;
  /** Runs the methods as jobs elsewhere, in place of an engine here. */
  readonly jobs?: ComparisonJobs;
  readonly onEvent?: (event: ComparisonEvent) => void;
}

export interface ComparisonJobs {
  readonly runner: JobRunner;
  /** What `dataset`, split and scaling are made of. */
  readonly data: JobData;
  /** Version of the code that the jobs are for. */
  readonly code: string;
}

/** What happens in a comparison, in the order in which it happens. */
export type ComparisonEvent =
  | { readonly kind: 'plan'; readonly runs: readonly Run[]; readonly known: readonly ResultRow[] }
  | { readonly kind: 'start'; readonly run: Run }
  | { readonly kind: 'progress'; readonly run: Run; readonly done: number }
  | { readonly kind: 'row'; readonly run: Run; readonly row: ResultRow }
  | { readonly kind: 'end'; readonly run: Run };

export interface Comparison {
  readonly runs: readonly Run[];
  /** In the order of the runs, then of K. */
  readonly rows: readonly ResultRow[];
  readonly split: Split;
  readonly warnings: readonly string[];
}

export async function runComparison(request: ComparisonRequest, context: ComparisonContext): Promise<Comparison> {
  const { dataset } = request;
  const { scaling = selectionDefaults.scaling, scaleOn = selectionDefaults.scaleOn } = request;
  const { testFraction = selectionDefaults.testFraction } = request;
  checkRequest(request);
  const split = request.split ?? chooseSplit(dataset, testFraction, createRandom(request.seeds[0]).fork('split'));
  const data = prepareRows(dataset, split, scaling, scaleOn);
  const runs = planRuns(request, dataset);
  const { classifierRows = split.train.length } = request;
  const sampling = createRandom(request.seeds[0]).fork('classifier rows');
  const judgedTrain = sampleTrainRows(split.train, dataset, classifierRows, sampling);
  const isSampled = judgedTrain.length < split.train.length;
  const common = {
    ...{ format: keyFormat, version: request.version, data: request.dataIdentity, scaling, scaleOn },
    split: context.hash(JSON.stringify([[...split.train], [...split.test]])),
    classifiers: request.classifiers,
    classifierOptions: request.classifierOptions ?? {},
    ...(isSampled && { classifierRows: judgedTrain.length }),
  };
  const keyOf = ({ method, options, seed }: Run, k: number): string =>
    context.hash(JSON.stringify({ ...common, method, options, seed, k }));

  const { classifiers, classifierOptions = {} } = request;
  const judged = { ...data, split: { ...data.split, train: judgedTrain } };
  const sample = isSampled && { classifierRows: { count: judgedTrain.length, seed: request.seeds[0] } };
  const jobs = context.jobs && { ...context.jobs, data: { ...context.jobs.data, ...sample } };
  const prepared = { keyOf, data: judged, classifiers, classifierOptions };
  await runAll(runs, prepared, { ...context, ...(jobs && { jobs }) });
  const found = new Map(context.store.rows().map((row) => [row.key, row]));
  const rows = runs.flatMap((run) => run.ks.map((k) => found.get(keyOf(run, k))!));
  const warnings = [...scalingWarnings(data.scaling.isCentred, scaleOn)];
  if (isSampled) {
    warnings.push(`the classifiers were trained on ${judgedTrain.length} of the ${split.train.length} training rows`);
  }
  return { runs, rows, split, warnings };
}

/** Changes when a row comes to mean something else. */
const keyFormat = 1;

function checkRequest({ dataset, ks, seeds, classifiers, split, testFraction }: ComparisonRequest): void {
  if (ks.length === 0 || seeds.length === 0 || classifiers.length === 0) {
    throw new UserError('usage', 'a comparison needs at least one K, one seed and one classifier');
  }
  for (const k of ks) checkK(k, selectableCount(dataset));
  if (split === undefined && testFraction === 0) {
    throw new UserError('usage', 'a comparison needs test rows: the test fraction must be above 0. Got 0');
  }
}

interface Prepared {
  readonly keyOf: (run: Run, k: number) => string;
  readonly data: PreparedRows;
  readonly classifiers: readonly ClassifierName[];
  readonly classifierOptions: ClassifierOptions;
}

async function runAll(runs: readonly Run[], prepared: Prepared, context: ComparisonContext): Promise<void> {
  const { store, limit, onEvent } = context;
  const final = new Map(
    store
      .rows()
      .filter((row) => isFinal(row, limit?.seconds))
      .map((row) => [row.key, row]),
  );
  const known = runs.flatMap((run) => run.ks.map((k) => final.get(prepared.keyOf(run, k)))).filter((row) => row);
  onEvent?.({ kind: 'plan', runs, known: known as ResultRow[] });
  const waiting = runs.flatMap((run) => {
    const ks = run.ks.filter((k) => !final.has(prepared.keyOf(run, k)));
    return ks.length === 0 ? [] : [{ run, ks }];
  });
  if (context.jobs) await runAsJobs(waiting, prepared, context.jobs, context);
  else await runHere(waiting, prepared, context);
}

/** A run, and those of its K that are not known yet. */
interface WaitingRun {
  readonly run: Run;
  readonly ks: readonly number[];
}

async function runHere(waiting: readonly WaitingRun[], prepared: Prepared, context: ComparisonContext): Promise<void> {
  const { store, now, signal, limit, onEvent } = context;
  let engine: Engine | undefined;
  try {
    for (const { run, ks } of waiting) {
      throwIfAborted(signal);
      engine ??= await context.createEngine();
      onEvent?.({ kind: 'start', run });
      let hasFailed = false;
      await runMethod({ ...run, ks }, prepared.data, {
        ...{ ...prepared, engine, signal, limit, now },
        onProgress: (done) => onEvent?.({ kind: 'progress', run, done }),
        onRow: async (row) => {
          await store.add(row);
          hasFailed ||= row.error !== undefined;
          onEvent?.({ kind: 'row', run, row });
        },
      });
      onEvent?.({ kind: 'end', run });
      if (hasFailed) {
        engine.dispose();
        engine = undefined;
      }
    }
  } finally {
    engine?.dispose();
  }
}

async function runAsJobs(
  waiting: readonly WaitingRun[],
  { keyOf, classifiers, classifierOptions }: Prepared,
  { runner, data, code }: ComparisonJobs,
  { store, signal, onEvent }: ComparisonContext,
): Promise<void> {
  const runOf = new Map<Job, Run>();
  for (const { run, ks } of waiting) {
    const { method, options, seed } = run;
    const picks = ks.map((k) => ({ k, classifiers }));
    runOf.set({ kind: 'select', data, method, variant: method, options, seed, picks, classifierOptions, code }, run);
  }
  await runner.run(
    [...runOf.keys()],
    {
      onStart: (job) => onEvent?.({ kind: 'start', run: runOf.get(job)! }),
      onProgress: (job, done) => onEvent?.({ kind: 'progress', run: runOf.get(job)!, done }),
      async onRow(job, given) {
        const run = runOf.get(job)!;
        const row = { ...given, key: keyOf(run, given.k) };
        await store.add(row);
        onEvent?.({ kind: 'row', run, row });
      },
      onEnd: (job) => onEvent?.({ kind: 'end', run: runOf.get(job)! }),
    },
    signal,
  );
}
