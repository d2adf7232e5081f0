/** Growth at random: every inactive neuron and every missing connection equally likely. */
import { placeOf } from '../../maths/place-of.js';
import { type Random, shuffle } from '../../maths/random.js';
import type { Growth } from './growth.js';
import type { SparseLayer } from './layer.js';
import { countMissing } from './missing-connections.js';
import type { NewConnections } from './rewire.js';

export function createRandomGrowth(layers: readonly SparseLayer[], random: Random): Growth {
  return {
    prepare: async () => {},

    chooseNeurons: async (inactive, count) => {
      const neuron = shuffle(inactive.slice(), random).slice(0, count);
      return { neuron, output: neuron.map(() => random.below(layers[0].outCount)) };
    },

    chooseConnections: async (index, inputs, count, reserved) => {
      const layer = layers[index];
      const missing = countMissing(layer, inputs, reserved);
      if (missing < count) throw new Error(`${count} connections were to be grown where ${missing} are missing`);
      return count > missing / 4
        ? drawFromAll(layer, inputs, count, reserved, random)
        : drawByRejection(layer, inputs, count, reserved, random);
    },
  };
}

/** Where a quarter or more of the missing connections is wanted: list them all and take the first of a shuffle. */
function drawFromAll(
  layer: SparseLayer,
  inputs: Int32Array,
  count: number,
  reserved: Int32Array | undefined,
  random: Random,
): NewConnections {
  const places: number[] = [];
  inputs.forEach((i, a) => {
    for (let o = 0; o < layer.outCount; o++) {
      if (reserved?.[i] !== o && !isConnected(layer, i, o)) places.push(a * layer.outCount + o);
    }
  });
  const chosen = shuffle(places, random).slice(0, count);
  return {
    count,
    input: Int32Array.from(chosen, (place) => inputs[Math.floor(place / layer.outCount)]),
    output: Int32Array.from(chosen, (place) => place % layer.outCount),
  };
}

function drawByRejection(
  layer: SparseLayer,
  inputs: Int32Array,
  count: number,
  reserved: Int32Array | undefined,
  random: Random,
): NewConnections {
  const drawn = new Set<number>();
  const input = new Int32Array(count);
  const output = new Int32Array(count);
  while (drawn.size < count) {
    const a = random.below(inputs.length);
    const o = random.below(layer.outCount);
    const i = inputs[a];
    const key = a * layer.outCount + o;
    if (reserved?.[i] === o || drawn.has(key) || isConnected(layer, i, o)) continue;
    input[drawn.size] = i;
    output[drawn.size] = o;
    drawn.add(key);
  }
  return { count, input, output };
}

/** Looked for among the output neurons of input neuron i, which stand in ascending order. */
function isConnected({ row, columnStart }: SparseLayer, i: number, o: number): boolean {
  return placeOf(row.view, columnStart.view[i], columnStart.view[i + 1], o) >= 0;
}
