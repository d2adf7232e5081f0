/** At most `most` of the training rows, drawn at random, ascending: one of every class first, so that none is missing. */
import { type Random, shuffle } from '../maths/random.js';
import { strataOf } from '../target/strata.js';
import type { Dataset } from '../types.js';

export function sampleTrainRows(
  train: Int32Array,
  { target }: Pick<Dataset, 'target'>,
  most: number,
  random: Random,
): Int32Array {
  if (train.length <= most) return train;
  const { labels, names } = strataOf(target);
  const shuffled = shuffle(train.slice(), random);
  const chosen = new Set<number>();
  const seen = new Set<number>();
  for (const row of shuffled) {
    if (seen.size === names.length) break;
    if (seen.has(labels[row])) continue;
    seen.add(labels[row]);
    chosen.add(row);
  }
  for (const row of shuffled) {
    if (chosen.size >= most) break;
    chosen.add(row);
  }
  return Int32Array.from(chosen).sort();
}
