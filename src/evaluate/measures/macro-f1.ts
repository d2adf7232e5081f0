/** Mean F1 (the harmonic mean of precision and recall) of the classes that have test rows or were predicted. */
import type { ClassTarget } from '../../types.js';
import { lineReader, meanOfDefined } from './confusion.js';
import type { Measure } from './contract.js';

export const macroF1: Measure<ClassTarget> = {
  name: 'macro-f1',
  title: 'macro F1',
  target: 'classes',
  best: 'highest',
  form: 'percent',
  read(truth, predicted) {
    const lines = lineReader(truth.labels, predicted.labels, truth.classNames.length);
    return (counts) => meanOfDefined(lines(counts).map(({ f1 }) => f1));
  },
};
