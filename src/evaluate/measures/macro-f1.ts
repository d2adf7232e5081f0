/** Mean F1 (the harmonic mean of precision and recall) of the classes that have test rows or were predicted. */
import type { ClassTarget } from '../../types.js';
import { classLines, meanOfDefined } from './confusion.js';
import type { Measure } from './contract.js';

export const macroF1: Measure<ClassTarget> = {
  name: 'macro-f1',
  title: 'macro F1',
  target: 'classes',
  best: 'highest',
  form: 'percent',
  read: (truth, predicted) => (counts) => {
    const classes = classLines(truth.labels, predicted.labels, truth.classNames.length, counts);
    return meanOfDefined(classes.map(({ f1 }) => f1));
  },
};
