/**
 * Is the selection any good? What a judge makes of the selected features, beside all features and beside as many drawn
 * at random.
 *
 * On large data a sample of the rows is enough for this look, and the rows of the result say how many were used; the
 * full evaluation is a command of its own.
 */

import type { Engine } from '../compute/engine.js';
import { UserError } from '../errors.js';
import { createRandom, type Random, shuffle } from '../maths/random.js';
import { takeTargetRows } from '../target/take-target-rows.js';
import type { AnyMatrix, Dataset, Redundant, Scaling, Split } from '../types.js';
import type { FeatureChoice } from './choose-features.js';
import type { JudgeContext } from './contract.js';
import { detailOf, type JudgedDetail } from './detail.js';
import { drawnRows, type EvaluationRequest, judgeFeatures } from './evaluate.js';
import type { Difference } from './measures/difference.js';
import { type MeasuredValue, measurePredictions } from './measures/measure-predictions.js';
import { pairedGain } from './measures/paired-gain.js';
import { decidingMeasure, findMeasure } from './measures/registry.js';
import type { Predictions } from './predictions.js';
import type { JudgeChoice } from './registry.js';
import type { JudgeOptions } from './run-judge.js';
import { sampleTrainRows } from './sample-train-rows.js';

export interface EvaluationPlan {
  /** Names, or judges of your own; the usual one of the kind of target where it is absent. None measures nothing. */
  readonly judges?: readonly JudgeChoice[] | undefined;
  /** The measure that decides; the usual one of the target where it is absent. */
  readonly measure?: string | undefined;
  readonly mostTrainRows: number;
  readonly mostTestRows: number;
  /** How many random sets of features are drawn. */
  readonly randomSets: number;
  readonly options: JudgeOptions;
}

export const evaluationDefaults: EvaluationPlan = {
  mostTrainRows: 5000,
  mostTestRows: 5000,
  randomSets: 5,
  options: {},
};

/** What a judge makes of one set of features. */
export interface MeasuredSet {
  readonly judge: string;
  readonly features: 'selected' | 'all' | 'random';
  readonly featureCount: number;
  /** On the test rows; for random sets the mean over the sets. */
  readonly measures: readonly MeasuredValue[];
  readonly trainRowCount: number;
  readonly testRowCount: number;
  /** By how much the selected features are better than these, on the same test rows, by the measure that decides. */
  readonly gain?: Difference;
  /** What the test rows are beside what was said of them; kept of the selected features. */
  readonly detail?: JudgedDetail;
}

export interface MeasuredSets {
  readonly rows: readonly MeasuredSet[];
  /** Why something could not be measured. */
  readonly warnings: readonly string[];
}

interface Measured {
  readonly dataset: Dataset<AnyMatrix>;
  readonly split: Split;
  readonly scaling: Scaling;
  readonly redundant: Redundant;
  /** Matrix columns of the selected features. */
  readonly selected: Int32Array;
  /** How many features, or groups of columns, were selected. */
  readonly k: number;
  readonly seed: number;
}

interface Context {
  readonly engine: Engine;
  readonly signal?: AbortSignal;
}

export async function measureFeatureSets(
  measured: Measured,
  given: Partial<EvaluationPlan>,
  { engine, signal }: Context,
): Promise<MeasuredSets> {
  const plan = { ...evaluationDefaults, ...given };
  const { dataset, scaling, redundant, selected, k } = measured;
  if (measured.split.test.length === 0 || plan.judges?.length === 0) return { rows: [], warnings: [] };
  const random = createRandom(measured.seed).fork('evaluate');
  const split = sampleRows(measured.split, dataset, plan, random);
  const sets: readonly [MeasuredSet['features'], FeatureChoice, number][] = [
    ['selected', selected, 1],
    ['all', 'all', 1],
    ['random', { random: k }, plan.randomSets],
  ];
  const deciding = findMeasure(decidingMeasure(dataset.target, plan.measure).measure);
  const truth = takeTargetRows(dataset.target, split.test);
  const rows: MeasuredSet[] = [];
  const warnings: string[] = [];
  let own: ReadonlyMap<string, Predictions> = new Map();
  for (const [name, features, draws] of sets) {
    const { judges, options } = plan;
    const request = { dataset, split, scaling, redundant, features, judges, options };
    try {
      if (name === 'all') refuseLarge(dataset.matrix, split);
      const context = { engine, signal, random: random.fork(name) };
      const drawn = await measureDraws(name, request, draws, context);
      if (name === 'selected') own = new Map(drawn.map(({ set, predictions }) => [set.judge, predictions[0]]));
      for (const { set, predictions } of drawn) {
        const beside = name === 'selected' ? undefined : own.get(set.judge);
        const paired = { ...drawnRows(request, context), random: context.random.fork('paired') };
        const gain = beside && (await pairedGain(deciding, truth, beside, predictions, paired));
        rows.push({ ...set, ...(gain && { gain }) });
      }
    } catch (error) {
      // A set that cannot be judged must not cost the user the selection.
      if (!(error instanceof UserError && error.code === 'data')) throw error;
      warnings.push(`How good ${name} features are was not measured: ${error.message}.`);
    }
  }
  return { rows, warnings };
}

/** Bytes that all features of the rows may take in doubles, where the data is on disk. */
const mostStoredBytes = 2 ** 26;

function refuseLarge(matrix: AnyMatrix, { train, test }: Split): void {
  const rowCount = train.length + test.length;
  const bytes = rowCount * matrix.columnCount * 8;
  if (matrix.kind !== 'stored' || bytes <= mostStoredBytes) return;
  const megabytes = (count: number) => `${Math.round(count / 1e6).toLocaleString('en')} MB`;
  throw new UserError(
    'data',
    `${rowCount.toLocaleString('en')} rows of ${matrix.columnCount.toLocaleString('en')} features would take ` +
      `${megabytes(bytes)}, and only ${megabytes(mostStoredBytes)} are set aside for this when the data is kept on disk; ` +
      'the selection is not affected, and memory enough for all of the data gives this figure too',
  );
}

interface DrawnSet {
  readonly set: MeasuredSet;
  /** Of every draw. */
  readonly predictions: readonly Predictions[];
}

/** A row for every judge: the mean over so many draws of the features. */
async function measureDraws(
  name: MeasuredSet['features'],
  request: EvaluationRequest,
  draws: number,
  context: JudgeContext,
): Promise<DrawnSet[]> {
  const { dataset, split } = request;
  const predictions = new Map<string, Predictions[]>();
  let featureCount = 0;
  for (let draw = 0; draw < draws; draw++) {
    const random = context.random.fork(`draw ${draw}`);
    for (const judged of await judgeFeatures(request, { ...context, random })) {
      predictions.set(judged.judge, [...(predictions.get(judged.judge) ?? []), judged.predictions]);
      featureCount = judged.features.length;
    }
  }
  const truth = takeTargetRows(dataset.target, split.test);
  const rows: DrawnSet[] = [];
  for (const [judge, drawn] of predictions) {
    const measures = await measurePredictions(truth, drawn, drawnRows(request, context));
    const counts = { trainRowCount: split.train.length, testRowCount: split.test.length };
    const detail = name === 'selected' && { detail: detailOf(truth, drawn[0]) };
    rows.push({ set: { judge, features: name, featureCount, measures, ...counts, ...detail }, predictions: drawn });
  }
  return rows;
}

/** At most so many rows of each side, drawn at random but with at least one training row of every class. */
export function sampleRows(split: Split, dataset: Dataset<AnyMatrix>, plan: EvaluationPlan, random: Random): Split {
  const test = shuffle(split.test.slice(), random).slice(0, plan.mostTestRows).sort();
  return { train: sampleTrainRows(split.train, dataset, plan.mostTrainRows, random), test };
}
