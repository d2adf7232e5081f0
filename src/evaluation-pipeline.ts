/**
 * The two ways to judge features of a dataset: given features on one split (split -> prepare -> evaluate), and a
 * selection method over several numbers of features by cross-validation (in every fold: prepare -> select -> rank ->
 * evaluate).
 */
import { checkDataset } from './check-dataset.js';
import type { FeatureChoice } from './evaluate/choose-features.js';
import type { JudgeContext } from './evaluate/contract.js';
import type { MeasureCurve } from './evaluate/curve.js';
import { type Evaluation, evaluateFeatures } from './evaluate/evaluate.js';
import { type Deciding, decidingMeasure } from './evaluate/measures/registry.js';
import { findJudges, type JudgeChoice } from './evaluate/registry.js';
import type { JudgeOptions } from './evaluate/run-judge.js';
import { createInlineRunner } from './experiment/inline-runner.js';
import type { JobData } from './experiment/job.js';
import { prepareJobRows } from './experiment/prepare-job-rows.js';
import { type CurveJobsContext, ownJudges, runCurve } from './experiment/run-curve.js';
import { createRandom } from './maths/random.js';
import { checkPreparation, fitRows, type Preparation, preparationDefaults } from './prepare/prepare-rows.js';
import type { StartTrials } from './run-trials.js';
import { findMethod, type MethodChoice } from './select/registry.js';
import { resolveOptions } from './select/resolve-options.js';
import { chooseSplit, defaultTestFraction } from './split/choose-split.js';
import { checkSplit } from './split/given-rows.js';
import type { AnyMatrix, Dataset, Matrix, PreparedRows, Split } from './types.js';

interface JudgingRequest<M extends AnyMatrix = Matrix> extends Partial<Preparation> {
  readonly dataset: Dataset<M>;
  /** Names, or judges of your own; the usual one of the kind of target where none are given. */
  readonly judges?: readonly JudgeChoice[];
  readonly judgeOptions?: JudgeOptions;
  /** The measure that decides; the usual one of the target where it is not given. */
  readonly measure?: string;
  readonly seed?: number;
}

export interface DatasetEvaluationRequest extends JudgingRequest<AnyMatrix> {
  readonly features: FeatureChoice;
  readonly testFraction?: number;
  /** Train and test rows, in place of a random split. */
  readonly split?: Split;
}

export interface DatasetCurveRequest extends JudgingRequest {
  /** The numbers of features to try. */
  readonly ks: readonly number[];
  readonly folds?: number;
  /** Most training rows for the classifiers; all where it is not given. The method always gets all. */
  readonly judgeRows?: number;
  /** A name, or a method of your own. */
  readonly method?: MethodChoice;
  readonly methodOptions?: Readonly<Record<string, unknown>>;
  /** Measures all features, and random ones, in the same folds. */
  readonly beside?: boolean;
}

export const judgingDefaults = { seed: 0, ...preparationDefaults } as const;
export const evaluationDefaults = {
  ...judgingDefaults,
  testFraction: defaultTestFraction,
} as const;
export const curveDefaults = {
  ...judgingDefaults,
  folds: 5,
  method: 'neurofs',
  methodOptions: {},
} as const;

export type JudgingContext = Omit<JudgeContext, 'random'>;

export interface DatasetEvaluation {
  readonly evaluations: readonly Evaluation[];
  readonly deciding: Deciding;
  readonly split: Split;
}

/** Splits as `selectFeatures` does for the same seed, so that a selection's test rows are its test rows here. */
export async function evaluateDataset(
  request: DatasetEvaluationRequest,
  context: JudgingContext,
): Promise<DatasetEvaluation> {
  const { seed, scaling, scaleOn, testFraction, judges, measure } = { ...evaluationDefaults, ...defined(request) };
  checkDataset(request.dataset);
  const deciding = decidingMeasure(request.dataset.target, measure);
  if (request.split) checkSplit(request.split, request.dataset.matrix.rowCount);
  const random = createRandom(seed);
  const split = request.split ?? chooseSplit(request.dataset, testFraction, random.fork('split'));
  const fitted = await fitRows(request.dataset, split, { scaling, scaleOn }, context.signal);
  const evaluations = await evaluateFeatures(
    { ...fitted, features: request.features, judges, options: request.judgeOptions ?? {} },
    { ...context, random: random.fork('evaluate') },
  );
  return { evaluations, deciding, split };
}

export interface CurveContext extends JudgingContext, Pick<CurveJobsContext, 'onRow'> {
  /** Runs the trials of a method that stands for several; one after the other where it is absent. */
  readonly startTrials?: StartTrials | undefined;
}

/** One curve for every judge. */
export async function curveOfDataset(request: DatasetCurveRequest, context: CurveContext): Promise<MeasureCurve[]> {
  const { dataset, judgeOptions = {}, judgeRows: count } = request;
  const { ks, folds, seed, scaling, scaleOn, ...given } = { ...curveDefaults, ...defined(request) };
  checkDataset(dataset);
  const judges = findJudges(given.judges, dataset.target.kind, dataset);
  const { measure } = decidingMeasure(dataset.target, given.measure);
  checkPreparation({ scaling, scaleOn });
  createRandom(seed); // Refuses a seed that is not a whole number.
  const method = findMethod(given.method);
  const options = resolveOptions(method, given.methodOptions) as Readonly<Record<string, unknown>>;
  const runner = createInlineRunner({
    engine: context.engine,
    startTrials: context.startTrials,
    methods: [method],
    judges: ownJudges(judges),
    load: onceForEachFold(dataset),
    // Rows are told apart by their job alone: nothing is kept.
    hash: (text) => text,
    now: () => 0,
  });
  const data: JobData = {
    name: 'the data',
    sha256: '',
    place: { kind: 'given' },
    split: { testFraction: 0, seed },
    scaling,
    scaleOn,
    ...(count !== undefined && { judgeRows: { count, seed } }),
  };
  const { signal, onProgress, onRow } = context;
  return runCurve(
    {
      data,
      dataset,
      ks,
      folds,
      seed,
      method,
      options,
      judges,
      measure,
      judgeOptions,
      code: '',
      beside: given.beside ?? false,
    },
    { runner, signal, onProgress, onRow },
  );
}

/** Several jobs work on a fold, one after another. */
export function onceForEachFold(
  dataset: Dataset,
): (data: JobData, signal: AbortSignal | undefined) => Promise<PreparedRows> {
  let last: { readonly fold: number | undefined; readonly rows: PreparedRows } | undefined;
  return async (data, signal) => {
    const fold = data.split.fold?.number;
    if (last === undefined || last.fold !== fold) {
      last = { fold, rows: await prepareJobRows(dataset, data, undefined, signal) };
    }
    return last.rows;
  };
}

/** Leaves out what is undefined, so that it does not hide a default. */
function defined<T extends object>(given: T): T {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T;
}
