/** A uniformly random ranking: the floor that every other method has to beat. */
import { throwIfAborted } from '../../errors.js';
import { shuffle } from '../../maths/random.js';
import { checkTraining } from '../check-training.js';
import type { NoOptions, SelectionMethod } from '../contract.js';
import { scoresFromOrder } from '../rank-scores.js';

export const random: SelectionMethod<NoOptions> = {
  name: 'random',
  summary: 'a uniformly random ranking, the baseline to beat',
  options: {},
  kChanges: 'nothing',
  takesStored: true,
  select: async (training, k, _options, context) => {
    checkTraining(training, k);
    throwIfAborted(context.signal);
    const featureCount = training.matrix.columnCount;
    const order = shuffle(
      Int32Array.from({ length: featureCount }, (_, feature) => feature),
      context.random,
    );
    context.onProgress?.(1);
    return scoresFromOrder(order, new Float64Array(featureCount));
  },
};
