/** Variations of the strength by which input neurons are dropped and ranked. */

import { activeFeatures } from '../../src/network/sparse/train-epoch.js';
import type { EpochHooks } from '../../src/select/network/sparse-network.js';
import type { TrainingSet } from '../../src/types.js';

/** strength = share * strength before + (1 - share) * strength now; a neuron woken since begins anew. */
export const accumulated = (share: number) => (): EpochHooks => {
  let kept: Float32Array | undefined;
  let wasActive = new Uint8Array(0);
  return {
    async onStrength(state, strengths) {
      if (kept === undefined) {
        kept = strengths.slice();
        wasActive = new Uint8Array(strengths.length).fill(1);
        return;
      }
      for (const feature of activeFeatures(state)) {
        kept[feature] = wasActive[feature]
          ? share * kept[feature] + (1 - share) * strengths[feature]
          : strengths[feature];
        strengths[feature] = kept[feature];
      }
      wasActive.fill(0);
      for (const feature of activeFeatures(state)) wasActive[feature] = 1;
    },
  };
};

/** So much of the earlier strengths counts, whatever the width of the data. */
export const memory = (strengthMemory: number) => (): EpochHooks => ({ strengthMemory });

/** A neuron woken in the last epochs is stronger than all that were not. */
export const protectedWhenWoken = (epochs: number) => (): EpochHooks => {
  let wokenAt: Int32Array | undefined;
  let wasActive = new Uint8Array(0);
  return {
    async onStrength(_, strengths, epoch) {
      if (wokenAt === undefined) {
        wokenAt = new Int32Array(strengths.length).fill(-epochs);
        wasActive = new Uint8Array(strengths.length).fill(1);
      }
      let most = 0;
      for (const strength of strengths) most = Math.max(most, strength);
      wokenAt.forEach((woken, feature) => {
        if (epoch - woken <= epochs && strengths[feature] > 0) strengths[feature] += most;
      });
    },
    onRenewed(state, epoch) {
      const isActive = new Uint8Array(wasActive.length);
      for (const feature of activeFeatures(state)) {
        isActive[feature] = 1;
        if (!wasActive[feature] && wokenAt) wokenAt[feature] = epoch;
      }
      wasActive = isActive;
    },
  };
};

/** strength times the standard deviation of the scaled feature over the training rows. */
export function byDeviation(training: TrainingSet): EpochHooks {
  const deviations = scaledDeviations(training);
  return {
    async onStrength(_, strengths) {
      for (let feature = 0; feature < strengths.length; feature++) strengths[feature] *= deviations[feature];
    },
  };
}

function scaledDeviations({ matrix, scaling }: TrainingSet): Float64Array {
  const { rowCount, columnCount } = matrix;
  const sum = new Float64Array(columnCount);
  const square = new Float64Array(columnCount);
  const add = (column: number, value: number): void => {
    sum[column] += value;
    square[column] += value * value;
  };
  if (matrix.kind === 'dense') {
    for (let at = 0; at < matrix.values.length; at++) add(at % columnCount, matrix.values[at]);
  } else {
    for (let at = 0; at < matrix.value.length; at++) add(matrix.column[at], matrix.value[at]);
  }
  return sum.map((total, column) => {
    const mean = total / rowCount;
    return Math.sqrt(Math.max(0, square[column] / rowCount - mean * mean)) * scaling.factor[column];
  });
}
