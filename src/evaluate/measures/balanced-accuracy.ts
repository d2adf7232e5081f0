/** Mean recall of the classes that have test rows: every class counts alike, however few its rows. */
import type { ClassTarget } from '../../types.js';
import { classLines, meanOfDefined } from './confusion.js';
import type { Measure } from './contract.js';

export const balancedAccuracy: Measure<ClassTarget> = {
  name: 'balanced-accuracy',
  title: 'balanced accuracy',
  target: 'classes',
  best: 'highest',
  form: 'percent',
  read: (truth, predicted) => (counts) => {
    const classes = classLines(truth.labels, predicted.labels, truth.classNames.length, counts);
    return meanOfDefined(classes.map(({ recall }) => recall));
  },
};
