/** EntryPrune where it can be worked out by hand, and its network beside a plain one. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createSerialEngine, type Engine } from '../../compute/engine.js';
import { createRandom } from '../../maths/random.js';
import { EntryNetwork } from '../../network/dense/entry-network.js';
import { numberedClasses } from '../../target/class-target.js';
import type { TrainingSet } from '../../types.js';
import { plantedSignal } from '../example-training.js';
import { resolveOptions } from '../resolve-options.js';
import { entryPrune, relativeChanges } from './entryprune.js';

let engine: Engine;
before(async () => {
  engine = await createSerialEngine();
});
after(() => engine.dispose());

describe('relative change', () => {
  test('is the distance from the mean change in deviations, worked out by hand', () => {
    // Three inputs to two hidden neurons move by 1 + 1, 0 + 2 and 5 + 0: mean 3, deviation sqrt((1 + 1 + 4) / 2).
    const before = Float32Array.of(1, 0, 0, 0, 0, 0);
    const after = Float32Array.of(0, 0, 5, 1, -2, 0);
    const expected = [-1, -1, 2].map((distance) => distance / Math.sqrt(3));
    relativeChanges(before, after, 3).forEach((change, i) => {
      assert.ok(Math.abs(change - expected[i]) < 1e-12);
    });
  });

  test('is 0 where all inputs moved as far, and where there is one', () => {
    assert.deepEqual([...relativeChanges(new Float32Array(4), Float32Array.of(1, 1, 0, 0), 2)], [0, 0]);
    assert.deepEqual([...relativeChanges(new Float32Array(1), Float32Array.of(7), 1)], [0]);
  });
});

/** Four rows of five features in two classes. */
function fewRows(): TrainingSet {
  const random = createRandom(3);
  const columnCount = 5;
  const values = Float64Array.from({ length: 4 * columnCount }, () => random.float() - 0.5);
  return {
    matrix: { kind: 'dense', rowCount: 4, columnCount, values },
    target: numberedClasses(Int32Array.of(0, 1, 0, 1), 2),
    scaling: { method: 'none', offset: new Float64Array(columnCount), factor: new Float64Array(columnCount).fill(1) },
  };
}

describe('the network of EntryPrune', () => {
  const [hidden, learningRate] = [3, 0.1];
  const step = { learningRate, momentum: 0, weightDecay: 0 };
  const features = Int32Array.of(0, 2, 3);
  const create = (training: TrainingSet) =>
    new EntryNetwork(engine, training, features, { hidden, batchSize: 4, step }, createRandom(1));

  test('lowers its loss by a step, and moves the weights of its inputs', () => {
    const training = fewRows();
    const network = create(training);
    const order = Int32Array.of(0, 1, 2, 3);
    const first = network.trainBatch(order, 0, 4);
    const before = network.inputWeights();
    const second = network.trainBatch(order, 0, 4);
    assert.ok(second < first);
    assert.ok(network.inputWeights().some((weight, at) => weight !== before[at]));
  });

  test('keeps the weights of the features that stay, and begins those that come in at 0', () => {
    const network = create(fewRows());
    const before = network.inputWeights();
    network.exchange(Int32Array.of(1, 2, 4));
    const after = network.inputWeights();
    for (let h = 0; h < hidden; h++) {
      // Feature 2 was at place 1 and is there again.
      assert.deepEqual([...after.subarray(3 * h, 3 * h + 3)], [0, before[3 * h + 1], 0]);
    }
    assert.deepEqual([...network.features], [1, 2, 4]);
  });

  test('moves the weights of a feature that came in down the gradient of the loss', () => {
    const training = fewRows();
    const network = create(training);
    network.exchange(Int32Array.of(0, 2, 4));
    const order = Int32Array.of(0, 1, 2, 3);
    const numerical = (place: number, h: number): number => {
      // The loss with one weight of the new feature a little larger and a little smaller.
      const at = (shift: number): number => {
        const probe = create(training);
        probe.exchange(Int32Array.of(0, 2, 4));
        probe.first.weight.view[h * probe.first.stride + place] = shift;
        return probe.trainBatch(order, 0, 4) / 4;
      };
      return (at(0.01) - at(-0.01)) / 0.02;
    };
    network.trainBatch(order, 0, 4);
    const moved = network.inputWeights();
    for (let h = 0; h < hidden; h++) {
      const expected = -learningRate * numerical(2, h);
      assert.ok(Math.abs(moved[3 * h + 2] - expected) < 1e-4, `moved by ${moved[3 * h + 2]}, expected ${expected}`);
    }
  });
});

test('planted features have the highest scores, and every feature has been an input', async () => {
  const informative = [3, 11, 70];
  const training = plantedSignal({ rowCount: 200, featureCount: 100, informative, seed: 2 });
  const options = resolveOptions(entryPrune, { rounds: 20, roundSteps: 20 });
  const { ranking, scores } = await entryPrune.select(training, 3, options, { engine, random: createRandom(1) });
  assert.deepEqual(
    [...ranking.slice(0, 3)].sort((a, b) => a - b),
    informative,
  );
  assert.ok(new Set(scores).size === 100);
});
