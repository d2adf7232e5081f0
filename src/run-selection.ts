/**
 * One selection from prepared rows: the only place that calls `method.select`. The library, every command, every job and
 * the page come through here, so the same data, method, options, K and seed give the same features everywhere.
 */

import type { Rules } from './choose/constraints.js';
import { UserError } from './errors.js';
import { createRandom } from './maths/random.js';
import { type FeatureRanking, rankFeatures, scoresOfAll, selectableCount, withFirst } from './rank/rank-features.js';
import { chooseByRules } from './run-constraints.js';
import type { SelectContext } from './select/contract.js';
import { type AnyMethod, isBuiltIn } from './select/registry.js';
import { scoresProblem } from './select/scores-problem.js';
import { trainingFor } from './select/training-for.js';
import type { AnyMatrix, EpochReport, NeuronConnections, PreparedRows, Scores, Target, TrainingSet } from './types.js';

export interface SelectionCall {
  readonly method: AnyMethod;
  /** Every option of the method, as `resolveOptions` gives them. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly k: number;
  readonly seed: number;
  /** What the choice from the ranking keeps to. */
  readonly rules?: Rules | undefined;
}

export interface RunContext extends Omit<SelectContext, 'random'> {
  /** Milliseconds from any fixed point, for the seconds it took. */
  readonly now?: (() => number) | undefined;
}

export interface Selection extends FeatureRanking {
  /** Of every feature of the dataset, redundant ones too. */
  readonly scores: Scores;
  /** The options with numbers where `auto` left the choice to the shape of the data. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly seconds: number;
  /** Most kernel memory in use at once. */
  readonly peakBytes: number;
  /** How many features the method found or the rules leave, where that is fewer than K. */
  readonly most?: number;
}

export async function runSelection(
  prepared: PreparedRows<AnyMatrix>,
  { method, options: given, k, seed, rules }: SelectionCall,
  { now = () => 0, onEpoch, ...context }: RunContext,
): Promise<Selection> {
  checkK(k, selectableCount(prepared.dataset));
  const { memory } = context.engine;
  const mark = memory.mark();
  memory.resetPeak();
  const started = now();
  const { options, ...scored } = await callMethod(
    { method, options: given },
    prepared.training,
    featuresFor(k, prepared),
    {
      ...context,
      random: createRandom(seed).fork('select'),
      ...(onEpoch && { onEpoch: reportByColumn(prepared, onEpoch) }),
    },
  );
  const seconds = (now() - started) / 1000;
  const scores = scoresOfAll(prepared, scored);
  const peakBytes = memory.peakBytes - mark;
  const found = { scores, options, seconds, peakBytes };
  const ranking = rankFeatures(prepared, scores);
  const most = (count: number) => count < k && { most: count };
  const foundCount = Math.min(k, scored.foundCount ?? k);
  if (rules === undefined) return { ...ranking, ...found, ...most(foundCount) };
  const chosen = await chooseByRules(prepared, ranking.ranked, foundCount, rules, { seed, signal: context.signal });
  const { ranked, columnsOf } = withFirst(prepared.dataset, ranking.ranked, chosen);
  const order = prepared.dataset.groups ? scores.ranking : Int32Array.from(ranked, ({ index }) => index);
  return { ranked, columnsOf, ...found, scores: { ...scores, ranking: order }, ...most(chosen.length) };
}

/** The method's scores of these rows, and its options with numbers in place of `auto`. */
export async function callMethod(
  { method, options: given }: Pick<SelectionCall, 'method' | 'options'>,
  rows: TrainingSet<AnyMatrix, Target>,
  k: number,
  context: SelectContext,
): Promise<Scores & Pick<Selection, 'options'>> {
  const training = trainingFor(method, rows);
  const options = (method.settle?.(given, training.matrix) ?? given) as Readonly<Record<string, unknown>>;
  const found = await method.select(training, k, options, context);
  checkScores(method, found, training.matrix.columnCount);
  return { ...found, options };
}

/** The built-in methods are tested; that of a user may not be. */
function checkScores({ name }: AnyMethod, found: Scores, count: number): void {
  const problem = isBuiltIn(name) ? undefined : scoresProblem(found, count);
  if (problem === undefined) return;
  throw new UserError('usage', `the method "${name}" gave no ranking: ${problem}`, {
    advice: ['let checkMethod find out what else it does not keep'],
  });
}

export function checkK(k: number, most: number): void {
  const subject = { option: 'k' };
  if (!Number.isSafeInteger(k) || k < 1) {
    throw new UserError('usage', `must be a whole number of at least 1. Got ${k} instead`, { subject });
  }
  if (k > most)
    throw new UserError('usage', `must be at most the number of features, ${most}. Got ${k} instead`, { subject });
}

/**
 * How many features the method is to find for K columns of the file: where columns became several features, as many as
 * the K largest have together, since fewer columns cannot hold them.
 */
function featuresFor(k: number, { kept, training: { groups } }: PreparedRows<AnyMatrix>): number {
  if (groups === undefined) return Math.min(k, kept.length);
  const sizes = new Map<number, number>();
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const largest = [...sizes.values()].sort((a, b) => b - a).slice(0, k);
  return largest.reduce((sum, size) => sum + size, 0);
}

/** A method numbers the features it was given; callbacks know those of the dataset. */
function reportByColumn(
  { kept, dataset }: PreparedRows<AnyMatrix>,
  onEpoch: (report: EpochReport) => void,
): (report: EpochReport) => void {
  const columnCount = dataset.matrix.columnCount;
  if (kept.length === columnCount) return onEpoch;
  const strengths = new Float32Array(columnCount);
  const placeOf = new Map(Array.from(kept, (column, place) => [column, place]));
  return ({ activeFeatures, connectionsOf, ...report }) => {
    kept.forEach((column, place) => {
      strengths[column] = report.strengths[place];
    });
    onEpoch({
      ...report,
      strengths,
      ...(activeFeatures && { activeFeatures: activeFeatures.map((place) => kept[place]) }),
      ...(connectionsOf && {
        connectionsOf: (column: number): NeuronConnections => {
          const place = placeOf.get(column);
          if (place !== undefined) return connectionsOf(place);
          const { hiddenCount } = connectionsOf(0);
          return { hidden: new Int32Array(0), weights: new Float32Array(0), hiddenCount };
        },
      }),
    });
  };
}
