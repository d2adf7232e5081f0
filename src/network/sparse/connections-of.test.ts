import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSerialEngine } from '../../compute/engine.js';
import { connectionsOf } from './connections-of.js';
import { allocateLayer, transposeIndex } from './layer.js';

test('the connections of an input neuron are found with their weights', async () => {
  const engine = await createSerialEngine();
  const layer = allocateLayer(engine, 4, 3, 6);
  // Outputs 0, 1 and 2 are connected to inputs 0 2, 1 2 3 and 0.
  layer.rowStart.view.set([0, 2, 5, 6]);
  layer.column.view.set([0, 2, 1, 2, 3, 0]);
  layer.weight.view.set([1, 2, 3, 4, 5, 6]);
  transposeIndex(layer);
  const found = [0, 1, 2, 3].map((input) => {
    const { hidden, weights, hiddenCount } = connectionsOf(layer, input);
    return [[...hidden], [...weights], hiddenCount];
  });
  assert.deepEqual(found, [
    [[0, 2], [1, 6], 3],
    [[1], [3], 3],
    [[0, 1], [2, 4], 3],
    [[1], [5], 3],
  ]);
});
