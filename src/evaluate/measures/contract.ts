/** What every measure is: how well what a judge said of the test rows agrees with what they are. */
import type { ClassTarget, SurvivalTarget, Target, TargetKind, ValueTarget } from '../../types.js';
import type { ClassPredictions, RiskPredictions, ValuePredictions } from '../predictions.js';

/** What a judge says of rows with this kind of target. */
export type PredictionsFor<T extends Target> = T extends ClassTarget
  ? ClassPredictions
  : T extends ValueTarget
    ? ValuePredictions
    : T extends SurvivalTarget
      ? RiskPredictions
      : never;

/**
 * The value where row i counts `counts[i]` times, once where no counts are given; undefined where there is none, such
 * as a recall without rows of the class. Counts are what a bootstrap draws.
 */
export type Reading = (counts?: Float64Array) => number | undefined;

export type Interval = readonly [low: number, high: number];

export interface Measure<T extends Target = Target> {
  /** As `--measure` takes it. */
  readonly name: string;
  /** As a sentence has it. */
  readonly title: string;
  readonly target: T['kind'] & TargetKind;
  readonly best: 'highest' | 'lowest';
  /** How a value is printed: as a share in percent, as a number without unit, or as a number in units of the target. */
  readonly form: 'percent' | 'number' | 'units';
  /** The 95 % interval of a value from so many independent rows, where the field has a formula; else it is bootstrapped. */
  readonly intervalOf?: (value: number, rowCount: number) => Interval;
  /** Undefined where the predictions lack what it needs, such as probabilities. */
  read(truth: T, predicted: PredictionsFor<T>): Reading | undefined;
}
