/** Every kernel against its plain twin, over sizes, tails and densities; wide vectors and native code, where they are, to the bit. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createComparingEngine } from '../../test/fixtures/comparing-engine.js';
import { createRandom, type Random } from '../maths/random.js';
import { growthScratch } from '../network/sparse/screen.js';
import type { Engine } from './engine.js';
import type { KernelName } from './kernels.js';
import { kernelNumbers } from './kernels-interface.js';
import type { Block } from './memory.js';
import { callKernel, referenceKernels } from './reference/index.js';
import { viewMemory } from './reference/views.js';

let engine: Engine;
before(async () => {
  engine = await createComparingEngine();
});

/** Runs a kernel and its twin on the same inputs and returns both results of every output block. */
function both(
  name: KernelName,
  args: readonly number[],
  outputs: readonly Block<Float32Array | Int32Array>[],
): { fast: number[][]; plain: number[][] } {
  const before = outputs.map(({ view }) => view.slice());
  callKernel(engine, name, ...args);
  const fast = outputs.map(({ view }) => [...view]);
  outputs.forEach(({ view }, at) => {
    view.set(before[at]);
  });
  const plainKernel = referenceKernels(viewMemory(engine.memory))[name] as (...numbers: number[]) => void;
  plainKernel(...args);
  return { fast, plain: outputs.map(({ view }) => [...view]) };
}

/** The largest difference, relative to the size of the values (and to 1 where they are smaller). */
function difference({ fast, plain }: { fast: number[][]; plain: number[][] }): number {
  let worst = 0;
  plain.forEach((values, at) => {
    const size = values.reduce((most, value) => Math.max(most, Math.abs(value)), 1);
    values.forEach((value, i) => {
      worst = Math.max(worst, Math.abs(fast[at][i] - value) / size);
    });
  });
  return worst;
}

interface Shape {
  readonly inCount: number;
  readonly outCount: number;
  readonly width: number;
  readonly density: number;
}

/** Every size that a tile of the batch can have, up to 25 vectors, and more. */
const widths = [...Array.from({ length: 26 }, (_, tile) => 4 * (tile + 1)), 128];
const shapes: Shape[] = [
  ...widths.map((width) => ({ inCount: 7, outCount: 5, width, density: 0.5 })),
  ...[0, 0.02, 0.1, 0.9, 1].map((density) => ({ inCount: 30, outCount: 23, width: 100, density })),
  { inCount: 1, outCount: 1, width: 4, density: 1 },
  { inCount: 300, outCount: 2, width: 20, density: 0.3 },
  // More inputs and outputs than native code takes at a time, and every number of connections that is left over.
  { inCount: 2400, outCount: 131, width: 100, density: 0.006 },
];
const titleOf = ({ inCount, outCount, width, density }: Shape): string =>
  `${inCount} x ${outCount}, ${width} columns, density ${density}`;

/** A layer with random connections, and the activations and deltas on both of its sides. */
function createCase({ inCount, outCount, width, density }: Shape, random: Random) {
  const { memory } = engine;
  const inStride = width + 4 * random.below(3);
  const outStride = width + 4 * random.below(3);
  const pairs: [number, number][] = [];
  for (let o = 0; o < outCount; o++) {
    for (let i = 0; i < inCount; i++) if (random.float() < density) pairs.push([o, i]);
  }
  const count = Math.max(1, pairs.length);
  const rowStart = memory.int32(outCount + 1);
  const column = memory.int32(count);
  const columnStart = memory.int32(inCount + 1);
  const row = memory.int32(count);
  const place = memory.int32(count);
  pairs.forEach(([o, i], k) => {
    rowStart.view[o + 1] = k + 1;
    column.view[k] = i;
  });
  for (let o = 0; o < outCount; o++) rowStart.view[o + 1] = Math.max(rowStart.view[o], rowStart.view[o + 1]);
  let filled = 0;
  for (let i = 0; i < inCount; i++) {
    pairs.forEach(([o, from], k) => {
      if (from !== i) return;
      row.view[filled] = o;
      place.view[k] = filled++;
    });
    columnStart.view[i + 1] = filled;
  }
  const floats = (length: number): Block<Float32Array> => {
    const block = memory.float32(length);
    block.view.forEach((_, at) => {
      block.view[at] = 2 * random.float() - 1;
    });
    return block;
  };
  return {
    inStride,
    outStride,
    rowStart,
    column,
    columnStart,
    row,
    place,
    transposed: floats(count),
    weight: floats(count),
    velocity: floats(count),
    bias: floats(outCount),
    biasVelocity: floats(outCount),
    input: floats(inCount * inStride),
    inDelta: floats(inCount * inStride),
    output: floats(outCount * outStride),
  };
}

for (const shape of shapes) {
  describe(`a layer of ${titleOf(shape)}`, () => {
    const { inCount, outCount, width } = shape;

    for (const activation of [0, 1, 2]) {
      test(`forward with activation ${activation} agrees with its twin`, () => {
        const c = createCase(shape, createRandom(1));
        const args = [c.output, c.input, c.bias, c.rowStart, c.column, c.weight].map(({ pointer }) => pointer);
        const run = both('forward', [...args, c.outStride, c.inStride, width, activation, 0, outCount], [c.output]);
        assert.ok(difference(run) < 1e-6, `difference ${difference(run)}`);
      });
    }

    for (const activation of [1, 2]) {
      test(`backpropagate with activation ${activation} agrees with its twin`, () => {
        const c = createCase(shape, createRandom(2));
        const blocks = [c.inDelta, c.input, c.output, c.columnStart, c.row, c.weight];
        const args = [...blocks.map(({ pointer }) => pointer), c.inStride, c.outStride, width, activation, 0, inCount];
        const run = both('backpropagate', args, [c.inDelta]);
        assert.ok(difference(run) < 1e-6, `difference ${difference(run)}`);
      });
    }

    test('update agrees with its twin', () => {
      const c = createCase(shape, createRandom(3));
      const { weight, velocity, bias, biasVelocity, transposed, place, output, input, rowStart, column } = c;
      const blocks = [weight, velocity, bias, biasVelocity, transposed, place, output, input, rowStart, column];
      const args = [
        ...blocks.map(({ pointer }) => pointer),
        c.outStride,
        c.inStride,
        width,
        0.01,
        0.9,
        0.001,
        0,
        outCount,
      ];
      const run = both('update', args, [weight, velocity, bias, biasVelocity, transposed]);
      assert.ok(difference(run) < 1e-6, `difference ${difference(run)}`);
    });

    test('a part of the neurons touches no others', () => {
      const c = createCase(shape, createRandom(4));
      const before = c.output.view.slice();
      const args = [c.output, c.input, c.bias, c.rowStart, c.column, c.weight].map(({ pointer }) => pointer);
      const from = Math.floor(outCount / 3);
      const to = Math.ceil((2 * outCount) / 3);
      callKernel(engine, 'forward', ...args, c.outStride, c.inStride, width, 1, from, to);
      for (let o = 0; o < outCount; o++) {
        if (o >= from && o < to) continue;
        const row = [o * c.outStride, (o + 1) * c.outStride] as const;
        assert.deepEqual(c.output.view.subarray(...row), before.subarray(...row));
      }
    });
  });
}

test('tanh is within 5e-7 of the true value, relative, over its whole range, and never beyond 1', () => {
  const values = [...Array(4000).keys()].map((i) => (i - 2000) / 150).concat([1e-30, -1e-8, 3e-4, 88, -1e30]);
  const padded = values.concat(Array(4 - (values.length % 4)).fill(0));
  const { memory } = engine;
  const input = memory.float32(padded.length);
  input.view.set(padded);
  const output = memory.float32(padded.length);
  const one = memory.float32(1);
  one.view[0] = 1;
  const zero = memory.float32(1);
  const rowStart = memory.int32(2);
  rowStart.view[1] = 1;
  const column = memory.int32(1);
  const pointers = [output, input, zero, rowStart, column, one].map(({ pointer }) => pointer);
  callKernel(engine, 'forward', ...pointers, padded.length, padded.length, padded.length, 1, 0, 1);
  input.view.forEach((x, at) => {
    const truth = Math.tanh(x);
    assert.ok(Math.abs(output.view[at] - truth) <= 5e-7 * Math.abs(truth), `tanh(${x}) gave ${output.view[at]}`);
    assert.ok(Math.abs(output.view[at]) <= 1);
  });
});

for (const [classCount, rowCount] of [
  [2, 4],
  [10, 97],
  [26, 20],
  [3, 1],
] as const) {
  test(`softmax over ${classCount} classes and ${rowCount} rows agrees with its twin, padding is 0`, () => {
    const random = createRandom(5);
    const { memory } = engine;
    const width = Math.ceil(rowCount / 4) * 4;
    const stride = width + 4;
    const logits = memory.float32(classCount * stride);
    logits.view.forEach((_, at) => {
      logits.view[at] = 30 * (random.float() - 0.5);
    });
    const delta = memory.float32(classCount * stride);
    const loss = memory.float32(width);
    const labels = memory.float32(width);
    const weights = memory.float32(width);
    labels.view.forEach((_, at) => {
      labels.view[at] = random.below(classCount);
      weights.view[at] = (at % 3) / 2;
    });
    const args = [...[delta, loss, logits, labels, weights].map(({ pointer }) => pointer), kernelNumbers.softmaxLoss];
    const run = both('loss', [...args, classCount, stride, rowCount, 0.25, 0, width / 4], [delta, loss]);
    assert.ok(difference(run) < 1e-6, `difference ${difference(run)}`);
    assert.ok(run.fast[1].slice(rowCount).every((value) => value === 0));
  });

  test(`squared loss of ${classCount} outputs and ${rowCount} rows agrees with its twin, padding is 0`, () => {
    const random = createRandom(6);
    const { memory } = engine;
    const width = Math.ceil(rowCount / 4) * 4;
    const stride = width + 4;
    const draw = (length: number) => {
      const block = memory.float32(length);
      for (let at = 0; at < length; at++) block.view[at] = 2 * random.float() - 1;
      return block;
    };
    const [outputs, targets, weights] = [draw(classCount * stride), draw(classCount * stride), draw(width)];
    const [delta, loss] = [memory.float32(classCount * stride), memory.float32(width)];
    const blocks = [delta, loss, outputs, targets, weights].map(({ pointer }) => pointer);
    const args = [...blocks, kernelNumbers.squaredLoss, classCount, stride, rowCount, 0.25, 0, width / 4];
    const run = both('loss', args, [delta, loss]);
    assert.ok(difference(run) < 1e-6, `difference ${difference(run)}`);
    assert.ok(run.fast[1].slice(rowCount).every((value) => value === 0));
  });
}

const stored = [Float32Array, Float64Array, Uint8Array, Uint16Array, Uint32Array, Int8Array, Int16Array, Int32Array];
stored.forEach((Type, type) => {
  test(`copyIn reads ${Type.name} as its twin does`, () => {
    const random = createRandom(6);
    const { memory } = engine;
    // Cells are there from feature 2 on; the last row vector is not full.
    const [rowCount, width, firstFeature, featureCount, apart] = [7, 8, 2, 9, 10];
    const staging = memory.float64(rowCount * apart);
    const cells = new Type(staging.view.buffer as ArrayBuffer, staging.pointer, rowCount * apart);
    cells.forEach((_, at) => {
      cells[at] = random.below(300) - 100;
    });
    const rows = memory.int32(rowCount);
    rows.view.forEach((_, r) => {
      rows.view[r] = staging.pointer + r * apart * cells.BYTES_PER_ELEMENT;
    });
    const offset = memory.float64(featureCount);
    const factor = memory.float64(featureCount);
    for (let f = 0; f < featureCount; f++) {
      offset.view[f] = random.float();
      factor.view[f] = random.float();
    }
    const features = memory.int32(5);
    features.view.set([2, 3, 4, 6, 8]);
    const out = memory.float32(featureCount * 8);
    for (const compact of [0, 1]) {
      out.view.fill(9);
      const args = [out, rows, features, offset, factor].map(({ pointer }) => pointer);
      const run = both('copyIn', [...args, 8, rowCount, width, firstFeature, type, compact, 1, 5], [out]);
      assert.deepEqual(run.fast, run.plain);
    }
  });
});

for (const shape of shapes.filter(({ outCount }) => outCount > 1)) {
  test(`growth over ${titleOf(shape)} finds what its twin finds`, () => {
    const { inCount, outCount, width } = shape;
    const c = createCase(shape, createRandom(7));
    const { memory } = engine;
    const best = memory.float32(inCount);
    const bestOut = memory.int32(inCount);
    const scratch = memory.float32(growthScratch(outCount));
    const [none, floor] = [{ pointer: 0 }, -1];
    const pointers = [best, bestOut, scratch, none, c.input, c.output].map(({ pointer }) => pointer);
    const found = both(
      'bestGradient',
      [...pointers, c.inStride, c.outStride, width, outCount, floor, 0, inCount, 0],
      [best, bestOut],
    );
    assert.ok(difference({ fast: [found.fast[0]], plain: [found.plain[0]] }) < 2e-6);
    assert.deepEqual(found.fast[1], found.plain[1]);

    const missing = inCount * outCount - c.columnStart.view[inCount];
    const neurons = memory.int32(inCount);
    neurons.view.forEach((_, a) => {
      neurons.view[a] = a;
    });
    const reserved = memory.int32(inCount);
    reserved.view.fill(-1);
    reserved.view[0] = 1;
    for (const wanted of new Set([1, Math.ceil(missing / 3), missing])) {
      if (wanted < 1) continue;
      const capacity = wanted + 4 * outCount;
      const lists = memory.int32(4 + 3 * capacity + 32768);
      const list = {
        pointer: lists.pointer,
        view: new Float32Array(lists.view.buffer, lists.pointer, lists.view.length),
      };
      list.view[1] = -1;
      const args = [
        list.pointer,
        0,
        wanted,
        capacity,
        ...[scratch, none, c.input, c.output, neurons, c.columnStart, c.row, reserved].map(({ pointer }) => pointer),
        c.inStride,
        c.outStride,
        width,
        outCount,
      ];
      callKernel(engine, 'collectGradients', ...args, 0, inCount, 0);
      callKernel(engine, 'keepLargest', list.pointer, capacity, wanted);
      const fast = candidates(lists.view, capacity);
      lists.view.fill(0);
      list.view[1] = -1;
      const plain = referenceKernels(viewMemory(memory)).collectGradients as (...numbers: number[]) => void;
      plain(...args, 0, inCount, 0);
      assert.deepEqual(fast, candidates(lists.view, capacity));
    }
  });
}

/** The connections of a list as sorted pairs; the values are compared by bestGradient. */
function candidates(list: Int32Array, capacity: number): string[] {
  return Array.from(
    { length: list[0] },
    (_, at) => `${list[4 + capacity + at]} -> ${list[4 + 2 * capacity + at]}`,
  ).sort();
}
