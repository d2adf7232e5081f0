/** Root of the mean squared error, in units of the target. Of several outputs, the mean of their roots. */
import type { ValueTarget } from '../../types.js';
import { meanOfDefined } from './confusion.js';
import type { Measure } from './contract.js';
import { meanOf, outputsOf } from './mean.js';

export const rmse: Measure<ValueTarget> = {
  name: 'rmse',
  title: 'root mean squared error',
  target: 'values',
  best: 'lowest',
  form: 'units',
  read(truth, predicted) {
    const squares = truth.values.map((value, at) => (value - predicted.values[at]) ** 2);
    const outputs = outputsOf(squares, truth);
    return (counts) =>
      meanOfDefined(
        outputs.map((each) => {
          const mean = meanOf(each, counts);
          return mean === undefined ? undefined : Math.sqrt(mean);
        }),
      );
  },
};
