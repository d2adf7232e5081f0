/**
 * Mean of -log of the probability given to the true class. Probabilities are kept within 2^-52 of 0 and 1, as
 * scikit-learn does, so that one certain mistake does not make the whole infinite.
 */
import { log } from '../../maths/deterministic-math.js';
import type { ClassTarget } from '../../types.js';
import type { Measure } from './contract.js';
import { meanOf } from './mean.js';

const least = 2 ** -52;

export const logLoss: Measure<ClassTarget> = {
  name: 'log-loss',
  title: 'log loss',
  target: 'classes',
  best: 'lowest',
  form: 'number',
  read({ labels, classNames }, { probabilities }) {
    if (probabilities === undefined) return undefined;
    const losses = Float64Array.from(labels, (label, row) => {
      const probability = probabilities[row * classNames.length + label];
      return -log(Math.min(Math.max(probability, least), 1 - least));
    });
    return (counts) => meanOf(losses, counts);
  },
};
