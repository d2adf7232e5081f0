import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSerialEngine, type Engine } from '../compute/engine.js';
import type { KernelName } from '../compute/kernels.js';
import { referenceKernels } from '../compute/reference/index.js';
import { viewMemory } from '../compute/reference/views.js';
import { createRandom } from '../maths/random.js';
import { giniImportance } from './gini-importance.js';
import { growForest } from './grow-forest.js';

/** Three classes, whole numbers with ties, a constant feature, and rows that differ in nothing but the class. */
function makeInput(engine: Engine) {
  const random = createRandom(3);
  const rowCount = 90;
  const trainLabels = Int32Array.from({ length: rowCount }, (_, row) => row % 3);
  const train = engine.memory.float32(4 * rowCount);
  for (let row = 0; row < rowCount; row++) {
    const values = [trainLabels[row] + random.below(3), random.float(), 7, random.below(4)];
    for (let f = 0; f < 4; f++) train.view[f * rowCount + row] = row < 6 ? 1 : values[f];
  }
  return { featureCount: 4, classCount: 3, train, trainLabels };
}

test('the kernel and its plain twin credit features with the same gains to the last bit', async () => {
  const engine = await createSerialEngine();
  const input = makeInput(engine);
  const gainsOf = async (run: Engine['run']) => {
    const found: Float64Array[] = [];
    const context = { engine: { ...engine, memory: engine.memory, run }, random: createRandom(5) };
    const onGains = (gains: Float64Array) => void found.push(gains.slice());
    await growForest(input, { trees: 6, featuresPerSplit: 2 }, { ...context, onGains });
    return found;
  };
  const twin = (kernel: KernelName, bounds: Int32Array, ...args: number[]) => {
    const kernels = referenceKernels(viewMemory(engine.memory));
    (kernels[kernel] as (...numbers: number[]) => void)(...args, bounds[0], bounds[1]);
  };
  const fast = await gainsOf(engine.run);
  assert.equal(fast.length, 6);
  assert.deepEqual(fast, await gainsOf(twin));
});

test('all that a tree takes off the impurity is credited to some feature', async () => {
  const engine = await createSerialEngine();
  const random = createRandom(2);
  const trainLabels = Int32Array.from({ length: 60 }, (_, row) => row % 3);
  const train = engine.memory.float32(120);
  for (let i = 0; i < 120; i++) train.view[i] = random.float();
  const input = { featureCount: 2, classCount: 3, train, trainLabels };
  const onGains = (gains: Float64Array) => {
    // No two rows are alike, so leaves are pure, and the root's impurity, 60 rows x (1 - 3 / 9), is all taken off.
    assert.ok(Math.abs((gains[0] + gains[1]) / 2 ** 30 - 40) < 1e-6);
  };
  await growForest(input, { trees: 5, featuresPerSplit: 1 }, { engine, random, onGains });
});

test('one split worked out by hand: two features, of which one can be split on', async () => {
  const engine = await createSerialEngine();
  const train = engine.memory.float32(8);
  train.view.set([0, 0, 1, 1, 5, 5, 5, 5]);
  const input = { featureCount: 2, classCount: 2, train, trainLabels: Int32Array.of(0, 0, 1, 1) };
  const context = { engine, random: createRandom(1) };
  assert.deepEqual([...(await giniImportance(input, { trees: 3, featuresPerSplit: 'sqrt' }, context))], [1, 0]);
  train.view.fill(5);
  assert.deepEqual([...(await giniImportance(input, { trees: 3, featuresPerSplit: 'sqrt' }, context))], [0, 0]);
});
