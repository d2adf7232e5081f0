/** Mean recall of the classes that have test rows: every class counts alike, however few its rows. */
import type { ClassTarget } from '../../types.js';
import { lineReader, meanOfDefined } from './confusion.js';
import type { Measure } from './contract.js';

export const balancedAccuracy: Measure<ClassTarget> = {
  name: 'balanced-accuracy',
  title: 'balanced accuracy',
  target: 'classes',
  best: 'highest',
  form: 'percent',
  read(truth, predicted) {
    const lines = lineReader(truth.labels, predicted.labels, truth.classNames.length);
    return (counts) => meanOfDefined(lines(counts).map(({ recall }) => recall));
  },
};
