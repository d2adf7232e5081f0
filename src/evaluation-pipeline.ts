/**
 * The two ways to judge features of a dataset, stage by stage: given features on one split (split -> scale -> evaluate),
 * and a selection method over several numbers of features by cross-validation (in every fold: scale -> select -> rank
 * -> evaluate).
 */
import { fillMissing } from './encode/fill-missing.js';
import type { FeatureChoice } from './evaluate/choose-features.js';
import type { ClassifierOptions } from './evaluate/classify.js';
import type { ClassifierContext } from './evaluate/contract.js';
import { type AccuracyCurve, accuracyCurve } from './evaluate/curve.js';
import { type Evaluation, evaluateFeatures } from './evaluate/evaluate.js';
import { createRandom } from './maths/random.js';
import { allRows } from './matrix/all-rows.js';
import { type PreparedRows, prepareRows } from './pipeline.js';
import { rankFeatures, selectableCount } from './rank/rank-features.js';
import { fitScaling } from './scale/fit-scaling.js';
import type { SelectContext } from './select/contract.js';
import { findMethod } from './select/registry.js';
import { resolveOptions } from './select/resolve-options.js';
import { chooseSplit } from './split/choose-split.js';
import { splitFolds } from './split/split-folds.js';
import { splitGroupFolds } from './split/split-groups.js';
import type { AnyMatrix, ClassifierName, Dataset, Matrix, ScalingMethod, Split } from './types.js';

interface JudgingRequest<M extends AnyMatrix = Matrix> {
  readonly dataset: Dataset<M>;
  readonly classifiers?: readonly ClassifierName[];
  readonly classifierOptions?: ClassifierOptions;
  readonly seed?: number;
  readonly scaling?: ScalingMethod;
  /** Which rows the scaling is fitted on: training rows, or all as the paper did. */
  readonly scaleOn?: 'train' | 'all';
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
  readonly method?: string;
  readonly methodOptions?: Readonly<Record<string, unknown>>;
}

export const judgingDefaults = { seed: 0, scaling: 'minmax', scaleOn: 'train' } as const;
export const evaluationDefaults = { ...judgingDefaults, classifiers: ['svm'], testFraction: 0.2 } as const;
export const curveDefaults = {
  ...judgingDefaults,
  classifiers: ['svm'],
  folds: 5,
  method: 'neurofs',
  methodOptions: {},
} as const;

export type JudgingContext = Omit<ClassifierContext, 'random'>;

export interface DatasetEvaluation {
  readonly evaluations: readonly Evaluation[];
  readonly split: Split;
}

/** Splits as `selectFeatures` does for the same seed, so that a selection's test rows are its test rows here. */
export async function evaluateDataset(
  request: DatasetEvaluationRequest,
  context: JudgingContext,
): Promise<DatasetEvaluation> {
  const { seed, scaling, scaleOn, testFraction, classifiers } = { ...evaluationDefaults, ...defined(request) };
  const random = createRandom(seed);
  const split = request.split ?? chooseSplit(request.dataset, testFraction, random.fork('split'));
  const dataset = fillMissing(request.dataset, split.train);
  const scaled = fitScaling(dataset.matrix, scaleOn === 'all' ? allRows(dataset.matrix) : split.train, scaling);
  const evaluations = await evaluateFeatures(
    {
      ...{ dataset, split, scaling: scaled, features: request.features, classifiers },
      options: request.classifierOptions ?? {},
    },
    { ...context, random: random.fork('evaluate') },
  );
  return { evaluations, split };
}

/** One curve for every classifier. */
export function curveOfDataset(request: DatasetCurveRequest, context: JudgingContext): Promise<AccuracyCurve[]> {
  const given = { ...curveDefaults, ...defined(request) };
  const method = findMethod(given.method);
  const options = resolveOptions(method, given.methodOptions);
  const random = createRandom(given.seed);
  return accuracyCurve(
    {
      featureCount: selectableCount(request.dataset),
      folds: cutFolds(request.dataset, given.folds, given.seed),
      ks: given.ks,
      classifiers: given.classifiers,
      options: request.classifierOptions ?? {},
      prepare: (split) => prepareRows(request.dataset, split, given.scaling, given.scaleOn),
      select: async (rows, _trainRows, k, fold) => {
        const chosen = { method: given.method, options: options as Record<string, unknown>, seed: given.seed, fold, k };
        const { engine, signal } = context;
        return (await selectInFold(chosen, rows, { engine, ...(signal && { signal }) })).columnsOf(k);
      },
    },
    { ...context, random: random.fork('evaluate') },
  );
}

export interface FoldSelection {
  readonly method: string;
  /** Every option of the method. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly seed: number;
  readonly fold: number;
  readonly k: number;
}

/** Ranks the features by the training rows of one fold. */
export async function selectInFold(
  { method, options, seed, fold, k }: FoldSelection,
  { dataset, training }: Pick<PreparedRows, 'dataset' | 'training'>,
  { engine, signal, onProgress }: Pick<SelectContext, 'engine' | 'signal' | 'onProgress'>,
): Promise<ReturnType<typeof rankFeatures>> {
  const scores = await findMethod(method).select(training, k, options, {
    ...{ engine, random: createRandom(seed).fork(`fold ${fold}, k ${k}`) },
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  });
  return rankFeatures(dataset, scores);
}

/** Stratified folds; whole groups of rows where the rows are grouped. */
export function cutFolds(dataset: Dataset, folds: number, seed: number): Split[] {
  const random = createRandom(seed).fork('folds');
  return dataset.groupOfRow
    ? splitGroupFolds({ ...dataset, groupOfRow: dataset.groupOfRow }, { folds }, random)
    : splitFolds(dataset, { folds }, random);
}

/** Leaves out what is undefined, so that it does not hide a default. */
function defined<T extends object>(given: T): T {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T;
}
