/**
 * Share of the variance of the target that the predictions explain: 1 - sum of squared errors / sum of squared
 * deviations from the mean of the test rows. 0 is as good as that mean, below 0 worse. Of several outputs, their mean.
 */
import type { ValueTarget } from '../../types.js';
import { meanOfDefined } from './confusion.js';
import type { Measure } from './contract.js';
import { meanOf, outputsOf } from './mean.js';

export const r2: Measure<ValueTarget> = {
  name: 'r2',
  title: 'R²',
  target: 'values',
  best: 'highest',
  form: 'number',
  read(truth, predicted) {
    const outputs = outputsOf(truth.values, truth);
    const told = outputsOf(predicted.values, truth);
    return (counts) => meanOfDefined(outputs.map((values, output) => explained(values, told[output], counts)));
  },
};

/** Undefined where all rows have one value. */
function explained(values: Float64Array, told: Float64Array, counts?: Float64Array): number | undefined {
  const mean = meanOf(values, counts) ?? 0;
  let [errors, deviations] = [0, 0];
  for (let row = 0; row < values.length; row++) {
    const count = counts?.[row] ?? 1;
    errors += count * (values[row] - told[row]) ** 2;
    deviations += count * (values[row] - mean) ** 2;
  }
  return deviations > 0 ? 1 - errors / deviations : undefined;
}
