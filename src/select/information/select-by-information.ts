/**
 * The greedy selection that CIFE and ICAP share: the first feature has the largest I(f;y); then, again and again, the
 * feature with the largest I(f;y) minus what the selected ones already tell of it.
 */

import { Pacer } from '../../compute/pacer.js';
import type { Scores, TrainingSet } from '../../types.js';
import { checkTraining } from '../check-training.js';
import type { SelectContext } from '../contract.js';
import { scoresFromOrder } from '../rank-scores.js';
import { type DiscretiseOptions, discretise } from './discretise.js';
import { Information } from './information.js';

/** Keeps, for every feature, what the selected features take from its relevance. */
export interface Redundancy {
  /** Takes in I(s;f) and I(s;f|y) of a newly selected s. */
  add(feature: number, shared: number, sharedInClass: number): void;
  /** The feature's score, given its relevance I(f;y). */
  objective(feature: number, relevance: number): number;
}

export async function selectByInformation(
  training: TrainingSet,
  k: number,
  options: DiscretiseOptions,
  context: SelectContext,
  redundancy: Redundancy,
): Promise<Scores> {
  checkTraining(training, k);
  const pacer = new Pacer(context);
  const columns = await discretise(training, options, pacer);
  const exactOrder = options.discretise === 'none';
  const information = new Information(columns, training.target.labels, training.target.classNames.length, exactOrder);
  await information.measureRelevance(pacer);

  const { featureCount, rowCount } = columns;
  const objective = Float64Array.from(information.relevance);
  const taken = new Uint8Array(featureCount);
  const selected = [largest(objective, taken)];
  while (selected.length < k) {
    const last = selected[selected.length - 1];
    taken[last] = 1;
    information.select(last);
    for (let feature = 0; feature < featureCount; feature++) {
      if (taken[feature] === 1) continue;
      const { shared, sharedInClass } = information.pairWith(feature);
      redundancy.add(feature, shared, sharedInClass);
      objective[feature] = redundancy.objective(feature, information.relevance[feature]);
      if (pacer.isDue(3 * rowCount)) await pacer.rest((selected.length - 1 + feature / featureCount) / k);
    }
    selected.push(largest(objective, taken));
  }
  context.onProgress?.(1);
  return scoresFromOrder(selected, objective);
}

function largest(values: Float64Array, taken: Uint8Array): number {
  let best = -1;
  for (let i = 0; i < values.length; i++) {
    if (taken[i] === 0 && (best < 0 || values[i] > values[best])) best = i;
  }
  return best;
}
