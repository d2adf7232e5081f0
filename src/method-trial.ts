/**
 * A trial: one method in one fold of the training rows, and the number that an SVM comes to with the features it selects:
 * the mean over half of them, all and twice as many, because a few rows more or less that one size gets right say little.
 *
 * Trials and their setting are plain values, so that they can be sent to a thread, and no trial needs another: wherever
 * and in whatever order they run, each gives the same number.
 */
import { measureOnce } from './evaluate/measure-once.js';
import { findMeasure } from './evaluate/measures/registry.js';
import { findJudge } from './evaluate/registry.js';
import { createRandom } from './maths/random.js';
import { type Preparation, prepareInTurns } from './prepare/prepare-rows.js';
import { type RunContext, runSelection } from './run-selection.js';
import { findMethod } from './select/registry.js';
import { cutFolds } from './split/cut-folds.js';
import { foldCount } from './trial-rounds.js';
import type { ClassTarget, Dataset, Matrix, PreparedRows } from './types.js';

/** What all trials share among which one method is taken. */
export interface TrialSetting {
  /** The training rows. Folds fill their own missing cells. */
  readonly dataset: Pick<Dataset<Matrix, ClassTarget>, 'matrix' | 'target' | 'targetName' | TrialFeatures>;
  readonly preparation: Preparation;
  /** How many features every method selects, and with how many of its first ones it is judged. */
  readonly k: number;
  readonly sizes: readonly number[];
  readonly seed: number;
  /** By their names. */
  readonly judge: string;
  readonly measure: string;
}

type TrialFeatures = 'featureNames' | 'groups' | 'missing';

export interface Trial {
  /** Each deal cuts the rows into other folds. */
  readonly deal: number;
  readonly fold: number;
  /** The name of one that is built in, and all its options. */
  readonly method: string;
  readonly options: Readonly<Record<string, unknown>>;
}

export type RunTrial = (trial: Trial) => Promise<number>;

/** Half of K, K and twice K, as far as there are features. */
export function trialSizes(k: number, featureCount: number): number[] {
  return [...new Set([Math.max(1, Math.round(k / 2)), k, Math.min(2 * k, featureCount)])];
}

/** The function that runs any trial of the setting. Rows of as many folds as `keptFolds` are kept for the trials that follow. */
export function createTrialRun(
  { dataset, preparation, k, sizes, seed, ...setting }: TrialSetting,
  { engine, signal }: Pick<RunContext, 'engine' | 'signal'>,
  keptFolds = 1,
): RunTrial {
  const judge = findJudge(setting.judge);
  const measure = findMeasure(setting.measure);
  const kept = new Map<string, PreparedRows>();
  const rowsOf = async ({ deal, fold }: Trial): Promise<PreparedRows> => {
    const place = `${deal} ${fold}`;
    const found = kept.get(place);
    if (found !== undefined) return found;
    // Those that were prepared first are needed no more.
    for (const old of kept.keys()) {
      if (kept.size < keptFolds) break;
      kept.delete(old);
    }
    const split = cutFolds(dataset, foldCount, seed + deal)[fold];
    const rows = await prepareInTurns(dataset, split, preparation, signal);
    kept.set(place, rows);
    return rows;
  };
  return async (trial) => {
    const rows = await rowsOf(trial);
    const method = findMethod(trial.method);
    const call = { method, options: trial.options, k, seed };
    const { columnsOf, most = Infinity } = await runSelection(rows, call, { engine, ...(signal && { signal }) });
    let sum = 0;
    for (const size of sizes) {
      const random = createRandom(seed).fork(`try ${trial.deal} ${trial.fold}`);
      const features = columnsOf(Math.min(size, most));
      sum += await measureOnce({ ...rows, features, judge, measure }, { engine, random, signal });
    }
    return sum / sizes.length;
  };
}

/**
 * How long a trial takes beside others, roughly: on five sets of 73 to 200 rows and 325 to 10,000 features the methods kept
 * to these shares within a factor of two. Who runs several at once begins with the longest; progress is told by it.
 */
export function trialCost({ method }: Pick<Trial, 'method'>): number {
  return costs[method] ?? 1;
}

const costs: Readonly<Record<string, number>> = { neurofs: 10, rfe: 5, 'extra-trees': 3, 'l1-logistic': 2 };
