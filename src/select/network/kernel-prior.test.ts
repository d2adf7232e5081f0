import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSerialEngine } from '../../compute/engine.js';
import { createRandom } from '../../maths/random.js';
import { createBatchLoader } from '../../network/batch-loader.js';
import type { ClassTarget, Matrix, Target, TrainingSet } from '../../types.js';
import { chooseKernelRows, createKernelPrior, type KernelRows } from './kernel-prior.js';

const columnCount = 10;

/** Two classes, told by feature 3 alone. */
function trainingOf(rowCount: number, weights?: Float64Array): TrainingSet<Matrix, ClassTarget> {
  const random = createRandom(5);
  const labels = Int32Array.from({ length: rowCount }, (_, row) => row % 2);
  const values = Float32Array.from({ length: rowCount * columnCount }, (_, at) =>
    at % columnCount === 3 ? labels[Math.floor(at / columnCount)] : random.float(),
  );
  return {
    matrix: { kind: 'dense', rowCount, columnCount, values },
    target: { kind: 'classes', labels, classNames: ['a', 'b'] },
    scaling: { method: 'none', offset: new Float64Array(columnCount), factor: new Float64Array(columnCount).fill(1) },
    ...(weights && { weights }),
  };
}

const chosenOf = (training: TrainingSet<Matrix, Target>): KernelRows | undefined =>
  chooseKernelRows(training, createRandom(1));

describe('rows for a kernel machine', () => {
  test('are all of few rows, and count in full', () => {
    const chosen = chosenOf(trainingOf(256))!;
    assert.equal(chosen.weight, 1);
    assert.deepEqual(
      chosen.rows,
      Int32Array.from({ length: 256 }, (_, row) => row),
    );
  });

  test('are a sample of more, which counts the less the more there are, and not at all from 512 on', () => {
    const chosen = chosenOf(trainingOf(384))!;
    assert.equal(new Set(chosen.rows).size, 256);
    assert.ok(Math.abs(chosen.weight - 1 / 3) < 1e-12);
    assert.equal(chosenOf(trainingOf(512)), undefined);
  });

  test('are those alone that count', () => {
    const weights = Float64Array.from({ length: 8 }, (_, row) => (row < 3 ? 0 : 1));
    assert.deepEqual([...chosenOf(trainingOf(8, weights))!.rows], [3, 4, 5, 6, 7]);
  });

  test('are none for survival times', () => {
    const target = { kind: 'survival', times: new Float64Array(40), events: new Uint8Array(40) } as const;
    assert.equal(chosenOf({ ...trainingOf(40), target }), undefined);
  });
});

describe('the prior of the last neurons', () => {
  test('is there when no more than 4 K are left, and is that of those alone', async () => {
    const engine = await createSerialEngine();
    const training = trainingOf(40);
    const loader = createBatchLoader(engine, training, 40);
    const context = { engine, random: createRandom(1) };
    const prior = createKernelPrior(training, chosenOf(training)!, 1, loader, context);
    assert.equal(await prior(Int32Array.of(0, 1, 2, 3, 4)), undefined, 'five of K = 1');
    const { importance, weight } = (await prior(Int32Array.of(1, 3, 7)))!;
    assert.equal(weight, 1);
    assert.ok(importance[3] > 0);
    for (const feature of [1, 7]) assert.ok(importance[feature] < importance[3] / 10, `${importance}`);
    for (const feature of [0, 2, 4, 5, 6, 8, 9]) assert.equal(importance[feature], 0);
  });
});
