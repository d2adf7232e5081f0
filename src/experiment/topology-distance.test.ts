import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createRandom, shuffle } from '../maths/random.js';
import { topologyDistances, topologyOf } from './topology-distance.js';

/** A layer from the inputs of each neuron. */
function layer(inCount: number, inputs: readonly (readonly number[])[]) {
  const rowStart = [0];
  for (const each of inputs) rowStart.push(rowStart[rowStart.length - 1] + each.length);
  return topologyOf({ inCount, outCount: inputs.length, rowStart, column: inputs.flat() });
}

describe('the topology distance', () => {
  test('is the mean over the best matching, worked out by hand', () => {
    // {0,1} to {0,1}: 0. {2,3} to {3,40}: 2 of 3 differ. The other matching would cost 1 + 1.
    const first = layer(41, [
      [0, 1],
      [2, 3],
    ]);
    const second = layer(41, [
      [3, 40],
      [0, 1],
    ]);
    assert.deepEqual(topologyDistances([first], [second]), [2 / 3 / 2]);
  });

  test('is 0 between neurons without inputs and 1 to any other', () => {
    assert.deepEqual(topologyDistances([layer(3, [[]])], [layer(3, [[]])]), [0]);
    assert.deepEqual(topologyDistances([layer(3, [[]])], [layer(3, [[1]])]), [1]);
  });

  test('does not see how hidden neurons are numbered, in any layer', () => {
    const random = createRandom(5);
    const sizes = [40, 30, 35, 20];
    const layers = sizes.slice(1).map((outCount, index) =>
      Array.from({ length: outCount }, () => {
        const inputs = shuffle(
          Array.from({ length: sizes[index] }, (_, i) => i),
          random,
        );
        return inputs.slice(0, 5 + random.below(6));
      }),
    );
    let names = Array.from({ length: sizes[0] }, (_, i) => i);
    const renumbered = layers.map((neurons) => {
      const named = neurons.map((inputs) => inputs.map((input) => names[input]));
      const order = shuffle([...neurons.keys()], random);
      names = order.map((_, neuron) => order.indexOf(neuron));
      return order.map((neuron) => named[neuron]);
    });
    const build = (each: readonly (readonly number[])[][]) => each.map((neurons, i) => layer(sizes[i], neurons));
    assert.deepEqual(topologyDistances(build(layers), build(renumbered)), [0, 0, 0]);
  });
});
