import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSerialEngine } from '../../compute/engine.js';
import { createRandom } from '../../maths/random.js';
import { numberedClasses } from '../../target/class-target.js';
import type { TrainingSet } from '../../types.js';
import { relief } from './relief.js';

function training(values: readonly number[], featureCount: number, labels: readonly number[]): TrainingSet {
  const rowCount = labels.length;
  return {
    matrix: { kind: 'dense', rowCount, columnCount: featureCount, values: Float64Array.from(values) },
    target: numberedClasses(Int32Array.from(labels), 3),
    scaling: {
      method: 'none',
      offset: new Float64Array(featureCount),
      factor: new Float64Array(featureCount).fill(1),
    },
  };
}

async function scoresOf(set: TrainingSet, options: { neighbours: number; rows: number }, seed = 1) {
  const engine = await createSerialEngine();
  const { scores } = await relief.select(set, 1, options, { random: createRandom(seed), engine });
  return scores;
}

test('two classes and one neighbour give the values worked out by hand', async () => {
  // Feature 0 tells the classes apart (range 8), feature 1 does not (range 2).
  const set = training([0, 0, 2, 2, 8, 0, 6, 2], 2, [0, 0, 1, 1]);
  // Row 0: hit row 1 (0.25, 1); misses: row 2 at 1 + 0, row 3 at 0.75 + 1, so row 2 (1, 0). By symmetry, row 2 likewise.
  // Row 1: hit row 0 (0.25, 1); misses: row 2 at 0.75 + 1, row 3 at 0.5 + 0, so row 3 (0.5, 0). Row 3 likewise.
  const expected = [(0.75 + 0.25) / 2, -1];
  const scores = await scoresOf(set, { neighbours: 1, rows: 10 });
  expected.forEach((value, feature) => {
    assert.ok(Math.abs(scores[feature] - value) < 1e-12);
  });
});

test('misses of several classes are weighted by how frequent the classes are', async () => {
  // Class 0 has two rows at 0, class 1 one row at 1, class 2 one row at 0.5; range 1.
  const set = training([0, 0, 1, 0.5], 1, [0, 0, 1, 2]);
  // Rows 0 and 1: hit 0; misses 1 and 0.5 with weights 0.25 / 0.5 each: 0.75.
  // Row 2 has no hit; misses: class 0 at 1 with 0.5 / 0.75, class 2 at 0.5 with 0.25 / 0.75: 5 / 6.
  // Row 3: class 0 at 0.5 with 2 / 3, class 1 at 0.5 with 1 / 3: 0.5.
  const scores = await scoresOf(set, { neighbours: 3, rows: 10 });
  assert.ok(Math.abs(scores[0] - (0.75 + 0.75 + 5 / 6 + 0.5) / 4) < 1e-12);
});

test('with more rows than are looked at, the seed draws them; with fewer it changes nothing', async () => {
  const random = createRandom(3);
  const labels = Array.from({ length: 60 }, (_, row) => row % 3);
  const values = Array.from({ length: 60 * 5 }, () => random.float());
  const set = training(values, 5, labels);
  assert.deepEqual(
    await scoresOf(set, { neighbours: 3, rows: 60 }, 1),
    await scoresOf(set, { neighbours: 3, rows: 60 }, 2),
  );
  assert.notDeepEqual(
    await scoresOf(set, { neighbours: 3, rows: 20 }, 1),
    await scoresOf(set, { neighbours: 3, rows: 20 }, 2),
  );
});
