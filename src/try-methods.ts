/**
 * Which of the methods that another stands for is taken: with few rows the one whose features an SVM does best with in
 * folds of the training rows, otherwise the first.
 *
 *   two of four folds, every method in each
 *   the other two, the methods that are left
 *   four other folds, those that are left then
 *   the best on the mean of all its folds, if it is more than two points ahead of the first
 *
 * What is behind is dropped after each (trial-rounds.ts).
 *
 * A network is trained for 0.3 of its epochs: in folds it then does as well as in all of them. How the rule was found and
 * what it gains is in docs/quality.md. Test rows have no part in it. Who changes an option of the first wants the first.
 */
import type { TriedMethod, TriedMethods } from './choose/tried-methods.js';
import { datasetRows, withoutLoneClasses } from './dataset-rows.js';
import { decidingMeasure } from './evaluate/measures/registry.js';
import { defaultJudges } from './evaluate/registry.js';
import { type Trial, type TrialSetting, trialCost, trialSizes } from './method-trial.js';
import { selectableCount } from './rank/rank-features.js';
import type { RunContext, SelectionCall } from './run-selection.js';
import { type StartTrials, trialsInTurn } from './run-trials.js';
import { type AnyMethod, findMethod } from './select/registry.js';
import { resolveOptions } from './select/resolve-options.js';
import { describeClasses } from './target/class-target.js';
import { leftAfter, rounds, takenOf } from './trial-rounds.js';
import type { AnyMatrix, ClassTarget, Dataset, Matrix, PreparedRows } from './types.js';

export interface TakenMethod {
  readonly method: AnyMethod;
  readonly options: Readonly<Record<string, unknown>>;
  readonly tried?: TriedMethods;
}

export interface TrialContext extends Pick<RunContext, 'engine' | 'signal' | 'onProgress'> {
  /** Called before the first fold, where there are any. */
  readonly onTrial?: () => void;
  /** Runs the trials where there are threads for several at once; one after the other where it is absent. */
  readonly startTrials?: StartTrials | undefined;
}

/** From here on the network is ahead or level, and a trial would take minutes. */
export const fewRows = 400;
/** Cells of the training rows up to which a trial is a matter of a minute or two at most. */
const mostCells = 2_000_000;
/** With fewer rows the folds would tell nothing. */
const leastRows = 20;
/** Recursive elimination trains a machine for every pair of classes: with more of them it takes longer than all others together. */
const mostClasses: Readonly<Record<string, number>> = { rfe: 12 };
/** Share of its epochs that a network is trained for. */
const epochShare = 0.3;

/** The method itself, unless it stands for others. `isTried` false takes the first of them without a trial. */
export async function takeMethod(
  prepared: PreparedRows<AnyMatrix>,
  { method, options, k, seed }: SelectionCall,
  { onTrial, startTrials = trialsInTurn, ...context }: TrialContext,
  isTried = true,
): Promise<TakenMethod> {
  if (method.standsFor === undefined) return { method, options };
  const [first, ...others] = method.standsFor.map((name) => findMethod(name));
  const dataset = isTried && isUsual(first, options, prepared) ? foldable(prepared, k) : undefined;
  if (dataset === undefined) return { method: first, options };
  const { classNames } = dataset.target;
  const rivals = others.filter(({ name }) => classNames.length <= (mostClasses[name] ?? classNames.length));
  onTrial?.();

  const setting: TrialSetting = {
    dataset,
    preparation: { scaling: prepared.scaling.method, scaleOn: 'train' },
    k,
    sizes: trialSizes(k, selectableCount(prepared.dataset)),
    seed,
    judge: defaultJudges.classes,
    measure: decidingMeasure(dataset.target).measure,
  };
  const candidates: Candidate[] = [
    { method: first, options: lighter(options), values: [] },
    ...rivals.map((each) => ({ method: each, options: resolveOptions(each) as TakenMethod['options'], values: [] })),
  ];
  const taken = await takeBest(candidates, setting, startTrials, context);
  return {
    method: taken.method,
    options: taken === candidates[0] ? options : taken.options,
    tried: {
      judge: setting.judge,
      measure: setting.measure,
      rowCount: dataset.matrix.rowCount,
      k,
      sizes: setting.sizes,
      methods: candidates.map((each) => triedMethod(each, candidates[0])),
      taken: taken.method.name,
    },
  };
}

/** What a method came to, and the first in the same folds. */
function triedMethod(candidate: Candidate, first: Candidate): TriedMethod {
  const folds = candidate.values.length;
  return {
    method: candidate.method.name,
    mean: meanOf(candidate),
    folds,
    firstMean: meanOf({ values: first.values.slice(0, folds) }),
  };
}

interface Candidate extends Omit<TakenMethod, 'tried'> {
  /** Of the measure, one a fold. */
  readonly values: number[];
}

/** Tries the candidates, and leaves with each what it came to. */
async function takeBest(
  candidates: readonly Candidate[],
  setting: TrialSetting,
  startTrials: StartTrials,
  { onProgress, ...context }: Pick<TrialContext, 'engine' | 'signal' | 'onProgress'>,
): Promise<Candidate> {
  const runner = startTrials(setting, context);
  const costOf = (each: Candidate): number => trialCost({ method: each.method.name });
  let costBefore = 0;
  let foldsLeft = rounds.reduce((sum, { folds }) => sum + folds.length, 0);
  let left = candidates;
  try {
    for (const round of rounds) {
      if (left.length === 1) break;
      // As long as it would take if nobody were dropped from here on, so that progress never goes back.
      const whole = costBefore + foldsLeft * left.reduce((sum, each) => sum + costOf(each), 0);
      const begun = round.folds.flatMap((fold) =>
        left.map((candidate) => ({ candidate, trial: trialOf(candidate, round.deal, fold) })),
      );
      const trials = begun.map(({ trial }) => trial);
      const values = await runner.run(trials, (trial) => {
        costBefore += trialCost(trial);
        onProgress?.(costBefore / whole);
      });
      for (const [place, { candidate }] of begun.entries()) candidate.values.push(values[place]);
      foldsLeft -= round.folds.length;
      left = leftAfter(round, left, meanOf);
    }
  } finally {
    await runner.close();
  }
  return takenOf(left, meanOf);
}

function trialOf({ method, options }: Candidate, deal: number, fold: number): Trial {
  return { deal, fold, method: method.name, options };
}

function meanOf({ values }: Pick<Candidate, 'values'>): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The training rows as a dataset of their own, where methods can be tried on folds of them. */
function foldable({ dataset, split, kept }: PreparedRows<AnyMatrix>, k: number): TrialSetting['dataset'] | undefined {
  const { matrix, target, weights, balanceClasses, groupOfRow } = dataset;
  const rowCount = split.train.length;
  const isSmall = rowCount >= leastRows && rowCount < fewRows && rowCount * kept.length <= mostCells;
  if (!isSmall || k >= selectableCount(dataset)) return undefined;
  if (matrix.kind === 'stored' || target.kind !== 'classes' || weights || balanceClasses || groupOfRow)
    return undefined;
  const rows = withoutLoneClasses(datasetRows(dataset, split.train)) as Dataset<Matrix, ClassTarget>;
  if (describeClasses(rows.target).classCounts.some((count) => count < 2)) return undefined;
  const { featureNames, targetName, groups, missing } = rows;
  return {
    matrix: rows.matrix,
    target: rows.target,
    featureNames,
    targetName,
    ...(groups && { groups }),
    ...(missing && { missing }),
  };
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
