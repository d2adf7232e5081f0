/** The promise end to end, on data of which it is known what the classes depend on. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { asSparse } from '../../test/fixtures/generated-dataset.js';
import { createSerialEngine, type Engine } from '../compute/engine.js';
import { fillNormal } from '../maths/normal.js';
import { createRandom, shuffle } from '../maths/random.js';
import { fisher } from '../select/filter/fisher.js';
import { numberedClasses } from '../target/class-target.js';
import type { ClassTarget, DenseMatrix, TrainingSet } from '../types.js';
import { type FoundPromise, promiseFeatures, type ScoreColumns } from './promise-features.js';

const [rowCount, columnCount, signals] = [400, 60, 10];
let engine: Engine;
before(async () => {
  engine = await createSerialEngine();
});
after(() => engine.dispose());

function makeTraining(seed: number): TrainingSet<DenseMatrix> {
  const values = new Float64Array(rowCount * columnCount);
  fillNormal(values, createRandom(seed));
  const labels = Int32Array.from({ length: rowCount }, (_, row) =>
    values.subarray(row * columnCount, row * columnCount + signals).reduce((sum, value) => sum + value, 0) > 0 ? 1 : 0,
  );
  return {
    matrix: { kind: 'dense', rowCount, columnCount, values: Float32Array.from(values) },
    target: numberedClasses(labels, 2),
    scaling: { method: 'none', offset: new Float64Array(columnCount), factor: new Float64Array(columnCount).fill(1) },
  };
}

const byFisher: ScoreColumns = (training, k, context) =>
  fisher.select(training as TrainingSet<DenseMatrix, ClassTarget>, k, {}, { ...context, engine });

const promiseOf = (training: TrainingSet, seed: number, score = byFisher): Promise<FoundPromise> =>
  promiseFeatures(training, 0.2, score, { engine, random: createRandom(seed) });

test('features that the classes depend on are promised, and hardly any other', async () => {
  const training = makeTraining(1);
  const { scores, count, atRates, pairsAmong } = await promiseOf(training, 1);
  assert.equal(pairsAmong, training.matrix.columnCount);
  const right = scores.ranking.subarray(0, count).filter((feature) => feature < signals).length;
  assert.ok(right >= 8, `${right} of ${count}`);
  assert.ok(count - right <= 3, `${right} of ${count}`);
  assert.deepEqual(
    atRates.map(({ rate }) => rate),
    [0.3, 0.5],
  );
});

test('the same seed promises the same, and a sparse matrix the same as a dense one', async () => {
  const training = makeTraining(2);
  const found = await promiseOf(training, 3);
  assert.deepEqual(await promiseOf(training, 3), found);
  assert.deepEqual(await promiseOf({ ...training, matrix: asSparse(training.matrix) }, 3), found);
});

test('of classes that depend on nothing hardly ever anything is promised', async () => {
  let empty = 0;
  for (let seed = 1; seed <= 10; seed++) {
    const training = makeTraining(seed);
    const labels = shuffle(training.target.labels.slice(), createRandom(seed));
    const { count } = await promiseOf({ ...training, target: { ...training.target, labels } }, seed);
    if (count === 0) empty++;
  }
  assert.ok(empty >= 8, `${empty} of 10`);
});

test('features of one column of the file are promised together', async () => {
  const groups = Int32Array.from({ length: columnCount }, (_, feature) => feature >> 1);
  const { scores, count } = await promiseOf({ ...makeTraining(4), groups }, 4);
  assert.ok(count >= 4 && count <= 7, String(count));
  for (let feature = 0; feature < columnCount; feature += 2) {
    assert.equal(scores.scores[feature], scores.scores[feature + 1]);
  }
});

test('a method sees features and decoys in places that do not tell them apart', async () => {
  const { matrix } = makeTraining(5);
  let first = 0;
  await promiseOf(makeTraining(5), 5, async (training, k, context) => {
    const columns = training.matrix.columnCount;
    for (let feature = 0; feature < columnCount; feature++) {
      const isFirst = Array.from({ length: rowCount }, (_, row) => row).every(
        (row) => training.matrix.values[row * columns + 4 * feature] === matrix.values[row * columnCount + feature],
      );
      if (isFirst) first++;
    }
    return byFisher(training, k, context);
  });
  // A quarter of 60 features in two rounds is 30, give or take 5.
  assert.ok(first > 14 && first < 46, String(first));
});
