/** Neurons whose feature a stronger one tells: by hand, however the rows are stored, and in a selection. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createSerialEngine, type Engine } from '../../src/compute/engine.js';
import { fillNormal } from '../../src/maths/normal.js';
import { createRandom } from '../../src/maths/random.js';
import type { TrainingState } from '../../src/network/sparse/train-epoch.js';
import { neurofs, runNeurofs } from '../../src/select/network/neurofs.js';
import { resolveOptions } from '../../src/select/resolve-options.js';
import { numberedClasses } from '../../src/target/class-target.js';
import type { Matrix, TrainingSet } from '../../src/types.js';
import { createLikeness, likeness } from './likeness.js';

let engine: Engine;
before(async () => {
  engine = await createSerialEngine();
});
after(() => engine.dispose());

const unscaled = (columnCount: number): TrainingSet['scaling'] => ({
  method: 'none',
  offset: new Float64Array(columnCount),
  factor: new Float64Array(columnCount).fill(1),
});

const trainingOf = (matrix: Matrix): TrainingSet => ({
  matrix,
  target: numberedClasses(new Int32Array(matrix.rowCount), 1),
  scaling: unscaled(matrix.columnCount),
});

/** What the comparison looks at of a network of which these features are active. */
function stateOf(matrix: Matrix, features: readonly number[]): TrainingState {
  const block = engine.memory.int32(matrix.columnCount);
  block.view.set(features);
  return { network: { engine }, active: { block, count: features.length } } as unknown as TrainingState;
}

/** Feature 1 is feature 0 turned round, 2 has nothing to do with them, 3 has half in common with 2, 4 is constant. */
const rows = [
  [1, -1, 1, 1, 5],
  [1, -1, -1, -1, 5],
  [-1, 1, 1, 0, 5],
  [-1, 1, -1, 0, 5],
];
const dense: Matrix = { kind: 'dense', rowCount: 4, columnCount: 5, values: Float64Array.from(rows.flat()) };
const cells = rows.map((row) => row.flatMap((value, column) => (value === 0 ? [] : [{ column, value }])));
const sparse: Matrix = {
  kind: 'sparse',
  rowCount: 4,
  columnCount: 5,
  rowStart: Float64Array.of(0, ...cells.map((_, row) => cells.slice(0, row + 1).flat().length)),
  column: Int32Array.from(cells.flat(), ({ column }) => column),
  value: Float64Array.from(cells.flat(), ({ value }) => value),
};

const weakened = (matrix: Matrix, strengths: readonly number[], active = [0, 1, 2, 3, 4]): number[] => {
  const changed = Float32Array.from(strengths);
  createLikeness(trainingOf(matrix), stateOf(matrix, active), 0.8)(changed);
  return Array.from(changed, (strength) => Number(strength.toFixed(5)));
};

describe('likeness', () => {
  for (const [name, matrix] of Object.entries({ dense, sparse })) {
    test(`takes from the weaker one what the stronger tells, ${name} rows`, () => {
      // r^2 is 1 of 0 and 1, and a half of 2 and 3: 2 * (1 - 0.8) and 3 * (1 - 0.4).
      assert.deepEqual(weakened(matrix, [5, 2, 4, 3, 1]), [5, 0.4, 4, 1.8, 1]);
      assert.deepEqual(weakened(matrix, [2, 5, 3, 4, 1]), [0.4, 5, 1.8, 4, 1]);
    });
  }

  test('leaves neurons alone that are not active, and compares only with those that are', () => {
    assert.deepEqual(weakened(dense, [5, 2, 4, 3, 1], [1, 3]), [5, 2, 4, 3, 1]);
  });

  test('says the same again when neurons go and come back', () => {
    const state = stateOf(dense, [0, 1, 2, 3]);
    const weaken = createLikeness(trainingOf(dense), state, 0.8);
    for (const features of [
      [0, 1, 2, 3],
      [1, 3],
      [0, 3],
      [0, 1, 2, 3],
    ]) {
      state.active.block.view.set(features);
      state.active = { ...state.active, count: features.length };
      const strengths = Float32Array.of(5, 2, 4, 3, 1);
      weaken(strengths);
      assert.deepEqual([...strengths], [...Float32Array.from(weakened(dense, [5, 2, 4, 3, 1], features))]);
    }
  });

  test('among copies of one signal a second signal is selected', async () => {
    const [rowCount, columnCount] = [200, 40];
    const noise = new Float64Array(rowCount * columnCount);
    fillNormal(noise, createRandom(2));
    const labels = Int32Array.from({ length: rowCount }, (_, row) => row % 4);
    // Features 0 to 3 tell the classes 0 and 1 from 2 and 3, and are copies of each other; feature 4 tells even classes from odd ones.
    const values = noise.map((value, at) => {
      const [row, column] = [Math.floor(at / columnCount), at % columnCount];
      if (column < 4) return noise[row * columnCount] + 0.05 * value + 3 * (labels[row] >> 1);
      return column === 4 ? value + 0.8 * (labels[row] & 1) : value;
    });
    const training: TrainingSet = {
      matrix: { kind: 'dense', rowCount, columnCount, values },
      target: numberedClasses(labels, 4),
      scaling: unscaled(columnCount),
    };
    const select = async (share: number): Promise<number[]> => {
      const options = resolveOptions(neurofs, { prior: 'none' });
      const context = { engine, random: createRandom(1) };
      const { ranking } = await runNeurofs(training, 2, options, 'gradient', context, likeness(share)(training));
      return [...ranking.subarray(0, 2)].sort((a, b) => a - b);
    };
    const [first, second] = await select(0.8);
    assert.ok(first < 4 && second === 4, `${first} and ${second}`);
    assert.ok((await select(0)).every((feature) => feature < 4));
  });
});
