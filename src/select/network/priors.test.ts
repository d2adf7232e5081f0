/** The prior of NeuroFS: how much trees count, on which rows they grow, and how they enter the strength. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createSerialEngine, type Engine } from '../../compute/engine.js';
import { fillNormal } from '../../maths/normal.js';
import { createRandom } from '../../maths/random.js';
import { addPriors } from '../../network/sparse/strength-prior.js';
import { numberedClasses } from '../../target/class-target.js';
import type { DenseMatrix, Target, TrainingSet } from '../../types.js';
import { findPriors } from './priors.js';

let engine: Engine;
before(async () => {
  engine = await createSerialEngine();
});
after(() => engine.dispose());

test('strength and prior, both beside their means over the active neurons, add up: worked out by hand', () => {
  const strengths = Float32Array.of(1, 3, 9, 2);
  // Active are 0, 1 and 3: mean strength 2, mean importance 0.1.
  addPriors(strengths, [{ importance: Float64Array.of(0, 0.1, 0.7, 0.2), weight: 2 }], Int32Array.of(0, 1, 3));
  assert.deepEqual(
    Array.from(strengths, (strength) => Number(strength.toFixed(5))),
    [1, 7, 9, 10],
  );
});

test('a prior of 0 for all active neurons leaves the strengths as they are', () => {
  const strengths = Float32Array.of(1, 3);
  addPriors(strengths, [{ importance: Float64Array.of(0, 0), weight: 2 }], Int32Array.of(0, 1));
  assert.deepEqual([...strengths], [1, 3]);
});

/** 100 rows of 30 normal features; feature 4 tells the two classes apart by its square. Where alike, all share a part. */
function squared(shared: number, weights?: Float64Array): TrainingSet {
  const [rowCount, columnCount] = [100, 30];
  const noise = new Float64Array(rowCount * (columnCount + 1));
  fillNormal(noise, createRandom(5));
  const values = Float64Array.from({ length: rowCount * columnCount }, (_, at) => {
    return noise[at] + shared * noise[rowCount * columnCount + Math.floor(at / columnCount)];
  });
  const labels = Int32Array.from({ length: rowCount }, (_, row) => Number(values[row * columnCount + 4] ** 2 > 0.45));
  return {
    matrix: { kind: 'dense', rowCount, columnCount, values },
    target: numberedClasses(labels, 2),
    scaling: { method: 'none', offset: new Float64Array(columnCount), factor: new Float64Array(columnCount).fill(1) },
    ...(weights && { weights }),
  };
}

const prior = (training: TrainingSet<TrainingSet['matrix'], Target>) =>
  findPriors(training, 'trees+pairs', { engine, random: createRandom(1) });

describe('the prior', () => {
  test('finds a feature that acts by its square, and counts nearly in full where features are independent', async () => {
    const [{ importance, weight }, ...others] = await prior(squared(0));
    assert.deepEqual(others, []);
    assert.equal(importance.indexOf(Math.max(...importance)), 4);
    assert.ok(weight > 1.8 && weight <= 2, `weight ${weight}`);
  });

  test('does not count where the features are alike, which a fifth of the trees show', async () => {
    const grownFor = async (training: TrainingSet) => {
      let grown = 0;
      const run: Engine['run'] = (kernel, ...call) => {
        if (kernel === 'growTrees') grown++;
        engine.run(kernel, ...call);
      };
      const counting = { ...engine, memory: engine.memory, run };
      const priors = await findPriors(training, 'trees+pairs', { engine: counting, random: createRandom(1) });
      return { priors, grown };
    };
    const alike = await grownFor(squared(2));
    assert.deepEqual(alike, { priors: [], grown: 100 });
    assert.equal((await grownFor(squared(0))).grown, 500);
  });

  test('sees the square in a number too, whatever its tails', async () => {
    const training = squared(0);
    const { rowCount, columnCount, values } = training.matrix as DenseMatrix;
    const told = Float64Array.from({ length: rowCount }, (_, row) => values[row * columnCount + 4] ** 2);
    for (const tails of [1, 20]) {
      const target: Target = { kind: 'values', values: told.map((value) => value ** tails), outputCount: 1 };
      const [{ importance }, ...others] = await prior({ ...training, target });
      assert.deepEqual(others, []);
      assert.equal(importance.indexOf(Math.max(...importance)), 4);
    }
  });

  test('is absent for survival times', async () => {
    const times = new Float64Array(100).fill(1);
    const target: Target = { kind: 'survival', times, events: new Uint8Array(100).fill(1) };
    assert.deepEqual(await prior({ ...squared(0), target }), []);
  });

  test('never sees rows that count nothing', async () => {
    const weights = Float64Array.from({ length: 100 }, (_, row) => row % 2);
    const training = squared(0, weights);
    const found = await prior(training);
    const { matrix } = training;
    if (matrix.kind !== 'dense') throw new Error('dense rows are expected');
    const spoilt = matrix.values.map((value, at) => (Math.floor(at / 30) % 2 === 0 ? -value * at : value));
    assert.deepEqual(await prior({ ...training, matrix: { ...matrix, values: spoilt } }), found);
  });
});
