/** What pruning and growing may never do: lose a connection, double one, or put it out of order. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { createComparingEngine } from '../../../test/fixtures/comparing-engine.js';
import type { Engine } from '../../compute/engine.js';
import { createRandom } from '../../maths/random.js';
import { connectAtRandom, connectionCount } from './connect.js';
import { initialiseWeights } from './initialise.js';
import { allocateLayer, type SparseLayer, transposeIndex } from './layer.js';
import { countMissing, listMissing } from './missing-connections.js';
import { createNetwork } from './network.js';
import { createPruneScratch, pruneConnections, pruneInputs } from './prune.js';
import { createRandomGrowth } from './random-growth.js';
import { neuronsWhere, regrowInputs } from './regrow-inputs.js';
import { insertConnections } from './rewire.js';
import { markSmallest, nthSmallest } from './select-smallest.js';
import { measureStrength } from './strength.js';

let engine: Engine;
before(async () => {
  engine = await createComparingEngine();
});

function createLayer(inCount: number, outCount: number, count: number, seed = 1): SparseLayer {
  const layer = allocateLayer(engine, inCount, outCount, count, true);
  connectAtRandom(layer, createRandom(seed));
  initialiseWeights(layer, true, createRandom(seed));
  return layer;
}

/** The connections as "output <- input", after checking that both indexes are in order and agree. */
function connectionsOf(layer: SparseLayer): string[] {
  const { rowStart, column, columnStart, row, weight, transposed } = layer;
  const byRow: string[] = [];
  assert.equal(rowStart.view[0], 0);
  assert.equal(rowStart.view[layer.outCount], layer.connectionCount);
  for (let o = 0; o < layer.outCount; o++) {
    for (let k = rowStart.view[o]; k < rowStart.view[o + 1]; k++) {
      if (k > rowStart.view[o]) assert.ok(column.view[k] > column.view[k - 1], 'columns ascend, none twice');
      const place = transposed!.place.view[k];
      assert.equal(row.view[place], o);
      assert.equal(transposed!.weight.view[place], weight.view[k]);
      byRow.push(`${o} <- ${column.view[k]}`);
    }
  }
  const byColumn: string[] = [];
  for (let i = 0; i < layer.inCount; i++) {
    for (let k = columnStart.view[i]; k < columnStart.view[i + 1]; k++) {
      if (k > columnStart.view[i]) assert.ok(row.view[k] > row.view[k - 1], 'rows ascend');
      byColumn.push(`${row.view[k]} <- ${i}`);
    }
  }
  assert.deepEqual(byColumn.sort(), [...byRow].sort());
  return byRow;
}

test('a layer has round(epsilon * (in + out)) connections, at most all of them', () => {
  assert.equal(connectionCount(784, 1000, 30), 53520);
  assert.equal(connectionCount(2, 3, 30), 6);
  assert.equal(connectionCount(10, 10, 0.26), 5);
});

test('MNIST at the paper settings has 183,520 weights', () => {
  const sparse = connectionCount(784, 1000, 30) + 2 * connectionCount(1000, 1000, 30);
  assert.equal(sparse + 1000 * 10, 183520);
});

test('connections are distinct and exactly as many as asked, at any density', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 40 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (inCount, outCount, density) => {
        const count = Math.round(density * inCount * outCount);
        assert.equal(connectionsOf(createLayer(inCount, outCount, count)).length, count);
      },
    ),
    { numRuns: 60 },
  );
});

test('every possible connection is equally likely', () => {
  const hits = new Map<string, number>();
  const runs = 3000;
  for (let seed = 0; seed < runs; seed++) {
    for (const pair of connectionsOf(createLayer(4, 3, 5, seed))) hits.set(pair, (hits.get(pair) ?? 0) + 1);
  }
  // 12 pairs, each drawn with probability 5/12: mean 1250, standard deviation 27.
  assert.equal(hits.size, 12);
  for (const [pair, count] of hits) assert.ok(Math.abs(count - 1250) < 5 * 27, `${pair}: ${count}`);
});

test('fan-in-aware weights are 1 / sqrt(density) times as large', () => {
  const plain = allocateLayer(engine, 50, 50, 100);
  connectAtRandom(plain, createRandom(1));
  initialiseWeights(plain, false, createRandom(2));
  const limit = Math.sqrt(6 / 100);
  assert.ok(plain.weight.view.every((w) => Math.abs(w) <= limit));
  const before = plain.weight.view.slice();
  initialiseWeights(plain, true, createRandom(2));
  plain.weight.view.forEach((w, k) => {
    assert.ok(Math.abs(w / before[k] - 5) < 1e-5); // density 100 / 2500
  });
});

test('the n smallest values are found, the lower index first among equals', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 60 }),
      fc.nat(),
      (numbers, pick) => {
        const values = Float32Array.from(numbers);
        const n = pick % (values.length + 1);
        const isSmall = new Uint8Array(values.length).fill(7);
        markSmallest(isSmall, values, n);
        const taken = numbers.map((_, index) => index).filter((index) => isSmall[index] === 1);
        const order = numbers.map((_, index) => index).sort((a, b) => numbers[a] - numbers[b] || a - b);
        assert.deepEqual(
          taken,
          order.slice(0, n).sort((a, b) => a - b),
        );
        if (n > 0) assert.equal(nthSmallest(values, n), [...numbers].sort((a, b) => a - b)[n - 1]);
      },
    ),
  );
});

test('pruning keeps exactly the largest weights', () => {
  const layer = createLayer(20, 15, 120);
  const weights = [...layer.weight.view].map(Math.abs).sort((a, b) => a - b);
  const dropped = pruneConnections(layer, 0.3, createPruneScratch(engine, 120, 20));
  transposeIndex(layer);
  assert.equal(dropped, 36);
  assert.equal(connectionsOf(layer).length, 84);
  const left = [...layer.weight.view.subarray(0, 84)].map(Math.abs).sort((a, b) => a - b);
  assert.deepEqual(left, weights.slice(36));
});

test('pruning connections silences no input neuron', () => {
  const layer = createLayer(30, 10, 60);
  const active = neuronsWhere(layer, true);
  pruneInputs(layer, new Float32Array(30), active, 0, 0.99, createPruneScratch(engine, 60, 30));
  transposeIndex(layer);
  assert.deepEqual(neuronsWhere(layer, true), active);
});

test('pruning inputs keeps the largest weights of the neurons that stay, and the strongest of each', () => {
  const layer = createLayer(12, 9, 70);
  const strengths = new Float32Array(12);
  measureStrength(strengths, layer, 'weight');
  const sizes = connectionsOf(layer).map((pair, k) => ({ pair, size: Math.abs(layer.weight.view[k]) }));
  const pruned = pruneInputs(layer, strengths, neuronsWhere(layer, true), 3, 0.5, createPruneScratch(engine, 70, 12));
  transposeIndex(layer);
  const inputOf = (pair: string): number => Number(pair.split(' <- ')[1]);
  const staying = sizes.filter(({ pair }) => !pruned.includes(inputOf(pair))).sort((a, b) => b.size - a.size);
  const strongest = new Map(staying.toReversed().map((one) => [inputOf(one.pair), one]));
  const others = staying.filter((one) => strongest.get(inputOf(one.pair)) !== one);
  const kept = staying.length - Math.floor(staying.length / 2) - strongest.size;
  const expected = [...strongest.values(), ...others.slice(0, kept)].map(({ pair }) => pair);
  assert.deepEqual(new Set(connectionsOf(layer)), new Set(expected));
});

test('pruning neurons takes exactly the weakest and all of their connections', () => {
  const layer = createLayer(12, 9, 70);
  const strengths = new Float32Array(12);
  measureStrength(strengths, layer, 'weight');
  const order = [...strengths.keys()].sort((a, b) => strengths[a] - strengths[b]);
  const pruned = pruneInputs(layer, strengths, neuronsWhere(layer, true), 4, 0, createPruneScratch(engine, 70, 12));
  transposeIndex(layer);
  assert.deepEqual(
    [...pruned],
    order.slice(0, 4).sort((a, b) => a - b),
  );
  assert.deepEqual([...neuronsWhere(layer, false)], [...pruned]);
});

test('inserted connections begin at 0 and leave the others as they were', () => {
  const layer = createLayer(8, 6, 20);
  const scratch = createPruneScratch(engine, 20, 8);
  pruneConnections(layer, 0.5, scratch);
  transposeIndex(layer);
  const before = new Map(connectionsOf(layer).map((pair, k) => [pair, layer.weight.view[k]]));
  const missing: [number, number][] = [];
  for (let o = 0; o < 6; o++) for (let i = 0; i < 8; i++) if (!before.has(`${o} <- ${i}`)) missing.push([o, i]);
  const chosen = missing.filter((_, at) => at % 3 === 0).slice(0, 10);
  insertConnections(layer, {
    count: chosen.length,
    input: Int32Array.from(chosen, ([, i]) => i),
    output: Int32Array.from(chosen, ([o]) => o),
  });
  transposeIndex(layer);
  connectionsOf(layer).forEach((pair, k) => {
    assert.equal(layer.weight.view[k], before.get(pair) ?? 0);
    if (!before.has(pair)) assert.equal(layer.velocity.view[k], 0);
  });
  assert.equal(layer.connectionCount, before.size + chosen.length);
});

test('an update of the input layer keeps the connections and follows the schedule, also at odd sizes', async () => {
  for (const [inCount, outCount, count] of [
    [40, 20, 200],
    [2, 50, 100],
    [3, 4, 12],
    [50, 3, 40],
    [1, 5, 5],
  ] as const) {
    const layer = createLayer(inCount, outCount, count, 9);
    const growth = createRandomGrowth([layer], createRandom(5));
    const scratch = createPruneScratch(engine, count, inCount);
    const strengths = new Float32Array(inCount);
    let active = neuronsWhere(layer, true).length;
    for (let epoch = 0; epoch < 12; epoch++) {
      const goal = Math.max(1, Math.min(active, inCount) - 2);
      measureStrength(strengths, layer, 'weight');
      const before = layer.connectionCount;
      await regrowInputs(layer, strengths, { growCount: epoch % 3, activeAfter: goal }, 0.2, growth, scratch);
      assert.equal(connectionsOf(layer).length, Math.min(before, goal * outCount));
      active = neuronsWhere(layer, true).length;
      assert.equal(active, goal);
      layer.weight.view.forEach((_, k) => {
        layer.weight.view[k] += 0.01 * ((k * 7919) % 13);
      });
    }
  }
});

test('the missing connections are all that there are not, but for those kept free', () => {
  const layer = createLayer(9, 7, 30);
  const inputs = Int32Array.of(0, 3, 4, 8);
  const reserved = new Int32Array(9).fill(-1);
  const existing = new Set(connectionsOf(layer));
  const free = [...inputs].flatMap((i) => Array.from({ length: 7 }, (_, o) => `${o} <- ${i}`));
  const missing = free.filter((pair) => !existing.has(pair));
  const [first, ...others] = missing;
  reserved[Number(first.split(' <- ')[1])] = Number(first.split(' <- ')[0]);
  const count = countMissing(layer, inputs, reserved);
  const { input, output } = listMissing(layer, inputs, count, reserved);
  assert.deepEqual(
    Array.from(input, (i, at) => `${output[at]} <- ${i}`),
    others,
  );
  assert.equal(countMissing(layer, inputs, undefined), missing.length);
});

const shape = {
  featureCount: 40,
  hidden: [30, 20],
  outputCount: 3,
  loss: 'softmax',
  epsilon: 3,
  activation: 'tanh',
  initialisation: 'dense',
} as const;

test('networks can begin with the same connections and weights of their own', () => {
  const begin = (seed: number, shared?: number) =>
    createNetwork(engine, shape, createRandom(seed), shared === undefined ? undefined : createRandom(shared)).layers;
  const [own, sharing, other] = [begin(1), begin(2, 1), begin(2)];
  own.forEach((layer, index) => {
    assert.deepEqual(connectionsIn(sharing[index]), connectionsIn(layer), 'those of the first');
    assert.deepEqual(sharing[index].weight.view, other[index].weight.view, 'those that it would have by itself');
    assert.notDeepEqual(sharing[index].weight.view, layer.weight.view);
  });
  assert.notDeepEqual(connectionsIn(other[0]), connectionsIn(own[0]));
});

test('a network that does not fit is refused before anything of it is drawn', () => {
  const drawn = () => assert.fail('connections were drawn for a network that does not fit');
  const random = { ...createRandom(1), fork: drawn };
  const mark = engine.memory.mark();
  const tooLarge = { ...shape, hidden: [20_000, 20_000], epsilon: 1e4 } as const;
  assert.throws(() => createNetwork(engine, tooLarge, random), /kernel memory, more than there is/);
  engine.memory.release(mark);
});

function connectionsIn({ rowStart, column, connectionCount: count }: SparseLayer) {
  return [Array.from(rowStart.view), Array.from(column.view.subarray(0, count))];
}
