import assert from 'node:assert/strict';
import { test } from 'node:test';
import { predictLabels } from '../../../test/fixtures/predict-labels.js';
import { createSerialEngine } from '../../compute/engine.js';
import { referenceKernels } from '../../compute/reference/index.js';
import { viewMemory } from '../../compute/reference/views.js';
import { createRandom } from '../../maths/random.js';
import type { Points } from '../points.js';
import { findNeighbours } from './knn.js';

/** Plain search: all distances, sorted by distance and row. */
function searchPlainly(train: Points, test: Points, k: number): number[] {
  const found: number[] = [];
  for (let t = 0; t < test.rowCount; t++) {
    const distances = Array.from({ length: train.rowCount }, (_, row) => {
      let sum = 0;
      for (let f = 0; f < train.featureCount; f++) {
        sum += (test.x.view[t * test.stride + f] - train.x.view[row * train.stride + f]) ** 2;
      }
      return { row, sum };
    });
    distances.sort((a, b) => a.sum - b.sum || a.row - b.row);
    found.push(...distances.slice(0, k).map(({ row }) => row));
  }
  return found;
}

function points(rowCount: number, featureCount: number, value: () => number, engine: Engine): Points {
  const stride = Math.ceil(featureCount / 4) * 4;
  const x = engine.memory.float64(rowCount * stride);
  for (let row = 0; row < rowCount; row++) {
    for (let f = 0; f < featureCount; f++) x.view[row * stride + f] = value();
  }
  return { rowCount, featureCount, stride, x };
}
type Engine = Awaited<ReturnType<typeof createSerialEngine>>;

const shapes = [
  { train: 1, test: 1, features: 1, k: 1 },
  { train: 7, test: 3, features: 2, k: 7 },
  { train: 9, test: 5, features: 5, k: 3 },
  { train: 333, test: 131, features: 50, k: 1 },
  { train: 700, test: 30, features: 17, k: 5 },
  { train: 1000, test: 9, features: 300, k: 60 },
];

for (const { train, test: testRows, features, k } of shapes) {
  test(`the ${k} nearest of ${train} rows with ${features} features are those of a plain search`, async () => {
    const engine = await createSerialEngine();
    const random = createRandom(train);
    const a = points(train, features, () => random.float(), engine);
    const b = points(testRows, features, () => random.float(), engine);
    const found = await findNeighbours(a, b, k, { engine, random });
    assert.deepEqual([...found], searchPlainly(a, b, k));
  });
}

test('whole numbers with many equal distances give the neighbours in row order', async () => {
  const engine = await createSerialEngine();
  const random = createRandom(3);
  const a = points(600, 3, () => random.below(3), engine);
  const b = points(50, 3, () => random.below(3), engine);
  assert.deepEqual([...(await findNeighbours(a, b, 9, { engine, random }))], searchPlainly(a, b, 9));
});

test('far outliers, in training and test rows, change no neighbour', async () => {
  const engine = await createSerialEngine();
  const random = createRandom(4);
  const a = points(2000, 6, () => random.float(), engine);
  const b = points(20, 6, () => random.float(), engine);
  for (const row of [0, 7, 1999]) a.x.view[row * a.stride] = 1e9 + row;
  b.x.view[3 * b.stride] = 1e9;
  b.x.view[4 * b.stride + 1] = -1e12;
  assert.deepEqual([...(await findNeighbours(a, b, 3, { engine, random }))], searchPlainly(a, b, 3));
});

test('more neighbours than rows that are not far still come in order', async () => {
  const engine = await createSerialEngine();
  const random = createRandom(6);
  const a = points(20, 3, () => random.float(), engine);
  for (const row of [2, 5]) a.x.view[row * a.stride] = 1e9;
  const b = points(3, 3, () => random.float(), engine);
  assert.deepEqual([...(await findNeighbours(a, b, 20, { engine, random }))], searchPlainly(a, b, 20));
});

test('the kernels and their plain twins find the same neighbours at the same distances', async () => {
  const engine = await createSerialEngine();
  const random = createRandom(12);
  const a = points(301, 7, () => random.float(), engine);
  a.x.view[0] = 1e6;
  const b = points(37, 7, () => random.float(), engine);
  const twins: Engine = {
    ...engine,
    memory: engine.memory,
    run: (kernel, bounds, ...args) => {
      const kernels = referenceKernels(viewMemory(engine.memory));
      (kernels[kernel] as (...numbers: number[]) => void)(...args, bounds[0], bounds[1]);
    },
  };
  const fast = await findNeighbours(a, b, 4, { engine, random });
  assert.deepEqual(await findNeighbours(a, b, 4, { engine: twins, random }), fast);
});

test('equal votes go to the lower class', async () => {
  const engine = await createSerialEngine();
  const predict = (k: number) =>
    predictLabels(
      engine,
      'knn',
      new Float64Array([0, 1, 4, 5]),
      new Int32Array([1, 0, 1, 0]),
      new Float64Array([0.1]),
      2,
      {
        options: { neighbours: k },
      },
    );
  assert.deepEqual([...(await predict(1))], [1]);
  assert.deepEqual([...(await predict(2))], [0]);
  assert.deepEqual([...(await predict(3))], [1]);
  assert.deepEqual([...(await predict(4))], [0]);
});

test('more neighbours than training rows is an error that names both numbers', async () => {
  const engine = await createSerialEngine();
  const rows = new Float64Array([0, 1, 2]);
  await assert.rejects(
    predictLabels(engine, 'knn', rows, new Int32Array([0, 1, 0]), rows, 2, { options: { neighbours: 4 } }),
    /from 1 to 3 \(the training rows\), got 4/,
  );
});
