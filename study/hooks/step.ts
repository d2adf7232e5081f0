/** Variations of the optimiser's step. */

import type { TrainingState } from '../../src/network/sparse/train-epoch.js';
import type { EpochHooks } from '../../src/select/network/sparse-network.js';

/** The learning rate stays for half of the epochs and then falls in a straight line to a twentieth. */
export function linearCooling(): EpochHooks {
  let first: TrainingState['step'] | undefined;
  let epochs = 0;
  return {
    onEpochStart(state, epoch, epochCount) {
      first ??= state.step;
      epochs = epochCount;
      const share = (epoch - 1) / epochs;
      const factor = share < 0.5 ? 1 : Math.max(0.05, 2 * (1 - share));
      state.step = { ...first, learningRate: first.learningRate * factor };
    },
  };
}

/** Shrinks the input weights by what L2 of this size takes from them in an epoch. */
export const inputDecay = (decay: number) => (): EpochHooks => ({
  onEpochStart({ network, rowCount, batchSize, step }) {
    const { weight, connectionCount } = network.layers[0];
    const updates = Math.ceil(rowCount / batchSize);
    // Momentum of 0.9 makes a step ten times as long in the end.
    const factor = 1 - Math.min(0.5, (step.learningRate * decay * updates) / (1 - step.momentum));
    for (let k = 0; k < connectionCount; k++) weight.view[k] *= factor;
  },
});

export function clearedVelocity(): EpochHooks {
  return {
    onRenewed({ network }) {
      for (const layer of network.layers) {
        layer.velocity.view.fill(0);
        layer.biasVelocity.view.fill(0);
      }
    },
  };
}
