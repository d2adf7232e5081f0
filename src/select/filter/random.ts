/** A uniformly random ranking: the floor that every other method has to beat. */
import { throwIfAborted } from '../../errors.js';
import { type Random, shuffle } from '../../maths/random.js';
import type { Target } from '../../types.js';
import { checkTraining } from '../check-training.js';
import type { Capability, NoOptions, SelectionMethod } from '../contract.js';
import { scoresFromOrder } from '../rank-scores.js';

export const random: SelectionMethod<NoOptions, Target, Capability> = {
  name: 'random',
  summary: 'a uniformly random ranking, the baseline to beat',
  goodFor: 'the floor that no method should fall to',
  options: {},
  targets: ['classes', 'values', 'survival'],
  takesSeveral: true,
  takesWeights: true,
  kChanges: 'nothing',
  takesStored: true,
  select: async (training, k, _options, context) => {
    checkTraining(training, k);
    throwIfAborted(context.signal);
    const features = Int32Array.from({ length: training.matrix.columnCount }, (_, feature) => feature);
    const order = training.groups ? shuffleGroups(training.groups, context.random) : shuffle(features, context.random);
    context.onProgress?.(1);
    return scoresFromOrder(order, new Float64Array(features.length));
  },
};

/** Every group is as likely as any other, however many features it has. */
function shuffleGroups(groups: Int32Array, random: Random): Int32Array {
  const order = shuffle(Int32Array.from(new Set(groups)), random);
  const place = new Map(Array.from(order, (group, at) => [group, at]));
  return Int32Array.from(groups.keys()).sort((a, b) => place.get(groups[a])! - place.get(groups[b])! || a - b);
}
