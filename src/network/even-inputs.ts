/**
 * The values that a network sees: every feature centred, and all of them divided by one number.
 *
 *   deviation(i) = standard deviation of the scaled feature i over the training rows
 *   common       = root of the mean square of the deviations, constant features left out
 *   input(i)     = (value - mean(i)) * factor(i) * 0.2 / common
 *
 * Inputs that are all positive move the sums of the hidden neurons together, and the first epochs are spent on undoing
 * that. And how fast the input weights learn, beside the others, goes with the square of the spread of the inputs, which
 * min-max scaling makes large where features have two values and small where they have long tails: with one common
 * deviation it is the same for all data. How wide one feature is beside another stays as it was scaled.
 */
import { allRows } from '../matrix/all-rows.js';
import { columnMomentsSteps } from '../matrix/column-moments.js';
import { finish, type Steps } from '../turns.js';
import type { AnyMatrix, Scaling, Target, TrainingSet } from '../types.js';

export const inputForms = ['even', 'as-scaled'] as const;
export type InputForm = (typeof inputForms)[number];

const commonDeviation = 0.2;

type Scaled = Pick<TrainingSet<AnyMatrix, Target>, 'matrix' | 'scaling'>;

export function evenInputs(training: Scaled): Scaling {
  return finish(evenInputSteps(training));
}

export function* evenInputSteps({ matrix, scaling }: Scaled): Steps<Scaling> {
  const { mean, deviation } = yield* columnMomentsSteps(matrix, allRows(matrix));
  let [sum, count] = [0, 0];
  for (let feature = 0; feature < deviation.length; feature++) {
    const scaled = deviation[feature] * scaling.factor[feature];
    if (scaled === 0) continue;
    sum += scaled * scaled;
    count++;
  }
  const gain = count === 0 ? 1 : commonDeviation / Math.sqrt(sum / count);
  return { ...scaling, offset: mean, factor: scaling.factor.map((factor) => factor * gain), isCentred: true };
}
