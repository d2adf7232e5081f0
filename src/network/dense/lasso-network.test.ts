/** The gradients of LassoNet's layers, against differences of the loss. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createSerialEngine, type Engine } from '../../compute/engine.js';
import { createRandom } from '../../maths/random.js';
import { numberedClasses } from '../../target/class-target.js';
import type { TrainingSet } from '../../types.js';
import type { DenseLayer } from './dense-layer.js';
import { LassoNetwork } from './lasso-network.js';

let engine: Engine;
before(async () => {
  engine = await createSerialEngine();
});
after(() => engine.dispose());

const [rowCount, featureCount, classCount] = [9, 4, 3];
const order = Int32Array.from({ length: rowCount }, (_, row) => row);

function training(): TrainingSet {
  const random = createRandom(4);
  return {
    matrix: {
      kind: 'dense',
      rowCount,
      columnCount: featureCount,
      values: Float64Array.from({ length: rowCount * featureCount }, () => 2 * random.float() - 1),
    },
    target: numberedClasses(
      Int32Array.from(order, (row) => row % classCount),
      classCount,
    ),
    scaling: { method: 'none', offset: new Float64Array(featureCount), factor: new Float64Array(featureCount).fill(1) },
  };
}

/** One step on all rows from the same weights every time, but for one that is moved: the mean loss before it, and the weights after it. */
function step(layers: number, moved?: { readonly layer: number; readonly at: number; readonly by: number }) {
  const shape = {
    hidden: 6,
    layers,
    // So large that no first-layer weight is cut.
    hierarchy: 1e6,
    batchSize: rowCount,
    step: { learningRate: 1, momentum: 0, weightDecay: 0 },
  };
  const network = new LassoNetwork(engine, training(), shape, createRandom(2));
  const before = network.layers.map(({ weight }) => weight.view.slice());
  if (moved) network.layers[moved.layer].weight.view[moved.at] += moved.by;
  const loss = network.trainBatch(0, order, 0, rowCount) / rowCount;
  return { loss, before, after: network.layers.map(({ weight }) => weight.view.slice()), layers: network.layers };
}

function places({ inCount, outCount, stride }: DenseLayer): number[] {
  return Array.from({ length: inCount * outCount }, (_, i) => Math.floor(i / inCount) * stride + (i % inCount));
}

for (const count of [1, 3]) {
  test(`every weight of ${count} hidden ${count === 1 ? 'layer' : 'layers'} moves by its gradient`, () => {
    const { before, after: moved, layers } = step(count);
    assert.equal(layers.length, count + 1);
    // Small enough that no sum crosses the kink of ReLU, where differences say nothing.
    const size = 1e-3;
    layers.forEach((layer, index) => {
      for (const at of places(layer)) {
        const loss = (by: number) => step(count, { layer: index, at, by }).loss;
        const slope = (loss(size) - loss(-size)) / (2 * size);
        const found = before[index][at] - moved[index][at];
        assert.ok(Math.abs(found - slope) < 1e-3, `layer ${index}, weight ${at}: moved ${found}, slope ${slope}`);
      }
    });
    const largest = moved[0].reduce((most, value, at) => Math.max(most, Math.abs(value - before[0][at])), 0);
    assert.ok(largest > 5e-3, `the first layer moves by ${largest} at most`);
  });
}
