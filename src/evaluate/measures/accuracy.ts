/** Share of the rows whose class was told right. */
import type { ClassTarget } from '../../types.js';
import type { Measure } from './contract.js';
import { wilsonInterval } from './wilson.js';

export const accuracy: Measure<ClassTarget> = {
  name: 'accuracy',
  title: 'accuracy',
  target: 'classes',
  best: 'highest',
  form: 'percent',
  intervalOf: wilsonInterval,
  read: (truth, predicted) => (counts) => {
    let [right, all] = [0, 0];
    for (let row = 0; row < truth.labels.length; row++) {
      const count = counts?.[row] ?? 1;
      all += count;
      if (truth.labels[row] === predicted.labels[row]) right += count;
    }
    return all > 0 ? right / all : undefined;
  },
};
