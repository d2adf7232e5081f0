/** Mean absolute error, in units of the target. Of several outputs, their mean. */
import type { ValueTarget } from '../../types.js';
import type { Measure } from './contract.js';
import { meanOf } from './mean.js';

export const mae: Measure<ValueTarget> = {
  name: 'mae',
  title: 'mean absolute error',
  target: 'values',
  best: 'lowest',
  form: 'units',
  read({ values, outputCount }, predicted) {
    const errors = new Float64Array(values.length / outputCount);
    values.forEach((value, at) => {
      errors[Math.floor(at / outputCount)] += Math.abs(value - predicted.values[at]) / outputCount;
    });
    return (counts) => meanOf(errors, counts);
  },
};
