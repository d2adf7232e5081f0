/**
 * The whole selection, stage by stage: split -> scale -> select -> rank -> evaluate. The file to read first.
 * Reading and encoding come before it and depend on where the data is; reporting comes after.
 */
import type { Engine } from './compute/engine.js';
import { fillMissing } from './encode/fill-missing.js';
import { UserError } from './errors.js';
import { type AccuracyRow, type EvaluationPlan, measureFeatureSets } from './evaluate/measure-feature-sets.js';
import { createRandom } from './maths/random.js';
import { allRows } from './matrix/all-rows.js';
import { takeRows } from './matrix/take-rows.js';
import { type RankedFeature, rankFeatures, selectableCount } from './rank/rank-features.js';
import { fitScaling } from './scale/fit-scaling.js';
import type { SelectContext } from './select/contract.js';
import { findMethod } from './select/registry.js';
import { resolveOptions } from './select/resolve-options.js';
import { refuseStored, trainingFor } from './select/training-for.js';
import { chooseSplit } from './split/choose-split.js';
import type {
  AnyMatrix,
  Dataset,
  EpochReport,
  Matrix,
  Scaling,
  ScalingMethod,
  Split,
  StrengthSnapshot,
  TrainingSet,
} from './types.js';

export interface SelectionRequest {
  /** In memory or, for methods that take it so, stored outside. */
  readonly dataset: Dataset<AnyMatrix>;
  readonly k: number;
  readonly method?: string;
  readonly seed?: number;
  readonly methodOptions?: Readonly<Record<string, unknown>>;
  readonly scaling?: ScalingMethod;
  /** Which rows the scaling is fitted on: training rows, or all as the paper did. */
  readonly scaleOn?: 'train' | 'all';
  /** Share of the rows kept apart to measure accuracy; 0 selects from all rows and measures nothing. */
  readonly testFraction?: number;
  /** Train and test rows, in place of a random split. */
  readonly split?: Split;
  readonly evaluation?: Partial<EvaluationPlan>;
}

export const selectionDefaults = {
  method: 'neurofs',
  seed: 0,
  methodOptions: {},
  scaling: 'minmax',
  scaleOn: 'train',
  testFraction: 0.2,
} as const;

export interface SelectionContext extends Pick<SelectContext, 'signal' | 'onProgress' | 'stopwatch'> {
  readonly engine: Engine;
  readonly onEpoch?: (report: EpochReport) => void;
  /** Called with the name of each stage as it starts. */
  readonly onStage?: (stage: SelectionStage) => void;
  /** Called with parts of the result as they are found, so that a run that is stopped need not lose them. */
  readonly onFound?: (found: Partial<SelectionResult>) => void;
  /** Milliseconds from any fixed point, for the timings. */
  readonly now?: () => number;
}

export type SelectionStage = 'select' | 'evaluate';

export interface SelectionResult {
  readonly method: string;
  readonly k: number;
  readonly seed: number;
  /** Every option of the method, the scaling, and the share of test rows where the split was drawn. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The K selected features, best first. */
  readonly features: readonly RankedFeature[];
  /** All features, best first. */
  readonly ranking: readonly RankedFeature[];
  /** Matrix columns of the selected features, ascending. */
  readonly columns: Int32Array;
  readonly history: readonly EpochHistory[];
  readonly snapshots: readonly StrengthSnapshot[];
  readonly split: Split;
  readonly accuracies: readonly AccuracyRow[];
  /** Seconds of each stage. */
  readonly timings: Readonly<Record<string, number>>;
  readonly warnings: readonly string[];
}

export type EpochHistory = Pick<EpochReport, 'epoch' | 'loss' | 'activeCount' | 'removedCount' | 'wokenCount'>;

export async function selectFeatures(request: SelectionRequest, context: SelectionContext): Promise<SelectionResult> {
  const { method: name, seed, methodOptions, scaling: scalingMethod, scaleOn, testFraction } = withDefaults(request);
  const method = findMethod(name);
  const resolved = resolveOptions(method, methodOptions);
  checkK(request.k, selectableCount(request.dataset));
  const random = createRandom(seed);
  const now = context.now ?? (() => 0);

  refuseStored(method, request.dataset.matrix);
  const split = request.split ?? chooseSplit(request.dataset, testFraction, random.fork('split'));
  const { dataset, scaling, training } = prepareRows(request.dataset, split, scalingMethod, scaleOn);

  const options = method.settle?.(resolved, training.matrix) ?? resolved;
  context.onStage?.('select');
  const started = now();
  const recorder = createRecorder(Number((options as { epochs?: number }).epochs ?? 0));
  const parameters = {
    ...options,
    scaling: scalingMethod,
    scaleOn,
    ...(request.split === undefined && { testFraction }),
  };
  context.onFound?.({ parameters, split, history: recorder.history, snapshots: recorder.snapshots });
  const scores = await method.select(trainingFor(method, training), request.k, options, {
    ...context,
    random: random.fork('select'),
    onEpoch: (report) => {
      recorder.record(report);
      context.onEpoch?.(report);
    },
  });
  const selected = now();

  const { ranked, columnsOf } = rankFeatures(dataset, scores);
  const columns = columnsOf(request.k);
  const features = ranked.slice(0, request.k);
  context.onFound?.({ features, ranking: ranked, columns });
  context.onStage?.('evaluate');
  const measured = await measureFeatureSets(
    { dataset, split, scaling, selected: columns, k: request.k, seed },
    request.evaluation ?? {},
    context,
  );

  return {
    method: name,
    k: request.k,
    seed,
    parameters,
    features,
    ranking: ranked,
    columns,
    history: recorder.history,
    snapshots: recorder.snapshots,
    split,
    accuracies: measured.rows,
    timings: { select: (selected - started) / 1000, evaluate: (now() - selected) / 1000 },
    warnings: [
      ...(dataset.notes ?? []),
      ...leftOutWarnings(dataset),
      ...scalingWarnings(scaling.isCentred, scaleOn),
      ...measured.warnings,
    ],
  };
}

export interface PreparedRows<M extends AnyMatrix = Matrix> {
  readonly split: Split;
  /** With its missing cells filled. */
  readonly dataset: Dataset<M>;
  readonly scaling: Scaling;
  /** All that a method may see. */
  readonly training: TrainingSet<M>;
}

/** Fills missing cells and fits the scaling from training rows, and takes those rows apart for the method. */
export function prepareRows(
  given: Dataset,
  split: Split,
  scalingMethod: ScalingMethod,
  scaleOn: 'train' | 'all',
): PreparedRows;
export function prepareRows(
  given: Dataset<AnyMatrix>,
  split: Split,
  scalingMethod: ScalingMethod,
  scaleOn: 'train' | 'all',
): PreparedRows<AnyMatrix>;
export function prepareRows(
  given: Dataset<AnyMatrix>,
  split: Split,
  scalingMethod: ScalingMethod,
  scaleOn: 'train' | 'all',
): PreparedRows<AnyMatrix> {
  const dataset = fillMissing(given, split.train);
  const scaling = fitScaling(dataset.matrix, scaleOn === 'all' ? allRows(dataset.matrix) : split.train, scalingMethod);
  const training: TrainingSet<AnyMatrix> = {
    matrix: split.test.length === 0 ? dataset.matrix : takeRows(dataset.matrix, split.train),
    labels: split.test.length === 0 ? dataset.labels : split.train.map((row) => dataset.labels[row]),
    classCount: dataset.classNames.length,
    scaling,
  };
  return { split, dataset, scaling, training };
}

function withDefaults(request: SelectionRequest) {
  const given = Object.entries(request).filter(([, value]) => value !== undefined);
  return { ...selectionDefaults, ...(Object.fromEntries(given) as SelectionRequest) };
}

export function checkK(k: number, most: number): void {
  if (!Number.isSafeInteger(k) || k < 1) {
    throw new UserError('usage', `k must be a whole number of at least 1. Got ${k} instead`);
  }
  if (k > most) throw new UserError('usage', `k must be at most the number of features, ${most}. Got ${k} instead`);
}

/** Columns that were not used without the user having asked for it. */
function leftOutWarnings({ columns = [] }: Pick<Dataset, 'columns'>): string[] {
  const leftOut = columns.filter(({ use, note }) => use === 'left out' && note !== undefined);
  if (leftOut.length === 0) return [];
  const named = leftOut.slice(0, 5).map(({ name, note }) => `"${name}" (${note})`);
  const more = leftOut.length > named.length ? ` and ${leftOut.length - named.length} more` : '';
  return [`Left out: ${named.join(', ')}${more}; use --keep to select from them too.`];
}

export function scalingWarnings(isCentred: boolean | undefined, scaleOn: 'train' | 'all'): string[] {
  const warnings: string[] = [];
  if (isCentred === false) warnings.push('The data is sparse and stays so: it was scaled without being centred.');
  if (scaleOn === 'all') warnings.push('The scaling was fitted on test rows too, as the paper did.');
  return warnings;
}

/** Keeps every epoch's figures, and the strengths of a few epochs for the heat-maps. */
function createRecorder(epochCount: number) {
  const history: EpochHistory[] = [];
  const snapshots: StrengthSnapshot[] = [];
  const kept = new Set([0, 0.01, 0.1, 0.25, 0.45, 0.65, 1].map((share) => Math.ceil(share * epochCount)));
  return {
    history,
    snapshots,
    record({ strengths, epoch, loss, activeCount, removedCount, wokenCount }: EpochReport): void {
      history.push({ epoch, loss, activeCount, removedCount, wokenCount });
      if (kept.has(epoch)) snapshots.push({ epoch, strengths: strengths.slice() });
    },
  };
}
