/**
 * Whether a fifth of the prior's trees tells what all of them would: `npm run study -- --priors --seeds 0,1 --sets arcene,...` finds the
 * priors of every set as the network does, which may leave the other trees out, and with all trees, and prints what differs and what was saved.
 */
import type { Engine } from '../src/compute/engine.js';
import { createRandom } from '../src/maths/random.js';
import { findPriors, type PriorHooks } from '../src/select/network/priors.js';
import { processorTime } from './processor-time.js';
import type { StudySet } from './sets.js';

export async function comparePriors(
  { sets, seeds }: { readonly sets: readonly StudySet[]; readonly seeds: readonly number[] },
  engine: Engine,
): Promise<void> {
  let [folds, withoutWeight, differing, savedMs, allMs] = [0, 0, 0, 0, 0];
  for (const { key, load } of sets) {
    const rowsOf = await load();
    for (const seed of seeds) {
      const { training } = rowsOf(seed);
      const find = async (hooks?: PriorHooks) => {
        const started = processorTime();
        const priors = await findPriors(training, 'trees+pairs', { engine, random: createRandom(seed) }, hooks);
        return {
          told: JSON.stringify(priors.map(({ importance, weight }) => [weight, ...importance])),
          ms: processorTime() - started,
        };
      };
      const [quick, all] = [await find(), await find({ allTrees: true })];
      folds++;
      if (all.told === '[]') withoutWeight++;
      savedMs += all.ms - quick.ms;
      allMs += all.ms;
      if (quick.told !== all.told) {
        differing++;
        console.log(`${key}, seed ${seed}: the priors differ`);
      }
    }
  }
  console.log(
    `${folds} folds of ${sets.length} sets: in ${withoutWeight} the trees have no weight; the priors differ in ${differing}; ` +
      `${Math.round((100 * savedMs) / allMs)} % of the processor time that all trees take is saved`,
  );
}
