/** The kernels that renew the connections of a layer, against their plain twins, whatever way the work is cut. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createComparingEngine } from '../../test/fixtures/comparing-engine.js';
import { createRandom } from '../maths/random.js';
import { connectAtRandom } from '../network/sparse/connect.js';
import { allocateLayer } from '../network/sparse/layer.js';
import { type Engine, evenBounds } from './engine.js';
import type { KernelName } from './kernels.js';
import { kernelNumbers, layouts } from './kernels-interface.js';
import { callKernel, callTwin } from './reference/index.js';
import { viewMemory } from './reference/views.js';

let engine: Engine;
before(async () => {
  engine = await createComparingEngine();
});

const shapes = [
  { inCount: 40, outCount: 23, count: 300 },
  { inCount: 7, outCount: 30, count: 210 },
  { inCount: 60, outCount: 3, count: 40 },
  { inCount: 1, outCount: 1, count: 1 },
  { inCount: 5, outCount: 4, count: 0 },
];

/** A layer with few different weights, so that there are equals, and some of 0. */
function createCase({ inCount, outCount, count }: (typeof shapes)[number]) {
  const { memory } = engine;
  const random = createRandom(3);
  const layer = allocateLayer(engine, inCount, outCount, count);
  connectAtRandom(layer, random);
  for (const { view } of [layer.weight, layer.velocity, layer.initial]) {
    for (let k = 0; k < count; k++) view[k] = (random.below(9) - 4) / 7;
  }
  const scratch = {
    magnitude: memory.float32(count),
    strongest: memory.float64(inCount),
    stays: memory.uint8(inCount),
    counts: memory.int32(kernelNumbers.cutCounts),
    cut: memory.float32(layouts.Cut.bytes / 4),
  };
  for (let i = 0; i < inCount; i++) scratch.stays.view[i] = random.below(4) === 0 ? 0 : 1;
  const { rowStart, column, weight, velocity, initial } = layer;
  const connections = [rowStart, column, weight, velocity, initial];
  return { layer, scratch, connections, random };
}

const pointers = (...blocks: readonly { readonly pointer: number }[]): number[] => blocks.map(({ pointer }) => pointer);

/** What a kernel, cut into parts where it has a range, and its twin leave in the blocks; what the kernel left stays. */
function assertAlike(
  name: KernelName,
  args: readonly number[],
  blocks: readonly { readonly view: Float32Array | Int32Array; length?: number }[],
  ranges: readonly (readonly number[])[] = [[]],
  whole: readonly number[] = [],
): void {
  const before = blocks.map(({ view }) => view.slice());
  callTwin(viewMemory(engine.memory), name, ...args, ...whole);
  const plain = blocks.map(({ view, length }) => [...view.subarray(0, length)]);
  blocks.forEach(({ view }, at) => {
    view.set(before[at]);
  });
  for (const range of ranges) callKernel(engine, name, ...args, ...range);
  assert.deepEqual(
    blocks.map(({ view, length }) => [...view.subarray(0, length)]),
    plain,
  );
}

function partsOf(count: number, parts: number): number[][] {
  const bounds = evenBounds(count, parts);
  return Array.from({ length: parts }, (_, part) => [bounds[part], bounds[part + 1]]);
}

for (const shape of shapes) {
  const { inCount, outCount, count } = shape;
  describe(`${count} connections between ${inCount} and ${outCount} neurons`, () => {
    for (const parts of [1, 3]) {
      test(`connections are rated, in ${parts} parts, with and without neurons that go`, () => {
        const { layer, scratch } = createCase(shape);
        const { magnitude, strongest, stays } = scratch;
        for (const going of [stays.pointer, 0]) {
          const args = [magnitude.pointer, strongest.pointer, going];
          const given = [...args, ...pointers(layer.rowStart, layer.column, layer.weight), outCount];
          assertAlike('rateConnections', given, [magnitude], partsOf(inCount, parts), [0, inCount]);
        }
      });

      test(`strengths are the same sums, in ${parts} parts`, () => {
        const { layer } = createCase(shape);
        const strength = engine.memory.float32(inCount);
        for (const initial of [layer.initial.pointer, 0]) {
          const given = [...pointers(strength, layer.rowStart, layer.column, layer.weight), initial, outCount];
          assertAlike('measureStrength', given, [strength], partsOf(inCount, parts), [0, inCount]);
        }
      });
    }

    test('the smallest are found and dropped, the first among equals; as many others are put in', () => {
      for (const share of [0, 0.3, 0.8, 1]) {
        const { layer, scratch, connections, random } = createCase(shape);
        const { magnitude, strongest, stays, counts, cut } = scratch;
        const rated = pointers(magnitude, strongest, stays, layer.rowStart, layer.column, layer.weight);
        callKernel(engine, 'rateConnections', ...rated, outCount, 0, inCount);
        const due = Math.floor(share * count);
        assertAlike('cutSmallest', [...pointers(cut, counts, magnitude), count, due], [cut]);
        // What stands behind the last connection is nobody's.
        const left = connections.map(({ view }, at) => ({ view, length: at === 0 ? outCount + 1 : count - due }));
        assertAlike('dropConnections', [...pointers(...connections, magnitude, cut), outCount], left);
        assert.equal(layer.rowStart.view[outCount], count - due);

        const missing: [number, number][] = [];
        for (let o = 0; o < outCount; o++) {
          const own = layer.column.view.subarray(layer.rowStart.view[o], layer.rowStart.view[o + 1]);
          for (let i = 0; i < inCount; i++) if (!own.includes(i)) missing.push([i, o]);
        }
        const grown = missing.sort(() => random.float() - 0.5).slice(0, due);
        const [input, output, columns, order] = Array.from({ length: 4 }, () => engine.memory.int32(grown.length));
        const [start, next] = [engine.memory.int32(outCount + 1), engine.memory.int32(inCount + 1)];
        input.view.set(grown.map(([i]) => i));
        output.view.set(grown.map(([, o]) => o));
        const given = [...pointers(start, columns, next, order, input, output), grown.length, inCount, outCount];
        assertAlike('groupByOutput', given, [start, columns]);
        assertAlike('insertConnections', [...pointers(...connections, start, columns), outCount], connections);
      }
    });
  });
}

test('an index too large for the cache is filled part by part, and where columns begin is found alone too', () => {
  const [inCount, outCount, count] = [200, 400, 70_000];
  for (const hasTransposed of [false, true]) {
    const layer = allocateLayer(engine, inCount, outCount, count, hasTransposed);
    connectAtRandom(layer, createRandom(4));
    const { columnStart, row, transposed, rowStart, column, weight } = layer;
    const written = [columnStart, row, ...(transposed ? [transposed.weight, transposed.place] : [])];
    const index = [transposed?.weight.pointer ?? 0, transposed?.place.pointer ?? 0];
    for (const into of [0, row.pointer]) {
      for (const { view } of written) view.fill(0);
      const given = [columnStart.pointer, into, ...index, ...pointers(rowStart, column, weight), inCount, outCount];
      assertAlike('transposeIndex', given, written, partsOf(inCount, 2), [0, inCount]);
    }
  }
});
