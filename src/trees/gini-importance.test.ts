import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Address } from '../compute/address.js';
import { createSerialEngine, type Engine } from '../compute/engine.js';
import type { KernelName } from '../compute/kernels.js';
import { referenceKernels } from '../compute/reference/index.js';
import { viewMemory } from '../compute/reference/views.js';
import { createRandom } from '../maths/random.js';
import { findCommonValues } from './common-values.js';
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

/** Counts of which most are 0, few distinct rows, a column whose common value lies between the others, and a dense one. */
function makeCounts(engine: Engine) {
  const random = createRandom(4);
  const [rowCount, featureCount] = [240, 12];
  const trainLabels = Int32Array.from({ length: rowCount }, () => random.below(3));
  const train = engine.memory.float32(featureCount * rowCount);
  for (let row = 0; row < rowCount; row++) {
    for (let f = 0; f < featureCount; f++) {
      const isOther = random.below(8) === 0 || (f % 3 === trainLabels[row] && random.below(4) === 0);
      train.view[f * rowCount + row] = isOther ? random.below(5) - (f % 2) : f === 5 ? 1.5 : f === 7 ? -2 : 0;
    }
    train.view[11 * rowCount + row] = random.float();
  }
  return { featureCount, classCount: 3, train, trainLabels };
}

for (const [what, make] of Object.entries({ 'few counts': makeInput, 'mostly zeros': makeCounts })) {
  test(`the kernel and its plain twin credit features with the same gains to the last bit: ${what}`, () =>
    compare(make));
}

async function compare(make: typeof makeInput): Promise<void> {
  const engine = await createSerialEngine();
  const input = make(engine);
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
}

test('features of which most rows share one value are listed with the rows that do not, and no others', async () => {
  const { memory } = await createSerialEngine();
  const columns = memory.float32(3 * 10);
  columns.view.set([0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1]);
  const lists = findCommonValues(memory, columns, 3, 10)!;
  const ints = (address: Address, length: number) => [...new Int32Array(memory.buffer, address, length)];
  assert.deepEqual(ints(lists.listLength, 3), [1, 10, 10]);
  assert.deepEqual(ints(lists.listStart, 1), [0]);
  assert.deepEqual(ints(lists.others, 1), [2]);
  assert.equal(new Float32Array(memory.buffer, lists.common, 1)[0], 0);
  columns.view.forEach((_, at) => {
    columns.view[at] = at;
  });
  assert.equal(findCommonValues(memory, columns, 3, 10), undefined);
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

test('a review sees the first trees alone, and what it lets go on ends with the same bits', async () => {
  const engine = await createSerialEngine();
  const input = makeInput(engine);
  const importance = (trees: number, review?: { after: number; goesOn: (first: Float64Array) => boolean }) =>
    giniImportance(input, { trees, featuresPerSplit: 2 }, { engine, random: createRandom(5), review });
  const [first, all] = [await importance(4), await importance(20)];
  const seen: Float64Array[] = [];
  const answering = (goesOn: boolean) => ({
    after: 4,
    goesOn: (found: Float64Array) => seen.push(found) > 0 && goesOn,
  });
  assert.deepEqual(await importance(20, answering(false)), first);
  assert.deepEqual(await importance(20, answering(true)), all);
  assert.deepEqual(seen, [first, first]);
});
