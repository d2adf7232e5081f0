/**
 * Strength by attribution: how much the outputs of the whole network answer to a feature.
 *
 *   attribution(i) = deviation(i) * mean over a sample of rows of |d s / d x_i|,   s = sum over classes of r_c * logit_c
 *
 * with r_c a random sign for every row and class, so that one backward pass stands for the gradients of all classes.
 * Written plainly: the sample is small.
 */

import { createRandom } from '../../src/maths/random.js';
import type { SparseLayer } from '../../src/network/sparse/layer.js';
import { loadBatch, type TrainingState } from '../../src/network/sparse/train-epoch.js';
import type { EpochHooks } from '../../src/select/network/sparse-network.js';
import type { TrainingSet } from '../../src/types.js';
import { scaledDeviations } from './strength.js';

const sampleCount = 200;

export function attribution(training: TrainingSet): EpochHooks {
  const deviations = scaledDeviations(training);
  const random = createRandom(5);
  return {
    async onStrength(state, strengths, epoch) {
      if (epoch === 0) return;
      const sums = new Float64Array(strengths.length);
      for (let done = 0; done < sampleCount; ) {
        const rows = Int32Array.from({ length: Math.min(state.batchSize, sampleCount - done) }, () =>
          random.below(state.rowCount),
        );
        loadBatch(state, rows, 0, rows.length, state.work, 0);
        for (let row = 0; row < rows.length; row++) {
          const signs = Float64Array.from(state.network.layers.at(-1)?.bias.view ?? [], () => 2 * random.below(2) - 1);
          addGradient(sums, state, row, signs);
        }
        done += rows.length;
      }
      for (let feature = 0; feature < strengths.length; feature++) {
        strengths[feature] = (deviations[feature] * sums[feature]) / sampleCount;
      }
    },
  };
}

function addGradient(sums: Float64Array, state: TrainingState, row: number, signs: Float64Array): void {
  const { layers, activation } = state.network;
  const { values, stride } = state.input;
  let current = new Float64Array(layers[0].inCount);
  const { block, count } = state.active;
  for (let a = 0; a < count; a++) current[block.view[a]] = values.view[block.view[a] * stride + row];
  const slopes: Float64Array[] = [];
  for (const layer of layers.slice(0, -1)) {
    current = forward(layer, current).map((sum) => (activation === 1 ? Math.tanh(sum) : Math.max(0, sum)));
    slopes.push(current.map((value) => (activation === 1 ? 1 - value * value : Number(value > 0))));
  }
  let gradient = signs;
  for (let index = layers.length - 1; index >= 0; index--) {
    gradient = backward(layers[index], gradient);
    if (index > 0) gradient = gradient.map((value, neuron) => value * slopes[index - 1][neuron]);
  }
  for (let a = 0; a < count; a++) sums[block.view[a]] += Math.abs(gradient[block.view[a]]);
}

function forward({ outCount, rowStart, column, weight, bias }: SparseLayer, input: Float64Array): Float64Array {
  const output = new Float64Array(outCount);
  for (let o = 0; o < outCount; o++) {
    let sum = bias.view[o];
    for (let k = rowStart.view[o]; k < rowStart.view[o + 1]; k++) sum += weight.view[k] * input[column.view[k]];
    output[o] = sum;
  }
  return output;
}

function backward({ inCount, outCount, rowStart, column, weight }: SparseLayer, delta: Float64Array): Float64Array {
  const gradient = new Float64Array(inCount);
  for (let o = 0; o < outCount; o++) {
    for (let k = rowStart.view[o]; k < rowStart.view[o + 1]; k++) {
      gradient[column.view[k]] += weight.view[k] * delta[o];
    }
  }
  return gradient;
}
