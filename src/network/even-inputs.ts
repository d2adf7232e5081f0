/**
 * The values that a network sees: each feature centred, and brought halfway to the spread all of them have together.
 *
 *   deviation(i) = standard deviation of the scaled feature i over the training rows
 *   common       = root of the mean square of all deviations
 *   input(i)     = (value - mean(i)) * factor(i) * 0.2 / sqrt(deviation(i) * common)
 *
 * Inputs that are all positive move the sums of the hidden neurons together, and the first epochs are spent on undoing
 * that. Min-max scaling gives a feature with one extreme value next to no spread; dividing by the deviation would give a
 * pixel that is lit in three rows as much as any other. The root stands between them. With a common deviation of 0.2 the
 * first steps are about as long as on pixels from 0 to 1, however the data was scaled.
 */
import { allRows } from '../matrix/all-rows.js';
import { columnMoments } from '../matrix/column-moments.js';
import type { AnyMatrix, Scaling, TrainingSet } from '../types.js';

export const inputForms = ['even', 'as-scaled'] as const;
export type InputForm = (typeof inputForms)[number];

const commonDeviation = 0.2;

export function evenInputs({ matrix, scaling }: Pick<TrainingSet<AnyMatrix>, 'matrix' | 'scaling'>): Scaling {
  const { mean, deviation: unscaled } = columnMoments(matrix, allRows(matrix));
  const deviation = unscaled.map((value, feature) => value * Math.abs(scaling.factor[feature]));
  const varying = deviation.filter((value) => value > 0);
  const common = Math.sqrt(varying.reduce((sum, value) => sum + value * value, 0) / varying.length);
  const factor = scaling.factor.map((value, feature) =>
    deviation[feature] > 0 ? (value * commonDeviation) / Math.sqrt(deviation[feature] * common) : 0,
  );
  return { ...scaling, offset: mean, factor, isCentred: true };
}
