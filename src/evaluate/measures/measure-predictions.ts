/** Everything that can be measured of what a judge said of the test rows, with intervals. */
import type { Target } from '../../types.js';
import type { Predictions } from '../predictions.js';
import { bootstrapIntervals, type DrawnRows } from './bootstrap.js';
import { meanOfDefined } from './confusion.js';
import type { Interval, Reading } from './contract.js';
import { type AnyMeasure, measuresFor } from './registry.js';

/** One value of a measure. */
export interface MeasuredValue {
  readonly measure: string;
  readonly value: number;
  /** 95 %; absent where it could not be found. */
  readonly interval?: Interval;
}

/** Of several predictions of the same rows, the mean; what they do not allow to be measured is left out. */
export async function measurePredictions(
  truth: Target,
  predictions: readonly Predictions[],
  rows: DrawnRows,
): Promise<MeasuredValue[]> {
  const readable = measuresFor(truth.kind).flatMap((measure) => {
    const reading = meanReading(measure, truth, predictions);
    const value = reading?.();
    return reading === undefined || value === undefined ? [] : [{ measure, reading, value }];
  });
  // Rows of a group are not independent, which the formulas ask for.
  const hasFormula = ({ intervalOf }: AnyMeasure) => intervalOf !== undefined && rows.groups === undefined;
  const drawn = readable.filter(({ measure }) => !hasFormula(measure));
  const bootstrapped = await bootstrapIntervals(
    drawn.map(({ reading }) => reading),
    { ...rows, stepsPerRow: truth.kind === 'classes' ? truth.classNames.length * predictions.length : undefined },
  );
  return readable.map((each) => {
    const { measure, value } = each;
    const interval = hasFormula(measure)
      ? measure.intervalOf?.(value, rows.rowCount)
      : bootstrapped[drawn.indexOf(each)];
    return { measure: measure.name, value, ...(interval && { interval }) };
  });
}

/** The mean over several predictions; undefined where one does not allow the measure. */
export function meanReading(
  measure: AnyMeasure,
  truth: Target,
  predictions: readonly Predictions[],
): Reading | undefined {
  const readings = predictions.map((predicted) => measure.read(truth, predicted));
  if (readings.includes(undefined)) return undefined;
  return (counts) => meanOfDefined(readings.map((reading) => reading?.(counts)));
}
