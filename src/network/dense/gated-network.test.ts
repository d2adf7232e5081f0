/** The gradient of the gates, against differences of the loss. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createSerialEngine, type Engine } from '../../compute/engine.js';
import { createRandom } from '../../maths/random.js';
import { numberedClasses } from '../../target/class-target.js';
import type { TrainingSet } from '../../types.js';
import { GatedNetwork } from './gated-network.js';

let engine: Engine;
before(async () => {
  engine = await createSerialEngine();
});
after(() => engine.dispose());

const [rowCount, featureCount, classCount] = [11, 5, 3];

function training(factors: readonly number[]): TrainingSet {
  const random = createRandom(4);
  return {
    matrix: {
      kind: 'dense',
      rowCount,
      columnCount: featureCount,
      values: Float64Array.from({ length: rowCount * featureCount }, () => 2 * random.float() - 1),
    },
    target: numberedClasses(
      Int32Array.from({ length: rowCount }, (_, row) => row % classCount),
      classCount,
    ),
    scaling: { method: 'none', offset: new Float64Array(featureCount), factor: Float64Array.from(factors) },
  };
}

/** One step on all rows as one batch, from the same weights and noise every time: the mean loss, and mu after it. */
function step(factors: readonly number[], learningRate: number, penalty = 0): { loss: number; means: Float64Array } {
  const shape = {
    hidden: [9, 6],
    activation: 'tanh',
    sigma: 0.1,
    penalty,
    batchSize: rowCount,
    step: { learningRate, momentum: 0.9, weightDecay: 0 },
  } as const;
  const mark = engine.memory.mark();
  const network = new GatedNetwork(engine, training(factors), shape, createRandom(2));
  const order = Int32Array.from({ length: rowCount }, (_, row) => row);
  const loss = network.trainBatch(order, 0, rowCount) / rowCount;
  engine.memory.release(mark);
  return { loss, means: network.gates.means };
}

test('the step on mu is the slope of the loss along the feature, over the gate', () => {
  const ones = Array(featureCount).fill(1);
  const { means } = step(ones, 1);
  // Gates with little noise are near 0.5; the same draw, taken again, tells how near.
  const size = 1e-2;
  for (let j = 0; j < featureCount; j++) {
    const moved = (amount: number) =>
      step(
        ones.map((one, i) => (i === j ? one + amount : one)),
        0,
      ).loss;
    // Scaling the feature scales gate times feature: d loss / d gate = d loss / d log(feature) / gate.
    const slope = (moved(size) - moved(-size)) / (2 * size);
    const gate = gateOf(j);
    assert.ok(Math.abs(-means[j] * gate - slope) < 2e-4, `feature ${j}: ${-means[j] * gate}, slope ${slope}`);
    assert.ok(Math.abs(slope) > 1e-4, 'the slope is large enough to be told from rounding');
  }
});

/** The gate that the first draw of `step` gives feature j. */
function gateOf(j: number): number {
  const gates = new Float32Array(featureCount);
  const shape = { hidden: [9, 6], activation: 'tanh', sigma: 0.1, penalty: 0, batchSize: rowCount } as const;
  const mark = engine.memory.mark();
  const rates = { learningRate: 0, momentum: 0, weightDecay: 0 };
  const network = new GatedNetwork(engine, training([1, 1, 1, 1, 1]), { ...shape, step: rates }, createRandom(2));
  network.gates.draw(gates);
  engine.memory.release(mark);
  return gates[j];
}

test('the penalty closes gates by the slope of the normal distribution function', () => {
  const ones = Array(featureCount).fill(1);
  const free = step(ones, 1e-3).means;
  const pressed = step(ones, 1e-3, 0.7).means;
  // Phi'(0.5 / 0.1) / 0.1 with the density at 5 deviations, 1.4867195147342977e-6.
  const expected = 1e-3 * 0.7 * 10 * 1.4867195147342977e-6;
  pressed.forEach((mean, j) => {
    assert.ok(Math.abs(free[j] - mean - expected) < 1e-12, `feature ${j}: ${free[j] - mean}, expected ${expected}`);
  });
});
