/**
 * Which of the methods that another stands for is taken: with few rows the one whose features an SVM does best with in
 * folds of the training rows, otherwise the first.
 *
 *   four folds, every method in each; those more than 5 points behind the best are dropped, but for the first
 *   four other folds, those that are left, unless the first leaves no room for a lead
 *   the best on the mean of all its folds, if it is more than a point ahead of the first
 *
 * A network is trained for 0.3 of its epochs: in folds it then does as well as in all of them. How the rule was found and
 * what it gains is in docs/quality.md. Test rows have no part in it. Who changes an option of the first wants the first.
 */
import type { TriedMethods } from './choose/tried-methods.js';
import { datasetRows, withoutLoneClasses } from './dataset-rows.js';
import { measureOnce } from './evaluate/measure-once.js';
import { decidingMeasure, findMeasure } from './evaluate/measures/registry.js';
import { defaultJudges, findJudge } from './evaluate/registry.js';
import { createRandom } from './maths/random.js';
import { prepareInTurns } from './prepare/prepare-rows.js';
import { selectableCount } from './rank/rank-features.js';
import { type RunContext, runSelection, type SelectionCall } from './run-selection.js';
import { type AnyMethod, findMethod } from './select/registry.js';
import { resolveOptions } from './select/resolve-options.js';
import { cutFolds } from './split/cut-folds.js';
import { describeClasses } from './target/class-target.js';
import type { AnyMatrix, ClassTarget, Dataset, PreparedRows } from './types.js';

export interface TakenMethod {
  readonly method: AnyMethod;
  readonly options: Readonly<Record<string, unknown>>;
  readonly tried?: TriedMethods;
}

export interface TrialContext extends RunContext {
  /** Called before the first fold, where there are any. */
  readonly onTrial?: () => void;
}

/** From here on the network is ahead or level, and a trial would take minutes. */
export const fewRows = 400;
/** Cells of the training rows up to which a trial is a matter of a minute or two at most. */
const mostCells = 2_000_000;
/** With fewer rows the folds would tell nothing. */
const leastRows = 20;
/** Recursive elimination trains a machine for every pair of classes: with more of them it takes longer than all others together. */
const mostClasses: Readonly<Record<string, number>> = { rfe: 12 };
const dealCount = 2;
const foldCount = 4;
/** Share of its epochs that a network is trained for. */
const epochShare = 0.3;
/** Behind the best by more than this after the first deal, a method is dropped. */
const furthest = 0.05;
/** Another method must be ahead of the first by more than this. */
const lead = 0.01;

/** The method itself, unless it stands for others. `isTried` false takes the first of them without a trial. */
export async function takeMethod(
  prepared: PreparedRows<AnyMatrix>,
  { method, options, k, seed }: SelectionCall,
  { onEpoch: _, onTrial, onProgress, ...context }: TrialContext,
  isTried = true,
): Promise<TakenMethod> {
  if (method.standsFor === undefined) return { method, options };
  const [first, ...others] = method.standsFor.map((name) => findMethod(name));
  const dataset = isTried && isUsual(first, options, prepared) ? foldable(prepared, k) : undefined;
  if (dataset === undefined) return { method: first, options };
  const { classNames } = dataset.target;
  const rivals = others.filter(({ name }) => classNames.length <= (mostClasses[name] ?? classNames.length));
  onTrial?.();

  const judge = findJudge(defaultJudges.classes);
  const measure = findMeasure(decidingMeasure(dataset.target).measure);
  const preparation = { scaling: prepared.scaling.method, scaleOn: 'train' } as const;
  const trials: Trial[] = [
    { method: first, options: lighter(options), values: [] },
    ...rivals.map((each) => ({ method: each, options: resolveOptions(each) as TakenMethod['options'], values: [] })),
  ];
  let left: readonly Trial[] = trials;
  for (let deal = 0; deal < dealCount && left.length > 1; deal++) {
    for (const [fold, split] of cutFolds(dataset, foldCount, seed + deal).entries()) {
      const rows = await prepareInTurns(dataset, split, preparation, context.signal);
      for (const [place, trial] of left.entries()) {
        const { columnsOf, most = k } = await runSelection(rows, { ...trial, k, seed }, context);
        const random = createRandom(seed).fork(`try ${deal} ${fold}`);
        const request = { ...rows, features: columnsOf(most), judge, measure };
        trial.values.push(await measureOnce(request, { engine: context.engine, random, signal: context.signal }));
        onProgress?.((deal + (fold + (place + 1) / left.length) / foldCount) / dealCount);
      }
    }
    const best = Math.max(...left.map(meanOf));
    left = left.filter((trial) => trial === trials[0] || meanOf(trial) >= best - furthest);
    if (meanOf(trials[0]) >= 1 - lead) break;
  }
  const standing = (trial: Trial): number => meanOf(trial) + (trial === trials[0] ? lead : 0);
  const taken = left.reduce((best, trial) => (standing(trial) > standing(best) ? trial : best));
  return {
    method: taken.method,
    options: taken === trials[0] ? options : taken.options,
    tried: {
      judge: judge.name,
      measure: measure.name,
      rowCount: dataset.matrix.rowCount,
      k,
      methods: trials.map((trial) => ({ method: trial.method.name, mean: meanOf(trial), folds: trial.values.length })),
      taken: taken.method.name,
    },
  };
}

interface Trial extends Omit<TakenMethod, 'tried'> {
  /** Of the measure, one a fold. */
  readonly values: number[];
}

function meanOf({ values }: Trial): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The training rows as a dataset of their own, where methods can be tried on folds of them. */
function foldable(
  { dataset, split, kept }: PreparedRows<AnyMatrix>,
  k: number,
): Dataset<AnyMatrix, ClassTarget> | undefined {
  const { matrix, target, weights, balanceClasses, groupOfRow } = dataset;
  const rowCount = split.train.length;
  const isSmall = rowCount >= leastRows && rowCount < fewRows && rowCount * kept.length <= mostCells;
  if (!isSmall || k >= selectableCount(dataset)) return undefined;
  if (matrix.kind === 'stored' || target.kind !== 'classes' || weights || balanceClasses || groupOfRow)
    return undefined;
  const rows = withoutLoneClasses(datasetRows(dataset, split.train)) as Dataset<AnyMatrix, ClassTarget>;
  return describeClasses(rows.target).classCounts.every((count) => count > 1) ? rows : undefined;
}

/** Whether all options are as they are where none is given. */
function isUsual(first: AnyMethod, options: TakenMethod['options'], { training }: PreparedRows<AnyMatrix>): boolean {
  const settle = (given: unknown) => JSON.stringify(first.settle?.(given, training.matrix) ?? given);
  return settle(options) === settle(resolveOptions(first));
}

/** The options with fewer epochs, where a method has any. */
function lighter(options: TakenMethod['options']): TakenMethod['options'] {
  const { epochs } = options;
  return typeof epochs === 'number' ? { ...options, epochs: Math.ceil(epochShare * epochs) } : options;
}
