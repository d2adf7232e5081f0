/** Growth with a screen finds what growth without one finds, bit by bit, for deltas near to and far from few directions. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createComparingEngine } from '../../../test/fixtures/comparing-engine.js';
import type { Engine } from '../../compute/engine.js';
import { kernelNumbers } from '../../compute/kernels-interface.js';
import { callKernel, referenceKernels } from '../../compute/reference/index.js';
import { viewMemory } from '../../compute/reference/views.js';
import { createRandom } from '../../maths/random.js';
import { createScreen, growthScratch } from './screen.js';
import { groupRecords } from './screen-groups.js';

let engine: Engine;
before(async () => {
  engine = await createComparingEngine();
});

interface Case {
  readonly title: string;
  readonly outputCount: number;
  /** Size of what the deltas have outside a few directions. */
  readonly noise: number;
  /** Size of all numbers. */
  readonly scale: number;
}

const cases: readonly Case[] = [
  { title: 'deltas that lie in a few directions', outputCount: 3, noise: 0, scale: 1 },
  { title: 'deltas that nearly do', outputCount: 3, noise: 0.02, scale: 1 },
  { title: 'more classes', outputCount: 10, noise: 0.02, scale: 1 },
  { title: 'deltas in all directions', outputCount: 4, noise: 1, scale: 1 },
  { title: 'tiny numbers', outputCount: 4, noise: 0.01, scale: 1e-15 },
  { title: 'numbers whose squares are infinite', outputCount: 4, noise: 0.01, scale: 1e18 },
  { title: 'deltas of 0', outputCount: 4, noise: 0, scale: 0 },
];

const [inCount, outCount, width, stride, directions] = [61, 203, 60, 64, 3];

function createCase({ outputCount, noise, scale }: Case) {
  const { memory } = engine;
  const random = createRandom(11);
  const centred = (): number => 2 * random.float() - 1;
  const mixed = Array.from({ length: directions }, () => Array.from({ length: width }, centred));
  const delta = memory.float32(outCount * stride);
  const input = memory.float32(inCount * stride);
  for (let o = 0; o < outCount; o++) {
    const shares = mixed.map(centred);
    for (let b = 0; b < width; b++) {
      const inside = shares.reduce((sum, share, j) => sum + share * mixed[j][b], 0);
      delta.view[o * stride + b] = scale * (inside + noise * centred());
    }
  }
  // Several inputs are the same, so that gradients tie.
  for (let i = 0; i < inCount; i++) {
    for (let b = 0; b < width; b++) {
      input.view[i * stride + b] = i % 5 === 4 ? input.view[(i - 1) * stride + b] : random.float();
    }
  }
  const screen = createScreen(engine, { outputCount, mostOutputs: outCount, stride, width });
  // As for many inputs, so that output neurons are grouped.
  screen.aim(delta.pointer, outCount, 1e6);
  return { delta, input, screen };
}

for (const one of cases) {
  describe(`with ${one.title}`, () => {
    test('the best connection of every neuron is the same', () => {
      const { delta, input, screen } = createCase(one);
      const { memory } = engine;
      const best = memory.float32(inCount);
      const bestOut = memory.int32(inCount);
      const scratch = memory.float32(growthScratch(outCount));
      const run = (address: number, floor: number) => {
        const pointers = [best.pointer, bestOut.pointer, scratch.pointer, address, input.pointer, delta.pointer];
        callKernel(engine, 'bestGradient', ...pointers, stride, stride, width, outCount, floor, 0, inCount, 0);
        return { best: best.view.slice(), bestOut: bestOut.view.slice() };
      };
      const computed = run(0, -1);
      assert.deepEqual(run(screen.pointer, -1), computed);
      const floor = computed.best.slice().sort()[40];
      assert.deepEqual(run(screen.pointer, floor), run(0, floor));
    });

    test('the best connections are the same, from any threshold that is not too high', () => {
      const { delta, input, screen } = createCase(one);
      const { memory } = engine;
      const neurons = memory.int32(inCount);
      neurons.view.set(Int32Array.from({ length: inCount }, (_, a) => a));
      const scratch = memory.float32(growthScratch(outCount));
      // Every neuron has two connections, and every seventh is promised one more.
      const [columnStart, row, reserved] = [
        memory.int32(inCount + 1),
        memory.int32(2 * inCount),
        memory.int32(inCount),
      ];
      columnStart.view.forEach((_, i) => {
        columnStart.view[i] = 2 * i;
      });
      row.view.set(Array.from({ length: inCount }, (_, i) => [i % 40, 100 + (i % 40)]).flat());
      reserved.view.forEach((_, i) => {
        reserved.view[i] = i % 7 === 0 ? 60 + i : -1;
      });
      const wanted = 200;
      const capacity = 2 * wanted + 4 * outCount;
      const list = memory.int32(4 + 3 * capacity + 32768);
      const threshold = new Float32Array(list.view.buffer, list.pointer, 2);
      const run = (address: number, start: number): string[] => {
        list.view.fill(0);
        threshold[1] = start;
        const pointers = [scratch.pointer, address, input.pointer, delta.pointer, neurons.pointer];
        const index = [columnStart.pointer, row.pointer, reserved.pointer];
        const numbers = [stride, stride, width, outCount, 0, inCount, 0];
        callKernel(engine, 'collectGradients', list.pointer, 0, wanted, capacity, ...pointers, ...index, ...numbers);
        callKernel(engine, 'keepLargest', list.pointer, capacity, wanted);
        const [values, inputs, outputs] = [0, 1, 2].map((array) => list.view.subarray(4 + array * capacity));
        return Array.from({ length: list.view[0] }, (_, at) => `${inputs[at]} ${outputs[at]} ${values[at]}`).sort();
      };
      const computed = run(0, -1);
      const least = threshold[1];
      assert.equal(computed.length, wanted);
      assert.deepEqual(run(screen.pointer, -1), computed);
      if (least > 0) assert.deepEqual(run(screen.pointer, Math.fround(0.9 * least)), computed);
    });
  });
}

test('the projections of the deltas are those of the plain twin, and the directions are orthonormal', () => {
  const { delta, screen } = createCase(cases[2]);
  const { memory } = engine;
  const [rank, , basis, records] = new Uint32Array(memory.buffer, screen.pointer, 4);
  assert.equal(rank, 12);
  const read = () => new Float32Array(memory.buffer, records, outCount * (rank + 4)).slice();
  const fast = read();
  referenceKernels(viewMemory(memory)).projectDeltas(screen.pointer, delta.pointer, stride, width, 0, outCount);
  read().forEach((value, at) => {
    assert.ok(Math.abs(fast[at] - value) < 1e-5, `place ${at}: ${fast[at]} against ${value}`);
  });
  const rows = new Float32Array(memory.buffer, basis, rank * stride);
  const product = (i: number, j: number): number =>
    rows.subarray(i * stride, i * stride + width).reduce((sum, v, b) => sum + v * rows[j * stride + b], 0);
  for (let i = 0; i < rank; i++) {
    for (let j = 0; j <= i; j++) assert.ok(Math.abs(product(i, j) - (i === j ? 1 : 0)) < 1e-6, `${i} and ${j}`);
  }
});

test('every output neuron is in one group, whose box holds its coefficients and norms', () => {
  const rank = 4;
  const random = createRandom(2);
  // The last coefficient hardly differs, and the first decides which way round a record is.
  const sizes = [3, 1, 1, 1e-6, 0.1, 2, 0.1, 2];
  const records = Float32Array.from({ length: outCount * 8 }, (_, at) => {
    const size = sizes[at % 8];
    return at % 8 < rank ? size * (2 * random.float() - 1) : size * random.float();
  });
  const { order, sorted, groups, groupCount } = groupRecords(records, outCount, rank);
  assert.equal(groupCount, Math.ceil(outCount / kernelNumbers.groupSize));
  assert.deepEqual(
    [...order].sort((a, b) => a - b),
    Array.from({ length: outCount }, (_, o) => o),
  );
  order.forEach((o, place) => {
    const own = sorted.subarray(place * 8, place * 8 + 8);
    const sign = own[0] === records[o * 8] ? 1 : -1;
    const group = groups.subarray(Math.floor(place / kernelNumbers.groupSize) * 12);
    for (let j = 0; j < rank; j++) {
      assert.equal(own[j], sign * records[o * 8 + j]);
      assert.ok(Math.abs(own[j] - group[j]) <= group[rank + j]);
    }
    for (const norm of [0, 1]) assert.ok(records[o * 8 + rank + norm] <= group[2 * rank + norm]);
  });
});

test('there are no groups where records differ in too many ways', () => {
  const random = createRandom(3);
  const records = Float32Array.from({ length: 100 * 24 }, () => 2 * random.float() - 1);
  assert.equal(groupRecords(records, 100, 20).groupCount, 0);
});

test('there is no screen where the sample is hardly longer than the classes are many', () => {
  assert.equal(createScreen(engine, { outputCount: 20, mostOutputs: 5, stride: 32, width: 32 }).pointer, 0);
});
