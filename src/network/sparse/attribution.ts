/**
 * Strength by attribution: how much the outputs of the whole network answer to a feature, in place of what its first
 * weights are (after Atashgahi et al. 2024, arXiv 2408.04583).
 *
 *   attribution(i) = deviation of x_i * mean over rows of |d s / d x_i|,   s = sum over outputs of +-output
 *
 * over a sample of rows, the signs drawn anew for every row, so that one way back stands for the gradients of all outputs.
 */
import { throwIfAborted } from '../../errors.js';
import type { Random } from '../../maths/random.js';
import type { SparseLayer } from './layer.js';
import type { Network, Workspace } from './network.js';
import { forwardBatch } from './pass.js';
import { activeFeatures, loadBatch, readInputs, type TrainingState } from './train-epoch.js';

const sampleCount = 200;

/** Writes the attribution of every input neuron, 0 where it is not active. */
export type Attribution = (strengths: Float32Array) => void;

export function createAttribution(state: TrainingState, random: Random): Attribution {
  const { network, work, rowCount, batchSize, signal } = state;
  const featureCount = network.layers[0].inCount;
  const inputs = new Float32Array(featureCount);
  const [answer, sum, square] = [0, 1, 2].map(() => new Float64Array(featureCount));
  return (strengths) => {
    for (const values of [answer, sum, square]) values.fill(0);
    const active = activeFeatures(state);
    for (let done = 0; done < sampleCount; ) {
      const count = Math.min(batchSize, sampleCount - done);
      const rows = Int32Array.from({ length: count }, () => random.below(rowCount)).sort();
      forwardBatch(network, work, loadBatch(state, rows, 0, count, work, 0));
      for (let row = 0; row < count; row++) {
        const signs = new Float64Array(network.layers[network.layers.length - 1].outCount);
        const gradient = inputGradient(
          network,
          work,
          row,
          signs.map(() => 2 * random.below(2) - 1),
        );
        readInputs(state, row, inputs);
        for (const feature of active) {
          const value = inputs[feature];
          answer[feature] += Math.abs(gradient[feature]);
          sum[feature] += value;
          square[feature] += value * value;
        }
      }
      done += count;
      throwIfAborted(signal);
    }
    strengths.fill(0);
    for (const feature of active) {
      const mean = sum[feature] / sampleCount;
      const deviation = Math.sqrt(Math.max(0, square[feature] / sampleCount - mean * mean));
      strengths[feature] = (deviation * answer[feature]) / sampleCount;
    }
  };
}

/** What `weights` times the outputs change by with each input, in one row of a batch that went forward through `work`. */
export function inputGradient(
  { layers, activation }: Pick<Network, 'layers' | 'activation'>,
  work: Workspace,
  row: number,
  weights: Float64Array,
): Float64Array {
  let gradient = weights;
  for (let index = layers.length - 1; index >= 0; index--) {
    gradient = backThrough(layers[index], gradient);
    if (index === 0) break;
    const outputs = work.outputs[index - 1].view;
    for (let neuron = 0; neuron < gradient.length; neuron++) {
      const output = outputs[neuron * work.stride + row];
      gradient[neuron] *= activation === 1 ? 1 - output * output : Number(output > 0);
    }
  }
  return gradient;
}

function backThrough({ inCount, outCount, rowStart, column, weight }: SparseLayer, delta: Float64Array): Float64Array {
  const gradient = new Float64Array(inCount);
  const [starts, columns, weights] = [rowStart.view, column.view, weight.view];
  for (let o = 0; o < outCount; o++) {
    if (delta[o] === 0) continue;
    for (let k = starts[o]; k < starts[o + 1]; k++) gradient[columns[k]] += weights[k] * delta[o];
  }
  return gradient;
}
