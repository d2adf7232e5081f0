/** The gradient of the outputs by the inputs against finite differences of the forward pass. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createSerialEngine, type Engine } from '../../compute/engine.js';
import { createRandom } from '../../maths/random.js';
import { inputGradient } from './attribution.js';
import { activations, createNetwork, createWorkspace, paddedWidth } from './network.js';
import { forwardBatch } from './pass.js';

let engine: Engine;
before(async () => {
  engine = await createSerialEngine();
});
after(() => engine.dispose());

describe('the gradient by the inputs agrees with finite differences', () => {
  for (const activation of activations) {
    test(`through two hidden layers, ${activation}`, () => {
      const [featureCount, rowCount] = [7, 5];
      const random = createRandom(3);
      const shape = { featureCount, hidden: [9, 8], outputCount: 3, loss: 'softmax', epsilon: 2.5 } as const;
      const network = createNetwork(engine, { ...shape, activation, initialisation: 'all' }, random);
      for (const { bias } of network.layers) bias.view.set(Float32Array.from(bias.view, () => random.float() - 0.5));
      const work = createWorkspace(network, rowCount);
      const stride = paddedWidth(rowCount);
      const input = engine.memory.float32(featureCount * stride);
      input.view.forEach((_, at) => {
        input.view[at] = 2 * random.float() - 1;
      });
      const signs = Float64Array.of(1, -1, 1);
      const outputsOf = (row: number): number => {
        forwardBatch(network, work, {
          input: input.pointer,
          inputStride: stride,
          rowCount,
          column: 0,
        });
        const outputs = work.outputs[2].view;
        return signs.reduce((sum, sign, o) => sum + sign * outputs[o * work.stride + row], 0);
      };
      for (let row = 0; row < rowCount; row++) {
        outputsOf(row);
        const gradient = inputGradient(network, work, row, signs);
        for (let feature = 0; feature < featureCount; feature++) {
          const at = feature * stride + row;
          const [value, step] = [input.view[at], 1 / 512];
          input.view[at] = value + step;
          const above = outputsOf(row);
          input.view[at] = value - step;
          const below = outputsOf(row);
          input.view[at] = value;
          const difference = (above - below) / (2 * step);
          assert.ok(
            Math.abs(gradient[feature] - difference) < 1e-3,
            `${row}, ${feature}: ${gradient[feature]}, ${difference}`,
          );
        }
      }
    });
  }
});
