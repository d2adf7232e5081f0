/** The first layer on entries: the kernels against their plain twins, however they are cut, and against whole inputs. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createComparingEngine } from '../../test/fixtures/comparing-engine.js';
import { createRandom } from '../maths/random.js';
import { inputEntrySteps } from '../network/input-entries.js';
import { createBatchEntries } from '../network/sparse/batch-entries.js';
import { createNetwork, createWorkspace, paddedStride, paddedWidth } from '../network/sparse/network.js';
import { type Batch, forwardBatch, passBatch, updateLayers } from '../network/sparse/pass.js';
import { finish } from '../turns.js';
import type { DenseMatrix } from '../types.js';
import type { Engine } from './engine.js';
import type { KernelName } from './kernels.js';
import { kernelNumbers, layouts } from './kernels-interface.js';
import { recordAt } from './records.js';
import { callKernel, callTwin } from './reference/index.js';
import { viewMemory } from './reference/views.js';

let engine: Engine;
before(async () => {
  engine = await createComparingEngine();
});

const featureCount = 60;
const column = 8;
/** An epsilon with which every input neuron is connected to all output neurons. */
const fullyConnected = 1000;
const step = { learningRate: 0.5, momentum: 0.9, weightDecay: 0.01 };
const scaling = {
  method: 'standard' as const,
  isCentred: true,
  offset: Float64Array.from({ length: featureCount }, (_, j) => (j % 7) / 10),
  factor: Float64Array.from({ length: featureCount }, (_, j) => 1 + (j % 3)),
};

/** Counts of which one in twenty is not zero; feature 5 never is one. */
function countsOf(rowCount: number): DenseMatrix {
  const random = createRandom(3);
  const values = Float64Array.from({ length: rowCount * featureCount }, (_, at) =>
    at % featureCount === 5 ? 2 + random.below(3) : random.float() < 0.04 ? 1 + random.below(3) : 0,
  );
  return { kind: 'dense', rowCount, columnCount: featureCount, values };
}

/** A network on a batch that begins at a column of its workspace, as entries or as whole inputs. */
function createCase(rowCount: number, byEntries: boolean, hidden: readonly number[] = [33, 18], epsilon = 4) {
  const random = createRandom(5);
  const shape = {
    featureCount,
    hidden,
    outputCount: 5,
    loss: 'softmax',
    epsilon,
    initialisation: 'all',
    activation: 'relu',
    byEntries,
  } as const;
  const network = createNetwork(engine, shape, random);
  const [layer] = network.layers;
  layer.bias.view.forEach((_, o) => {
    layer.bias.view[o] = random.float() - 0.5;
  });
  layer.velocity.view.forEach((_, k) => {
    layer.velocity.view[k] = random.float() - 0.5;
  });
  const work = createWorkspace(network, column + paddedWidth(rowCount));
  for (let b = 0; b < rowCount; b++) work.targets.view[column + b] = random.below(5);
  const matrix = countsOf(rowCount);
  const found = finish(inputEntrySteps(matrix, scaling, rowCount));
  assert.ok(found);
  const rows = Int32Array.from({ length: rowCount }, (_, row) => row);
  if (byEntries) {
    const entries = createBatchEntries(engine, found, layer, rowCount);
    entries.load(rows, 0, rowCount);
    entries.begin();
    const batch: Batch = { input: entries.pointer, inputStride: 0, entries: entries.pointer, rowCount, column };
    return { network, work, batch, entries };
  }
  const stride = paddedStride(rowCount);
  const input = engine.memory.float32(featureCount * stride);
  for (let b = 0; b < rowCount; b++) {
    for (let j = 0; j < featureCount; j++) {
      const cell = matrix.values[b * featureCount + j];
      input.view[j * stride + b] = (cell - scaling.offset[j]) * scaling.factor[j];
    }
  }
  return { network, work, batch: { input: input.pointer, inputStride: stride, rowCount, column }, entries: undefined };
}

type Case = ReturnType<typeof createCase>;

/** All that the passes and the update write. */
function snapshot({ network: { layers }, work }: Case): Float32Array[] {
  const blocks = [...work.outputs, ...work.deltas, work.losses];
  for (const { weight, velocity, bias, biasVelocity } of layers) blocks.push(weight, velocity, bias, biasVelocity);
  const { transposed } = layers[0];
  return [...blocks, ...(transposed ? [transposed.weight] : [])].map(({ view }) => view.slice());
}

function assertClose(values: readonly Float32Array[], expected: readonly Float32Array[], tolerance: number): void {
  expected.forEach((block, at) => {
    block.forEach((value, i) => {
      const isClose = Math.abs(values[at][i] - value) < tolerance * Math.max(1, Math.abs(value));
      assert.ok(isClose, `block ${at}, place ${i}: ${values[at][i]} and ${value}`);
    });
  });
}

/** The calls of a step, each with its arguments and the end of its range. */
function callsOf({ network, work, batch }: Case): readonly (readonly [KernelName, readonly number[], number])[] {
  const { outCount, inCount } = network.layers[0];
  const record = [work.table, batch.input];
  const place = [work.stride, column];
  const vectors = paddedWidth(batch.rowCount) / 4;
  const { learningRate, momentum, weightDecay } = step;
  return [
    ['sumZeros', record, outCount],
    ['forwardEntries', [...record, ...place, network.activation, 0, vectors], outCount],
    ['stepBiases', [...record, ...place, 4 * vectors, learningRate, momentum], outCount],
    ['updateEntries', [...record, learningRate, momentum, weightDecay], inCount],
  ];
}

describe('the kernels of entries', () => {
  for (const [rowCount, epsilon] of [
    [1, 4],
    [4, 4],
    [19, 4],
    [37, 4],
    [37, fullyConnected],
  ]) {
    test(`do as their plain twins, on ${rowCount} rows and with epsilon ${epsilon}`, () => {
      const [fast, slow] = [0, 1].map(() => createCase(rowCount, true, undefined, epsilon));
      for (const each of [fast, slow]) passBatch(each.network, each.work, each.batch, 1 / rowCount);
      for (const [name, args, end] of callsOf(fast)) callKernel(engine, name, ...args, 0, end);
      for (const [name, args, end] of callsOf(slow)) callTwin(viewMemory(engine.memory), name, ...args, 0, end);
      for (const each of [fast, slow]) each.entries?.settle();
      assertClose(snapshot(fast), snapshot(slow), 3e-6);
    });
  }

  for (const epsilon of [4, fullyConnected]) {
    test(`give the same bits however neurons and columns are cut, with epsilon ${epsilon}`, () => {
      const [whole, cut] = [0, 1].map(() => createCase(37, true, undefined, epsilon));
      for (const each of [whole, cut]) passBatch(each.network, each.work, each.batch, 1 / 37);
      for (const [name, args, end] of callsOf(whole)) callKernel(engine, name, ...args, 0, end);
      for (const [name, args, end] of callsOf(cut)) {
        const cuts = [0, 3, 4, 17, end];
        for (let part = 3; part >= 0; part--) callKernel(engine, name, ...args, cuts[part], cuts[part + 1]);
        if (name !== 'forwardEntries') continue;
        const { outCount } = cut.network.layers[0];
        const given = args.slice(0, -2);
        for (const [first, last] of [
          [4, 10],
          [0, 1],
          [1, 4],
        ])
          callKernel(engine, name, ...given, first, last, 0, outCount);
      }
      for (const each of [whole, cut]) each.entries?.settle();
      assert.deepEqual(snapshot(cut), snapshot(whole));
    });
  }
});

describe('a network on entries', () => {
  for (const hidden of [[33], [33, 18]]) {
    test(`with layers of ${hidden} passes and learns as on whole inputs`, () => {
      const [entries, whole] = [createCase(37, true, hidden), createCase(37, false, hidden)];
      for (let round = 0; round < 3; round++) {
        const losses = [entries, whole].map((each) => {
          const loss = passBatch(each.network, each.work, each.batch, 1 / 37);
          updateLayers(each.network, each.work, each.batch, step);
          return loss;
        });
        assert.ok(Math.abs(losses[0] - losses[1]) < 1e-4 * losses[1], `${losses}`);
      }
      entries.entries?.settle();
      const [found, expected] = [entries, whole].map(({ network }) =>
        network.layers.flatMap(({ weight, velocity, bias }) => [weight, velocity, bias].map(({ view }) => view)),
      );
      assertClose(found, expected, 1e-4);
      for (const each of [entries, whole]) forwardBatch(each.network, each.work, each.batch);
      const lastOf = ({ work }: Case) =>
        Array.from({ length: 5 }, (_, output) =>
          work.outputs[work.outputs.length - 1].view.slice(output * work.stride + column, output * work.stride + 45),
        );
      assertClose(lastOf(entries), lastOf(whole), 1e-3);
    });
  }
});

describe('the growth kernels of entries', () => {
  const [rowCount, outCount, stride] = [37, 33, 36];
  const deltas = randomFloats(rowCount * stride, 9);

  function createGrowth() {
    const { network, entries } = createCase(rowCount, true);
    assert.ok(entries);
    const { memory } = engine;
    const delta = memory.float32(rowCount * stride);
    for (let b = 0; b < rowCount; b++) delta.view.set(deltas.subarray(b * outCount, (b + 1) * outCount), b * stride);
    for (let o = 0; o < outCount; o++) {
      entries.deltaSum[o] = delta.view.reduce((sum, each, at) => (at % stride === o ? sum + each : sum), 0);
    }
    const neuron = memory.int32(featureCount);
    neuron.view.set(Int32Array.from({ length: featureCount }, (_, j) => j));
    const scratch = memory.float32(stride);
    return {
      layer: network.layers[0],
      entries: entries.pointer,
      delta: delta.pointer,
      neuron: neuron.pointer,
      scratch,
    };
  }

  test('find the strongest connection of every input neuron as the plain twin does, and none below the floor', () => {
    const { entries, delta, neuron, scratch } = createGrowth();
    const [best, bestOut] = [engine.memory.float32(featureCount), engine.memory.int32(featureCount)];
    for (const floor of [-1, 5]) {
      const args = [best.pointer, bestOut.pointer, scratch.pointer, entries, delta, neuron, stride, outCount, floor];
      for (const [from, to] of [
        [0, 7],
        [7, featureCount],
      ])
        callKernel(engine, 'bestEntryGradient', ...args, from, to, 0);
      const [values, outputs] = [best.view.slice(), bestOut.view.slice()];
      callTwin(viewMemory(engine.memory), 'bestEntryGradient', ...args, 0, featureCount, 0);
      assert.deepEqual(outputs, bestOut.view);
      assertClose([values], [best.view], 3e-6);
      assert.equal(values.includes(-1), floor > 0);
    }
  });

  test('collect the strongest missing connections as the plain twin does', () => {
    const { layer, entries, delta, neuron, scratch } = createGrowth();
    const [wanted, capacity] = [200, 400 + 4 * outCount];
    const ints = layouts.CandidateList.bytes / 4 + 3 * capacity + kernelNumbers.binCount;
    const reserved = engine.memory.int32(featureCount);
    reserved.view.fill(-1, 10);
    const collect = (call: (...args: number[]) => void): string[] => {
      const list = engine.memory.int32(ints);
      recordAt(engine.memory, 'CandidateList', list.pointer).set({ threshold: -1 });
      const into = [list.pointer, 4 * ints, wanted, capacity, scratch.pointer, entries, delta, neuron];
      const known = [layer.columnStart.pointer, layer.row.pointer, reserved.pointer, stride, outCount];
      call(...into, ...known, 0, featureCount, 0);
      callKernel(engine, 'keepLargest', list.pointer, capacity, wanted);
      const first = layouts.CandidateList.bytes / 4 + capacity;
      return Array.from(
        { length: wanted },
        (_, at) => `${list.view[first + at]} ${list.view[first + capacity + at]}`,
      ).sort();
    };
    const fast = collect((...args) => callKernel(engine, 'collectEntryGradients', ...args));
    const slow = collect((...args) => callTwin(viewMemory(engine.memory), 'collectEntryGradients', ...args));
    assert.deepEqual(fast, slow);
    assert.equal(new Set(fast).size, wanted);
  });
});

function randomFloats(length: number, seed: number): Float32Array {
  const random = createRandom(seed);
  return Float32Array.from({ length }, () => 2 * random.float() - 1);
}
