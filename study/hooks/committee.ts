/**
 * Several networks that train side by side and drop the same neurons: after every epoch each waits for the others, and
 * their strengths, each scaled to a sum of 1, are averaged.
 */
import { activeFeatures } from '../../src/network/sparse/train-epoch.js';
import type { EpochHooks } from '../../src/select/network/sparse-network.js';

export function createCommittee(size: number): EpochHooks[] {
  let sums = new Float64Array(0);
  let waiting: (() => void)[] = [];
  const meet = (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length < size) return;
      const all = waiting;
      waiting = [];
      for (const go of all) go();
    });
  return Array.from({ length: size }, () => ({
    async onStrength(state, strengths, epoch) {
      if (epoch === 0) return;
      const features = activeFeatures(state);
      if (waiting.length === 0) sums = new Float64Array(strengths.length);
      const shared = sums;
      const total = features.reduce((sum, feature) => sum + strengths[feature], 0);
      for (const feature of features) shared[feature] += strengths[feature] / total / size;
      await meet();
      for (const feature of features) strengths[feature] = shared[feature];
    },
  }));
}
