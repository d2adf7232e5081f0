/** What every selection method is: the one contract that `test/method-contract.test.ts` checks for all of them. */
import type { Engine } from '../compute/engine.js';
import type { Random } from '../maths/random.js';
import type { SparseLayer } from '../network/sparse/layer.js';
import type { Stopwatch } from '../network/stopwatch.js';
import type { AnyMatrix, ClassTarget, EpochReport, Matrix, Scores, Target, TrainingSet } from '../types.js';

/** What a method is given besides the data and its options. */
export interface SelectContext {
  readonly random: Random;
  /** The compute engine; a method without kernels ignores it. */
  readonly engine: Engine;
  readonly signal?: AbortSignal;
  /** Share of the work done, 0 to 1. */
  readonly onProgress?: (done: number) => void;
  /** Called by network methods after every epoch. */
  readonly onEpoch?: (report: EpochReport) => void;
  /** Called by sparse network methods after every epoch, with the connections as the epoch left them. */
  readonly onTopology?: (epoch: number, layers: readonly SparseLayer[]) => void;
  /** Draws the first connections of a sparse network; a part of `random`, as for its weights, where it is absent. */
  readonly connectionRandom?: Random;
  /** Called with the floating-point operations of a training, as the NeuroFS paper counts them, where only the run tells them. */
  readonly onFlops?: (flops: number) => void;
  /** Where network methods write down how long each stage takes. */
  readonly stopwatch?: Stopwatch;
}

/** The options of a method that has none. */
export type NoOptions = Record<string, never>;

/** What a method may take beyond rows in memory that count alike and have one target each. */
export type Capability =
  /** Several numbers a row, to be told at once. */
  | 'several'
  /** A matrix outside memory, which it reads row by row. */
  | 'stored'
  /** Rows that count differently: one of weight 2 counts as two equal rows. */
  | 'weights';

/**
 * `T` is the targets it takes, `C` what else. Both are types and fields at once: a method whose type does not name
 * weights cannot read any, and one that does must say so to those who choose a method for their data.
 */
export type SelectionMethod<
  Options extends object = object,
  T extends Target = ClassTarget,
  C extends Capability = never,
> = MethodCore<Options, MethodTraining<T, C>> & TakesTargets<T> & Takes<C>;

/** The rows that a method with these capabilities is given. */
export type MethodTraining<T extends Target = ClassTarget, C extends Capability = never> = Omit<
  TrainingSet<'stored' extends C ? AnyMatrix : Matrix, T>,
  'weights' extends C ? never : 'weights'
>;

/** A method that says nothing of targets takes classes. */
type TakesTargets<T extends Target> = [T] extends [ClassTarget]
  ? { readonly targets?: readonly 'classes'[] }
  : { readonly targets: readonly T['kind'][] };

/** `takesSeveral: true` where it can, and so on. */
export type Takes<C extends Capability> = { readonly [Each in C as `takes${Capitalize<Each>}`]: true } & {
  readonly [Each in Exclude<Capability, C> as `takes${Capitalize<Each>}`]?: false;
};

/** What all methods have, whatever they take. */
export interface MethodCore<Options extends object, Training> {
  readonly name: string;
  /** One line for `--help` and the docs. */
  readonly summary: string;
  /** When to take it, as the rest of "good for ...". */
  readonly goodFor?: string;
  /** Describes every option: its default, what it means, and the values it takes. */
  readonly options: OptionSpecs<Options>;
  /**
   * What another K changes: nothing, only how far a greedy order goes (its beginning stays the same), or everything,
   * which is what is assumed where nothing is said. It saves runs where several K are compared.
   */
  readonly kChanges?: 'nothing' | 'length' | 'everything';
  /** True where nothing is drawn at random, so that one seed tells all. */
  readonly isDeterministic?: boolean;
  /** True where a run takes many times as long as those of most methods: `neurofs compare` runs it only where it is named. */
  readonly isSlow?: boolean;
  /**
   * The methods it stands for, by name, where it is none of its own: with few rows the one that does best in folds of
   * them, otherwise the first, which has the same options.
   */
  readonly standsFor?: readonly string[];
  /** Puts numbers in place of what `auto` leaves to the shape of the training rows; settled options stay as they are. */
  settle?(options: Options, shape: Shape): Options;
  /** Scores every feature from training rows alone. Never writes to its inputs. */
  select(training: Training, k: number, options: Options, context: SelectContext): Promise<Scores>;
}

/** How many training rows there are, and how many columns they have. */
export type Shape = Pick<AnyMatrix, 'rowCount' | 'columnCount'>;

/** How one option is checked, shown and read from the command line. */
export type OptionSpec<Value = unknown> = {
  readonly default: Value;
  /** The value under `--preset paper`, where it is another one. */
  readonly paper?: Value;
  readonly help: string;
} & (
  | {
      readonly type: 'number';
      readonly min?: number;
      /** What the number must exceed. */
      readonly above?: number;
      readonly max?: number;
      readonly integer?: boolean;
      /** Whether 'auto' may stand for the number: the method then chooses it from the training rows. */
      readonly auto?: boolean;
      /** Other words that may stand for the number, such as 'sqrt' for the root of the number of features. */
      readonly words?: readonly string[];
    }
  | { readonly type: 'choice'; readonly choices: readonly string[] }
  | { readonly type: 'integers'; readonly min: number }
);

export type OptionSpecs<Options extends object> = { readonly [Name in keyof Options]-?: OptionSpec<Options[Name]> };
