/** The dense kernels against their plain twins, over sizes and tails. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createComparingEngine } from '../../test/fixtures/comparing-engine.js';
import { createRandom, type Random } from '../maths/random.js';
import type { Engine } from './engine.js';
import type { KernelName } from './kernels.js';
import type { Block } from './memory.js';
import { callKernel, referenceKernels } from './reference/index.js';
import { viewMemory } from './reference/views.js';

let engine: Engine;
before(async () => {
  engine = await createComparingEngine();
});

/** The largest difference between a kernel and its twin, relative to the largest value (and to 1 where all are smaller). */
function difference(name: KernelName, args: readonly number[], outputs: readonly Block<Float32Array>[]): number {
  const before = outputs.map(({ view }) => view.slice());
  callKernel(engine, name, ...args);
  const fast = outputs.map(({ view }) => view.slice());
  outputs.forEach(({ view }, at) => {
    view.set(before[at]);
  });
  const plain = referenceKernels(viewMemory(engine.memory))[name] as (...numbers: number[]) => void;
  plain(...args);
  let worst = 0;
  outputs.forEach(({ view }, at) => {
    const size = view.reduce((most, value) => Math.max(most, Math.abs(value)), 1);
    view.forEach((value, i) => {
      worst = Math.max(worst, Math.abs(fast[at][i] - value) / size);
      assert.ok(Number.isFinite(fast[at][i]), `${name} gave ${fast[at][i]}`);
    });
  });
  return worst;
}

function floats(length: number, random: Random, size = 1): Block<Float32Array> {
  const block = engine.memory.float32(length);
  block.view.forEach((_, at) => {
    block.view[at] = size * (2 * random.float() - 1);
  });
  return block;
}

interface Shape {
  readonly inCount: number;
  readonly outCount: number;
  readonly width: number;
}

/** Rows rounded up to fours. */
const fours = (count: number): number => Math.ceil(count / 4) * 4;
/** Inputs that the update takes at a time. */
const tiles = (count: number): number => Math.ceil(count / 16);

function createCase({ inCount, outCount, width }: Shape, random: Random) {
  const inStride = width + 4 * random.below(3);
  const outStride = width + 4 * random.below(3);
  const weightStride = 16 * (tiles(inCount) + random.below(2));
  // Behind the last input there are zeros, which stay.
  const weights = (length: number, size: number) => {
    const block = floats(length, random, size);
    block.view.forEach((_, at) => {
      if (at % weightStride >= inCount) block.view[at] = 0;
    });
    return block;
  };
  const input = floats(fours(inCount) * inStride, random);
  input.view.fill(0, inCount * inStride);
  return {
    inStride,
    outStride,
    weightStride,
    // As in a network: sums of many products stay near 1.
    weight: weights(outCount * weightStride + 16, 1 / Math.sqrt(inCount)),
    velocity: weights(outCount * weightStride, 1),
    bias: floats(outCount, random),
    biasVelocity: floats(outCount, random),
    input,
    inDelta: floats(inCount * inStride, random),
    output: floats(outCount * outStride, random),
    products: floats(16 * tiles(inCount), random),
    scratch: engine.memory.float32(Math.max(128 * 16, 256 * width)),
  };
}

const widths = [4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 100];
const shapes: Shape[] = [
  ...widths.map((width) => ({ inCount: 7, outCount: 5, width })),
  // As many neurons at a time as native code takes with one vector of the batch, and some left over.
  ...[4, 8, 16, 20, 36].map((width) => ({ inCount: 19, outCount: 11, width })),
  { inCount: 1, outCount: 1, width: 4 },
  { inCount: 4, outCount: 2, width: 20 },
  { inCount: 300, outCount: 3, width: 20 },
  { inCount: 17, outCount: 523, width: 24 },
  { inCount: 513, outCount: 258, width: 8 },
];
const limit = 3e-6;

for (const shape of shapes) {
  const { inCount, outCount, width } = shape;
  describe(`a dense layer of ${inCount} x ${outCount}, ${width} columns`, () => {
    for (const activation of [0, 1, 2]) {
      test(`forward and backward with activation ${activation} agree with their twins`, () => {
        const c = createCase(shape, createRandom(1));
        const strides = [c.outStride, c.inStride, c.weightStride, inCount, width, activation, 0, outCount];
        const pointers = [c.output, c.input, c.bias, c.weight].map(({ pointer }) => pointer);
        assert.ok(difference('denseForward', [...pointers, ...strides], [c.output]) < limit);
        const back = [c.inDelta, c.input, c.output, c.weight, c.scratch].map(({ pointer }) => pointer);
        const rest = [c.inStride, c.outStride, c.weightStride, outCount, width, activation, 0, inCount, 0];
        assert.ok(difference('denseBackpropagate', [...back, ...rest], [c.inDelta]) < limit);
      });
    }

    test('forward without a bias adds to what is there', () => {
      const c = createCase(shape, createRandom(2));
      const args = [c.output.pointer, c.input.pointer, 0, c.weight.pointer];
      const strides = [c.outStride, c.inStride, c.weightStride, inCount, width, 0, 0, outCount];
      assert.ok(difference('denseForward', [...args, ...strides], [c.output]) < limit);
    });

    for (const hasBias of [true, false]) {
      test(`update ${hasBias ? 'with a bias and products' : 'without'} agrees with its twin`, () => {
        const c = createCase(shape, createRandom(3));
        const extras = hasBias ? [c.bias.pointer, c.biasVelocity.pointer, c.products.pointer] : [0, 0, 0];
        const pointers = [c.weight.pointer, c.velocity.pointer, ...extras, c.output.pointer, c.input.pointer];
        const strides = [c.outStride, c.inStride, c.weightStride, inCount, outCount, width];
        const args = [...pointers, c.scratch.pointer, ...strides, 0.01, 0.9, 0.001, 0, tiles(inCount), 0];
        c.products.view.fill(0);
        const outputs = [c.weight, c.velocity, c.bias, c.biasVelocity, c.products];
        assert.ok(difference('denseUpdate', args, outputs) < limit);
      });
    }

    test('gives the same bits wherever the neurons are cut', () => {
      const c = createCase(shape, createRandom(4));
      const forward = (from: number, to: number) => {
        const args = [c.output.pointer, c.input.pointer, c.bias.pointer, c.weight.pointer];
        callKernel(
          engine,
          'denseForward',
          ...args,
          c.outStride,
          c.inStride,
          c.weightStride,
          inCount,
          width,
          1,
          from,
          to,
        );
      };
      const backward = (from: number, to: number) => {
        const args = [c.inDelta, c.input, c.output, c.weight, c.scratch].map(({ pointer }) => pointer);
        const rest = [c.inStride, c.outStride, c.weightStride, outCount, width, 1, from, to, 0];
        callKernel(engine, 'denseBackpropagate', ...args, ...rest);
      };
      const update = (from: number, to: number) => {
        const blocks = [c.weight, c.velocity, c.bias, c.biasVelocity, c.products, c.output, c.input, c.scratch];
        const rest = [c.outStride, c.inStride, c.weightStride, inCount, outCount, width, 0.01, 0.9, 0.001, from, to, 0];
        callKernel(engine, 'denseUpdate', ...blocks.map(({ pointer }) => pointer), ...rest);
      };
      const outputs = [c.weight, c.velocity, c.bias, c.biasVelocity, c.products, c.inDelta, c.output];
      const start = outputs.map(({ view }) => view.slice());
      const runCut = (parts: number): Float32Array[] => {
        outputs.forEach(({ view }, at) => {
          view.set(start[at]);
        });
        for (const [work, count] of [
          [forward, outCount],
          [backward, inCount],
          [update, tiles(inCount)],
        ] as const) {
          for (let p = 0; p < parts; p++) work(Math.floor((count * p) / parts), Math.floor((count * (p + 1)) / parts));
        }
        return outputs.map(({ view }) => view.slice());
      };
      assert.deepEqual(runCut(3), runCut(1));
    });
  });
}

for (const width of [4, 20, 100]) {
  test(`gates on rows of ${width} columns agree with their twin`, () => {
    const random = createRandom(5);
    const stride = width + 4;
    const [a, out] = [0, 1].map(() => floats(9 * stride, random));
    const gate = floats(9, random);
    const scale = [out.pointer, a.pointer, gate.pointer, stride, width, 0, 9];
    assert.equal(difference('scaleRows', scale, [out]), 0);
  });
}
