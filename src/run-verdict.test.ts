/** The verdict of repeated cross-validation, on data of which it is known. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { generatedDataset } from '../test/fixtures/generated-dataset.js';
import { createSerialEngine, type Engine } from './compute/engine.js';
import { UserError } from './errors.js';
import { weighVerdict } from './evaluate/verdict.js';
import { createRandom, shuffle } from './maths/random.js';
import { type SelectionRequest, selectFeatures } from './pipeline.js';
import { numberedClasses } from './target/class-target.js';
import type { ClassTarget, Dataset } from './types.js';

const [rowCount, featureCount] = [120, 30];
let engine: Engine;
let dataset: Dataset;
before(async () => {
  engine = await createSerialEngine();
  const shape = { rowCount, featureCount, informativeCount: 3, redundantCount: 0, classCount: 2 };
  dataset = generatedDataset({ ...shape, separation: 1.5, seed: 3 });
});
after(() => engine.dispose());

const verdictOf = async (request: Partial<SelectionRequest>) => {
  const { verdict } = await selectFeatures(
    { dataset, method: 'fisher', k: 3, repeats: 2, evaluation: { judges: ['knn'] }, ...request },
    { engine },
  );
  assert.ok(verdict);
  return verdict;
};

test('signals are found to be better than chance, by selections of the folds', async () => {
  const { sets, gains, counts, rowCount: rows, repeats } = await verdictOf({});
  assert.deepEqual([rows, repeats, counts], [rowCount, 2, [3, 3]]);
  assert.deepEqual(
    sets.map(({ features }) => features),
    ['selected', 'all', 'random'],
  );
  assert.equal(gains.find(({ over }) => over === 'random')!.is, 'better');
  for (const { mean, interval } of sets) assert.ok(interval[0] <= mean && mean <= interval[1]);
});

test('of a target that depends on nothing it cannot tell, and no selection looks good', async () => {
  const { labels } = dataset.target as ClassTarget;
  const target = numberedClasses(shuffle(labels.slice(), createRandom(1)), 2);
  const { sets, gains } = await verdictOf({ dataset: { ...dataset, target } });
  assert.notEqual(gains.find(({ over }) => over === 'random')!.is, 'better');
  // Selected from all rows first, three of thirty columns of noise would reach far above a half.
  assert.ok(sets[0].interval[0] < 0.5, JSON.stringify(sets[0]));
});

test('the number of features is found in every fold where it is found at all', async () => {
  const { counts } = await verdictOf({ k: 'auto', repeats: 1 });
  assert.ok(counts[0] >= 1 && counts[1] <= featureCount);
});

test('a split that was given keeps its test rows out', async () => {
  const train = Int32Array.from({ length: 90 }, (_, row) => row);
  const split = { train, test: Int32Array.from({ length: 30 }, (_, row) => 90 + row) };
  assert.equal((await verdictOf({ split, repeats: 1 })).rowCount, 90);
});

test('better, worse, as good and cannot tell, by the interval of the differences', () => {
  const told = { judge: 'knn', measure: 'accuracy', folds: 5, repeats: 1, rowCount: 50, counts: [3, 3] } as const;
  const isOf = (selected: readonly number[], other: readonly number[]) =>
    weighVerdict({ selected, all: other, random: other }, told).gains[0].is;
  assert.equal(isOf([0.9, 0.91, 0.92, 0.9, 0.91], [0.5, 0.52, 0.51, 0.5, 0.53]), 'better');
  assert.equal(isOf([0.5, 0.52, 0.51, 0.5, 0.53], [0.9, 0.91, 0.92, 0.9, 0.91]), 'worse');
  assert.equal(isOf([0.9, 0.91, 0.92, 0.9, 0.91], [0.9, 0.9, 0.92, 0.91, 0.91]), 'as good');
  assert.equal(isOf([0.9, 0.5, 0.9, 0.5, 0.9], [0.5, 0.9, 0.5, 0.9, 0.5]), 'cannot tell');
  const errors = { ...told, measure: 'mae' };
  const lower = weighVerdict({ selected: [1, 1.1, 1, 1.1, 1], all: [], random: [5, 5.2, 5.1, 5, 5.1] }, errors);
  assert.deepEqual(
    lower.gains.map(({ over, is }) => [over, is]),
    [['random', 'better']],
  );
});

test('a number of repeats that cannot be is refused', async () => {
  const message = /repeats must be a whole number from 1 to 100. Got 0/;
  await assert.rejects(
    verdictOf({ repeats: 0 }),
    (error: Error) => error instanceof UserError && message.test(error.message),
  );
});
