import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { accuracyOf } from '../../test/fixtures/accuracies.js';
import { createSerialEngine, type Engine } from '../compute/engine.js';
import { createRandom } from '../maths/random.js';
import type { Matrix } from '../types.js';
import { suggestK } from './curve.js';
import { type EvaluationRequest, evaluateFeatures } from './evaluate.js';

let engine: Engine;
before(async () => {
  engine = await createSerialEngine();
});

/** 60 rows, classes by turns; feature "signal" tells them apart, the three others are noise. */
function makeDataset() {
  const random = createRandom(1);
  const labels = Int32Array.from({ length: 60 }, (_, row) => row % 3);
  const values = new Float32Array(60 * 4);
  labels.forEach((label, row) => {
    values.set([random.float(), label * 2 + random.float(), random.float(), random.below(2)], row * 4);
  });
  return {
    matrix: { kind: 'dense', rowCount: 60, columnCount: 4, values } as Matrix,
    target: { kind: 'classes' as const, labels, classNames: ['red', 'green', 'blue'] },
    featureNames: ['a', 'signal', 'c', 'd'],
  };
}

const rows = (from: number, to: number) => Int32Array.from({ length: to - from }, (_, i) => from + i);
const noScaling = { method: 'none', offset: new Float64Array(4), factor: new Float64Array(4).fill(1) } as const;
const request = (changes: Partial<EvaluationRequest> = {}): EvaluationRequest => ({
  dataset: makeDataset(),
  split: { train: rows(0, 45), test: rows(45, 60) },
  scaling: noScaling,
  features: { names: ['signal'] },
  judges: ['svm', 'knn', 'extra-trees'],
  ...changes,
});
const evaluate = (changes: Partial<EvaluationRequest> = {}, seed = 1) =>
  evaluateFeatures(request(changes), { engine, random: createRandom(seed) });

test('every classifier tells the classes apart by the feature that holds them', async () => {
  const evaluations = await evaluate();
  assert.deepEqual(
    evaluations.map((each) => [each.judge, 15 * accuracyOf(each)]),
    [
      ['svm', 15],
      ['knn', 15],
      ['extra-trees', 15],
    ],
  );
  assert.deepEqual([...evaluations[0].features], [1]);
});

test('scaled values are what the classifiers see: a feature scaled to nothing is of no use', async () => {
  const factor = new Float64Array([1, 0, 1, 1]);
  const scaling = { ...noScaling, factor };
  const [knn] = await evaluate({ scaling, features: 'all', judges: ['knn'] });
  const [noise] = await evaluate({ features: { names: ['a', 'c', 'd'] }, judges: ['knn'] });
  assert.deepEqual(knn.predictions, noise.predictions);
});

test('a sparse matrix gives the same classes as the dense one', async () => {
  const dense = makeDataset();
  const entries = [...(dense.matrix as Matrix & { kind: 'dense' }).values.entries()].filter(([, value]) => value !== 0);
  const rowStart = new Float64Array(61);
  for (const [at] of entries) rowStart[Math.floor(at / 4) + 1]++;
  for (let row = 0; row < 60; row++) rowStart[row + 1] += rowStart[row];
  const matrix: Matrix = {
    kind: 'sparse',
    rowCount: 60,
    columnCount: 4,
    rowStart,
    column: Int32Array.from(entries, ([at]) => at % 4),
    value: Float32Array.from(entries, ([, value]) => value),
  };
  const scaling = { ...noScaling, offset: new Float64Array([1, 2, 3, 4]) };
  const changes = { scaling, features: { names: ['d', 'a', 'signal'] } };
  const expected = await evaluate(changes);
  const sparse = await evaluate({ ...changes, dataset: { ...dense, matrix } });
  assert.deepEqual(sparse, expected);
});

test('a column that became several features is taken whole', async () => {
  const dataset = { ...makeDataset(), groups: { groupOf: Int32Array.from([0, 1, 1, 2]), names: ['a', 'pair', 'd'] } };
  const [evaluation] = await evaluate({ dataset, features: { names: ['d', 'pair'] }, judges: ['knn'] });
  assert.deepEqual([...evaluation.features], [3, 1, 2]);
});

test('random features depend on the seed alone, and are as many as asked for', async () => {
  const draw = async (seed: number) => (await evaluate({ features: { random: 2 }, judges: ['knn'] }, seed))[0].features;
  assert.deepEqual(await draw(3), await draw(3));
  assert.equal((await draw(4)).length, 2);
});

test('kernel memory is given back, also after an error', async () => {
  const mark = engine.memory.mark();
  await evaluate();
  await assert.rejects(evaluate({ scaling: { ...noScaling, factor: new Float64Array(4) } }));
  assert.equal(engine.memory.mark(), mark);
});

const broken: [title: string, changes: Partial<EvaluationRequest>, message: RegExp][] = [
  [
    'a name that is not in the data',
    { features: { names: ['signl'] } },
    /feature "signl" is not in the data.*"signal"/,
  ],
  ['a number outside the features', { features: [0, 4] }, /expected feature numbers from 0 to 3, got 4/],
  ['a feature asked for twice', { features: [1, 1] }, /feature "signal" is asked for twice/],
  ['no feature', { features: [] }, /expected at least one feature, got none/],
  ['more random features than there are', { features: { random: 5 } }, /expected 1 to 4 random features/],
  ['one training row', { split: { train: rows(0, 1), test: rows(1, 2) } }, /at least 2 training rows.*got 1 and 1/],
  [
    'a class missing from the training rows',
    { split: { train: Int32Array.from([0, 1, 3, 4]), test: rows(5, 9) } },
    /class "blue" has no training row/,
  ],
  [
    'a value that is not finite',
    { scaling: { ...noScaling, factor: new Float64Array([1, Number.POSITIVE_INFINITY, 1, 1]) } },
    /row 0, feature number 1: expected a finite number/,
  ],
];
for (const [title, changes, message] of broken) {
  test(`${title} is a clear error`, async () => {
    await assert.rejects(evaluate(changes), message);
  });
}

test('work stops where the signal fires', async () => {
  const context = { engine, random: createRandom(1), signal: AbortSignal.abort() };
  await assert.rejects(evaluateFeatures(request(), context), /interrupted/);
});

test('the one-standard-error rule takes the error of the best point', () => {
  const points = [
    { k: 5, mean: 0.8, standardError: 0.2 },
    { k: 10, mean: 0.89, standardError: 0.001 },
    { k: 20, mean: 0.9, standardError: 0.01 },
    { k: 40, mean: 0.9, standardError: 0.001 },
  ];
  assert.deepEqual(suggestK(points, 'highest'), { bestK: 20, parsimoniousK: 10 });
});
