/**
 * What every judge is: a model that has nothing to do with how features were chosen, fitted to the training rows of those
 * features alone and asked about the test rows.
 *
 * A judge of your own is a `Judge`: it is given plain matrices. The built-in ones that run in kernels are `PointJudge`s,
 * which work where the rows are. Both are found in one registry and keep one contract (`checkJudge`).
 */
import type { Engine } from '../compute/engine.js';
import type { Random } from '../maths/random.js';
import type { OptionSpecs } from '../select/contract.js';
import type { Target, TargetKind } from '../types.js';
import type { Points } from './points.js';
import type { Predictions } from './predictions.js';

/** Rows of the chosen features, scaled: `values[row * featureCount + feature]`. */
export interface JudgedRows {
  readonly rowCount: number;
  readonly featureCount: number;
  readonly values: Float64Array;
}

/** What a judge may see to be fitted: training rows alone. */
export interface JudgeTraining<T extends Target = Target> {
  readonly rows: JudgedRows;
  readonly target: T;
  /** How much every row counts; all alike where it is absent. */
  readonly weights?: Float64Array | undefined;
}

export interface FittedJudge {
  predict(rows: JudgedRows): Predictions | Promise<Predictions>;
}

/** What a judge is given besides the data and its options. */
export interface JudgeContext {
  readonly engine: Engine;
  /** Used by judges that draw at random. */
  readonly random: Random;
  readonly signal?: AbortSignal | undefined;
  /** Share of the work done, 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

interface JudgeDescription<Options extends object> {
  readonly name: string;
  /** As tables call it; the name where it is absent. */
  readonly title?: string;
  /** One line for `--help` and the docs. */
  readonly summary: string;
  /** The kinds of target it can be fitted to. */
  readonly targets: readonly TargetKind[];
  /** Describes every option: its default, what it means, and the values it takes. */
  readonly options: OptionSpecs<Options>;
  /** True where nothing but the distances of rows decides, whatever is added to all of them. */
  readonly seesDistancesAlone?: boolean;
  /** True where it takes weights of rows. One that does not is refused where rows have weights. */
  readonly takesWeights?: boolean;
}

export interface Judge<Options extends object = object, T extends Target = Target> extends JudgeDescription<Options> {
  /** Fits it to the training rows. Never writes to its inputs. */
  fit(training: JudgeTraining<T>, options: Options, context: JudgeContext): FittedJudge | Promise<FittedJudge>;
}

/** Training rows with their target, and the rows to tell it of, in kernel memory. */
export interface JudgedPoints<T extends Target = Target> {
  readonly train: Points;
  readonly target: T;
  readonly weights?: Float64Array | undefined;
  readonly test: Points;
}

export interface PointJudge<Options extends object = object> extends JudgeDescription<Options> {
  judgePoints(input: JudgedPoints, options: Options, context: JudgeContext): Promise<Predictions>;
}
