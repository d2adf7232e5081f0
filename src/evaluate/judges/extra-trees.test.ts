import assert from 'node:assert/strict';
import { test } from 'node:test';
import { predictLabels } from '../../../test/fixtures/predict-labels.js';
import { createSerialEngine, type Engine } from '../../compute/engine.js';
import type { KernelName } from '../../compute/kernels.js';
import { recordAt } from '../../compute/records.js';
import { referenceKernels } from '../../compute/reference/index.js';
import { viewMemory } from '../../compute/reference/views.js';
import { createRandom } from '../../maths/random.js';
import { trainAndPredict } from '../run-judge.js';

/** Three classes, whole numbers with many ties, one constant feature, and rows that differ in nothing but the class. */
function makeRows(rowCount: number, seed: number) {
  const random = createRandom(seed);
  const labels = Int32Array.from({ length: rowCount }, (_, row) => row % 3);
  const x = new Float32Array(rowCount * 6);
  labels.forEach((label, row) => {
    const values = [label + random.below(3), random.below(2), 7, random.float(), label * random.float(), 0];
    x.set(row < 9 ? [1, 1, 7, 0.5, 0.5, 0] : values, row * 6);
  });
  return { x, labels };
}

const train = makeRows(200, 1);
const held = makeRows(60, 2);

function predict(engine: Engine, testX: Float32Array, seed: number) {
  return predictLabels(engine, 'extra-trees', train.x, train.labels, testX, 3, {
    random: createRandom(seed),
    options: { trees: 7 },
  });
}

test('the kernel and its plain twin give the same votes to the last bit', async () => {
  const engine = await createSerialEngine();
  const votes: Float64Array[] = [];
  const recorded = (run: Engine['run']): Engine => ({
    ...engine,
    memory: engine.memory,
    run: (kernel, bounds, ...args) => {
      run(kernel, bounds, ...args);
      if (kernel !== 'growTrees') return;
      const record = recordAt(engine.memory, 'Tree', args[0]);
      votes.push(new Float64Array(engine.memory.buffer, record.get('votes'), 60 * 3).slice());
    },
  });
  const twin = (kernel: KernelName, bounds: Int32Array, ...args: number[]) => {
    const kernels = referenceKernels(viewMemory(engine.memory));
    (kernels[kernel] as (...numbers: number[]) => void)(...args, bounds[0], bounds[1]);
  };
  const fast = await predict(recorded(engine.run), held.x, 5);
  const plain = await predict(recorded(twin), held.x, 5);
  assert.deepEqual(fast, plain);
  assert.equal(votes.length, 14);
  assert.deepEqual(votes[6], votes[13]);
  for (let row = 0; row < 60; row++) {
    const sum = votes[6][row * 3] + votes[6][row * 3 + 1] + votes[6][row * 3 + 2];
    assert.ok(Math.abs(sum - 7 * 2 ** 30) <= 7, `the votes of row ${row} add up to ${sum}`);
  }
});

test('the same seed gives the same classes, another seed other trees', async () => {
  const engine = await createSerialEngine();
  const first = await predict(engine, held.x, 5);
  assert.deepEqual(await predict(engine, held.x, 5), first);
  assert.notDeepEqual(await predict(engine, held.x, 6), first);
});

test("a row's class does not depend on the other test rows", async () => {
  const engine = await createSerialEngine();
  const together = await predict(engine, held.x, 5);
  for (const row of [10, 33, 59]) {
    const alone = await predict(engine, held.x.slice(row * 6, row * 6 + 6), 5);
    assert.equal(alone[0], together[row]);
  }
});

test('training rows are told apart without error where no two are alike', async () => {
  const engine = await createSerialEngine();
  const random = createRandom(8);
  const x = Float32Array.from({ length: 300 * 4 }, () => random.float());
  const labels = Int32Array.from({ length: 300 }, () => random.below(4));
  assert.deepEqual(await predictLabels(engine, 'extra-trees', x, labels, x, 4), labels);
});

test('numbers: the kernel and its plain twin tell the same to the last bit, two outputs', async () => {
  const engine = await createSerialEngine();
  const values = Float64Array.from({ length: train.labels.length * 2 }, (_, i) => {
    const row = Math.floor(i / 2);
    return i % 2 === 0 ? train.x[row * 6] - 0.5 * train.x[row * 6 + 1] : 1000 + (row % 5);
  });
  const target = { kind: 'values', values, outputCount: 2 } as const;
  const tell = (run: Engine['run']) =>
    trainAndPredict({ ...engine, memory: engine.memory, run }, 'extra-trees', train.x, target, held.x, {
      random: createRandom(5),
      options: { trees: 7, featuresPerSplit: 2 },
    });
  const twin: Engine['run'] = (kernel, bounds, ...args) => {
    const kernels = referenceKernels(viewMemory(engine.memory));
    (kernels[kernel] as (...numbers: number[]) => void)(...args, bounds[0], bounds[1]);
  };
  assert.deepEqual(await tell(engine.run), await tell(twin));
});

test('numbers that a tree has seen are told as they are', async () => {
  const engine = await createSerialEngine();
  const random = createRandom(2);
  const x = Float64Array.from({ length: 90 }, () => random.float());
  const values = Float64Array.from({ length: 30 }, () => 1e6 * random.float());
  const target = { kind: 'values', values, outputCount: 1 } as const;
  const told = await trainAndPredict(engine, 'extra-trees', x, target, x);
  assert.ok(told.kind === 'values');
  told.values.forEach((value, row) => {
    assert.ok(Math.abs(value - values[row]) < 1e-2, `${value} against ${values[row]}`);
  });
});
