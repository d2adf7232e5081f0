/** Every gradient of the network against finite differences of its loss. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createComparingEngine } from '../../../test/fixtures/comparing-engine.js';
import type { Engine } from '../../compute/engine.js';
import { createRandom } from '../../maths/random.js';
import type { LossKind } from '../loss.js';
import {
  type Activation,
  createNetwork,
  createWorkspace,
  type Network,
  paddedWidth,
  type Workspace,
} from './network.js';
import { type Batch, passBatch, passRounding, updateLayers } from './pass.js';

let engine: Engine;
before(async () => {
  engine = await createComparingEngine();
});

const rowCount = 6;

/** Rows weighted by 0 to 2; for squared loss three values to meet, for softmax one class of three. */
function createCase(activation: Activation, loss: LossKind) {
  // Drawn so that no sum is within a step of ReLU's kink, where differences say nothing.
  const random = createRandom(loss === 'softmax' ? 3 : 5);
  const shape = {
    featureCount: 7,
    hidden: [9, 8],
    outputCount: 3,
    loss,
    epsilon: 2.5,
    activation,
    initialisation: 'all',
  } as const;
  const network = createNetwork(engine, shape, random);
  const work = createWorkspace(network, rowCount);
  const stride = paddedWidth(rowCount);
  const input = engine.memory.float32(7 * stride);
  for (let f = 0; f < 7; f++) for (let b = 0; b < rowCount; b++) input.view[f * stride + b] = 2 * random.float() - 1;
  for (let b = 0; b < rowCount; b++) {
    work.weights.view[b] = b % 3;
    if (loss === 'softmax') work.targets.view[b] = random.below(3);
    else for (let o = 0; o < 3; o++) work.targets.view[o * work.stride + b] = 2 * random.float() - 1;
  }
  for (const { bias } of network.layers) bias.view.set(Float32Array.from(bias.view, () => random.float() - 0.5));
  const batch: Batch = { input: input.pointer, inputStride: stride, rowCount, column: 0 };
  return { network, work, batch, input: input.view };
}

/** A connection of the first layer that the network does not have. */
interface ExtraConnection {
  readonly input: number;
  readonly output: number;
  readonly weight: number;
}

/** The sum of the weighted losses over the rows, in double precision, written plainly: an independent source for the gradients. */
function plainLoss(
  network: Network,
  activation: Activation,
  input: Float32Array,
  { targets, weights, stride }: Pick<Workspace, 'targets' | 'weights' | 'stride'>,
  extra?: ExtraConnection,
  rowLoss = (values: readonly number[], b: number) =>
    weights.view[b] * plainRowLoss(network.loss, values, (o) => targets.view[o * stride + b]),
): number {
  let total = 0;
  for (let b = 0; b < rowCount; b++) {
    let values = Array.from({ length: network.layers[0].inCount }, (_, f) => input[f * paddedWidth(rowCount) + b]);
    network.layers.forEach((layer, index) => {
      values = Array.from({ length: layer.outCount }, (_, o) => {
        let sum = layer.bias.view[o];
        for (let k = layer.rowStart.view[o]; k < layer.rowStart.view[o + 1]; k++) {
          sum += layer.weight.view[k] * values[layer.column.view[k]];
        }
        if (index === 0 && o === extra?.output) sum += extra.weight * values[extra.input];
        if (index === network.layers.length - 1) return sum;
        return activation === 'tanh' ? Math.tanh(sum) : Math.max(0, sum);
      });
    });
    total += rowLoss(values, b);
  }
  return total / rowCount;
}

function plainRowLoss(loss: LossKind, values: readonly number[], targetOf: (output: number) => number): number {
  if (loss === 'squared') return values.reduce((sum, value, o) => sum + (value - targetOf(o)) ** 2, 0) / 2;
  const top = Math.max(...values);
  return top + Math.log(values.reduce((sum, value) => sum + Math.exp(value - top), 0)) - values[targetOf(0)];
}

/** Central difference of the loss for one float; the step actually taken is what single precision makes of it. */
function slope(values: Float32Array, at: number, loss: () => number): number {
  const kept = values[at];
  values[at] = kept + 1e-3;
  const [high, above] = [values[at], loss()];
  values[at] = kept - 1e-3;
  const [low, below] = [values[at], loss()];
  values[at] = kept;
  return (above - below) / (high - low);
}

test('rounding passes back an error of every row times its shares of the classes', () => {
  const { network, work, batch, input } = createCase('tanh', 'softmax');
  const drawn = createRandom(8);
  const errors = Array.from({ length: rowCount }, () => 2 * drawn.float() - 1);
  // The shares of a softmax are the gradient of the logarithm of its sum.
  const total = () =>
    plainLoss(network, 'tanh', input, work, undefined, (values, b) => {
      return errors[b] * rowCount * Math.log(values.reduce((sum, value) => sum + Math.exp(value), 0));
    });
  const bias = network.layers[0].bias.view;
  const slopes = Array.from(bias, (_, o) => slope(bias, o, total));
  passRounding(network, work, batch, createRandom(8));
  slopes.forEach((value, o) => {
    const rows = work.deltas[0].view.subarray(o * work.stride, o * work.stride + rowCount);
    const found = rows.reduce((sum, each) => sum + each, 0);
    assert.ok(Math.abs(found - value) < 2e-4, `neuron ${o}: ${found}, slope ${value}`);
  });
  assert.ok(slopes.some((value) => Math.abs(value) > 0.01));
});

for (const [activation, lossKind] of [
  ['tanh', 'softmax'],
  ['relu', 'softmax'],
  ['tanh', 'squared'],
  ['relu', 'squared'],
] as const) {
  describe(`a ${activation} network of three layers with ${lossKind} loss and weighted rows`, () => {
    test('the loss is that of a plain implementation', () => {
      const { network, work, batch, input } = createCase(activation, lossKind);
      const loss = passBatch(network, work, batch, 1 / rowCount) / rowCount;
      const plain = plainLoss(network, activation, input, work);
      assert.ok(Math.abs(loss - plain) < 1e-6, `${loss} against ${plain}`);
    });

    test('every weight and bias moves by its gradient', () => {
      const { network, work, batch, input } = createCase(activation, lossKind);
      const loss = (): number => plainLoss(network, activation, input, work);
      const expected = network.layers.map((layer) => ({
        weight: Array.from(layer.weight.view, (_, k) => slope(layer.weight.view, k, loss)),
        bias: Array.from(layer.bias.view, (_, o) => slope(layer.bias.view, o, loss)),
      }));
      const beforeStep = network.layers.map(({ weight, bias }) => ({
        weight: weight.view.slice(),
        bias: bias.view.slice(),
      }));
      passBatch(network, work, batch, 1 / rowCount);
      updateLayers(network, work, batch, { learningRate: 1, momentum: 0.9, weightDecay: 0 });
      network.layers.forEach((layer, index) => {
        const check = (name: string, now: Float32Array, then: Float32Array, slopes: number[]): void => {
          slopes.forEach((value, at) => {
            const moved = then[at] - now[at];
            assert.ok(Math.abs(moved - value) < 2e-4, `layer ${index} ${name} ${at}: moved ${moved}, slope ${value}`);
          });
        };
        check('weight', layer.weight.view, beforeStep[index].weight, expected[index].weight);
        check('bias', layer.bias.view, beforeStep[index].bias, expected[index].bias);
      });
    });

    test('the gradient of a missing connection is that of adding it with weight 0', () => {
      const { network, work, batch, input } = createCase(activation, lossKind);
      passBatch(network, work, batch, 1 / rowCount);
      const delta = work.deltas[0].view;
      const stride = paddedWidth(rowCount);
      for (let output = 0; output < network.layers[0].outCount; output++) {
        let fromDelta = 0;
        for (let b = 0; b < rowCount; b++) fromDelta += delta[output * work.stride + b] * input[2 * stride + b];
        const loss = (weight: number): number =>
          plainLoss(network, activation, input, work, { input: 2, output, weight });
        const value = (loss(1e-4) - loss(-1e-4)) / 2e-4;
        assert.ok(Math.abs(fromDelta - value) < 1e-5, `output ${output}: ${fromDelta} against ${value}`);
      }
    });
  });
}
