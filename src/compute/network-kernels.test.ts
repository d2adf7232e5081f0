/** The kernels that take a whole network or layer, against their plain twins and whatever way the work is cut. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createComparingEngine } from '../../test/fixtures/comparing-engine.js';
import { createRandom } from '../maths/random.js';
import { lossCode } from '../network/loss.js';
import {
  type Activation,
  createNetwork,
  createWorkspace,
  type Network,
  type Workspace,
} from '../network/sparse/network.js';
import { columnBounds } from '../network/sparse/pass.js';
import type { Engine } from './engine.js';
import type { KernelName } from './kernels.js';
import { callKernel, referenceKernels } from './reference/index.js';
import { viewMemory } from './reference/views.js';

let engine: Engine;
before(async () => {
  engine = await createComparingEngine();
});

/** A batch in the middle columns of its workspace, with fewer rows than whole vectors. */
const [rowCount, width, column] = [37, 40, 8];

function createCase(activation: Activation) {
  const random = createRandom(5);
  const shape = {
    featureCount: 23,
    hidden: [31, 18],
    outputCount: 5,
    loss: 'softmax',
    epsilon: 3,
    initialisation: 'all',
  } as const;
  const network = createNetwork(engine, { ...shape, activation }, random);
  const work = createWorkspace(network, column + width);
  const stride = width + 4;
  const input = engine.memory.float32(23 * stride);
  for (let f = 0; f < 23; f++) for (let b = 0; b < rowCount; b++) input.view[f * stride + b] = 2 * random.float() - 1;
  for (let b = 0; b < rowCount; b++) work.targets.view[column + b] = random.below(5);
  const pass = [work.table, network.layers.length, input.pointer, 0, work.targets.pointer, work.weights.pointer];
  const sizes = [stride, work.stride, column, rowCount, network.activation, lossCode(network.loss)];
  const passArgs = [...pass, work.losses.pointer, ...sizes, 1 / rowCount];
  const update = [work.table, network.layers.length, input.pointer, stride, work.stride, column, width];
  return { network, work, passArgs, updateArgs: [...update, 0.5, 0.9, 0.01] };
}

function plain(name: KernelName, ...args: number[]): void {
  (referenceKernels(viewMemory(engine.memory))[name] as (...numbers: number[]) => void)(...args);
}

/** All that the passes and the update write. */
function snapshot({ layers }: Network, work: Workspace): Float32Array[] {
  const blocks = [...work.outputs, ...work.deltas, work.losses];
  for (const { weight, velocity, bias, biasVelocity, transposed } of layers) {
    blocks.push(weight, velocity, bias, biasVelocity, ...(transposed ? [transposed.weight] : []));
  }
  return blocks.map(({ view }) => view.slice());
}

function assertClose(values: readonly Float32Array[], expected: readonly Float32Array[]): void {
  expected.forEach((block, at) => {
    block.forEach((value, i) => {
      assert.ok(Math.abs(values[at][i] - value) < 3e-6 * Math.max(1, Math.abs(value)), `block ${at}, place ${i}`);
    });
  });
}

for (const activation of ['tanh', 'relu'] as const) {
  describe(`a ${activation} network`, () => {
    test('passes forward and back as its plain twin does', () => {
      const { network, work, passArgs } = createCase(activation);
      callKernel(engine, 'passColumns', ...passArgs, 0, width / 4);
      const fast = snapshot(network, work);
      for (const { view } of [...work.outputs, ...work.deltas, work.losses]) view.fill(0);
      plain('passColumns', ...passArgs, 0, width / 4);
      assertClose(fast, snapshot(network, work));
    });

    test('passes to the same bits however the columns are cut', () => {
      const { network, work, passArgs } = createCase(activation);
      callKernel(engine, 'passColumns', ...passArgs, 0, width / 4);
      const whole = snapshot(network, work);
      for (const { view } of [...work.outputs, ...work.deltas, work.losses]) view.fill(0);
      for (const [from, to] of [
        [7, 10],
        [0, 1],
        [1, 7],
      ])
        callKernel(engine, 'passColumns', ...passArgs, from, to);
      assert.deepEqual(snapshot(network, work), whole);
    });

    test('is updated as its plain twin, over neurons of all layers', () => {
      const [fast, slow] = [createCase(activation), createCase(activation)];
      for (const { passArgs } of [fast, slow]) callKernel(engine, 'passColumns', ...passArgs, 0, width / 4);
      for (const [from, to] of [
        [0, 3],
        [3, 40],
        [40, 54],
      ])
        callKernel(engine, 'updateNetwork', ...fast.updateArgs, from, to);
      plain('updateNetwork', ...slow.updateArgs, 0, 54);
      assertClose(snapshot(fast.network, fast.work), snapshot(slow.network, slow.work));
    });
  });
}

test('the transposed index is that of the plain twin, however the input neurons are cut', () => {
  for (const index of [0, 1]) {
    const layer = createCase('tanh').network.layers[index];
    const { columnStart, row, transposed, rowStart, weight, inCount, outCount } = layer;
    const written = [columnStart, row, ...(transposed ? [transposed.weight, transposed.place] : [])];
    const pointers = [columnStart, row, transposed?.weight, transposed?.place, rowStart, layer.column, weight];
    const args = [...pointers.map((block) => block?.pointer ?? 0), inCount, outCount];
    for (const { view } of written) view.fill(99);
    for (const [from, to] of [
      [11, inCount],
      [0, 4],
      [4, 11],
    ])
      callKernel(engine, 'transposeIndex', ...args, from, to);
    const fast = written.map(({ view }) => view.slice());
    for (const { view } of written) view.fill(77);
    plain('transposeIndex', ...args, 0, inCount);
    assert.deepEqual(
      fast,
      written.map(({ view }) => view.slice()),
    );
  }
});

test('columns are cut evenly, on cache lines where that is fair, and not at all where no cut is fair', () => {
  assert.deepEqual(columnBounds(25, 1), Int32Array.of(0, 25));
  assert.deepEqual(columnBounds(25, 2), Int32Array.of(0, 12, 25));
  assert.deepEqual(columnBounds(25, 3), Int32Array.of(0, 8, 16, 25));
  assert.deepEqual(columnBounds(6, 2), Int32Array.of(0, 3, 6));
  assert.equal(columnBounds(5, 2), undefined);
  assert.equal(columnBounds(25, 8), undefined);
});
