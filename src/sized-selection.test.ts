/** How many features are selected: as many as asked for, as many as are enough, or as many as can be promised. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { generatedDataset } from '../test/fixtures/generated-dataset.js';
import { createSerialEngine, type Engine } from './compute/engine.js';
import { triedSizes } from './find-size.js';
import { createRandom, shuffle } from './maths/random.js';
import { type SelectionRequest, selectFeatures } from './pipeline.js';
import { FeatureSelector } from './selector.js';
import { numberedClasses } from './target/class-target.js';
import type { ClassTarget, Dataset } from './types.js';

const [rowCount, featureCount, informativeCount] = [500, 60, 8];
let engine: Engine;
let dataset: Dataset;
before(async () => {
  engine = await createSerialEngine();
  const shape = { rowCount, featureCount, informativeCount, redundantCount: 0, classCount: 2 };
  dataset = generatedDataset({ ...shape, separation: 0.9, seed: 2 });
});
after(() => engine.dispose());

const select = (request: Partial<SelectionRequest>) =>
  selectFeatures({ dataset, method: 'fisher', ...request }, { engine });

describe('a selection without a number', () => {
  test('passes over a class that has one training row', async () => {
    const target = dataset.target as ClassTarget;
    const rare = { ...target, labels: target.labels.slice(), classNames: [...target.classNames, 'rare'] };
    rare.labels.fill(2, 0, 2);
    const { size } = await select({ dataset: { ...dataset, target: rare } });
    assert.equal(size.auto?.folds, 5);
  });

  test('finds how many are enough from training rows alone, and says how', async () => {
    const { k, size, features, split } = await select({});
    const { points, parsimoniousK, bestK } = size.auto!;
    assert.equal(k, parsimoniousK);
    assert.equal(features.length, k);
    assert.ok(k >= 3 && k <= 15, String(k));
    const best = points.find((point) => point.k === bestK)!;
    const enough = points.find((point) => point.k === k)!;
    assert.ok(enough.mean >= best.mean - best.standardError);
    for (const point of points) if (point.k < k) assert.ok(point.mean < best.mean - best.standardError);

    // Other test rows, the same number.
    const { labels } = dataset.target as ReturnType<typeof numberedClasses>;
    const turned = labels.slice();
    for (const row of split.test) turned[row] = 1 - turned[row];
    const again = await select({ dataset: { ...dataset, target: numberedClasses(turned, 2) }, split });
    assert.deepEqual(again.size, (await select({ split })).size);
  });

  test('tries numbers from 1 to the largest, each once, none much more than the one before', () => {
    assert.deepEqual(triedSizes(10), [1, 2, 3, 4, 5, 6, 8, 10]);
    assert.deepEqual(triedSizes(1), [1]);
    const sizes = triedSizes(200);
    for (let i = 8; i < sizes.length; i++) assert.ok(sizes[i] / sizes[i - 1] < 1.34, String(sizes[i]));
  });
});

describe('a promise', () => {
  test('names features that matter, and with a number at most as many', async () => {
    const found = await select({ falseDiscovery: 0.2 });
    assert.equal(found.k, found.size.promise!.count);
    assert.ok(found.k >= 4, String(found.k));
    const limited = await select({ falseDiscovery: 0.2, k: 3 });
    assert.equal(limited.k, 3);
    assert.deepEqual(limited.ranking, found.ranking);
    assert.deepEqual(limited.features, found.features.slice(0, 3));
  });

  test('that nothing can be promised is an answer, with a ranking and without an accuracy', async () => {
    const { labels } = dataset.target as ReturnType<typeof numberedClasses>;
    const noise = numberedClasses(shuffle(labels.slice(), createRandom(1)), 2);
    const { k, features, ranking, measured, columns } = await select({
      dataset: { ...dataset, target: noise },
      falseDiscovery: 0.1,
    });
    assert.deepEqual([k, features.length, measured.length, columns.length], [0, 0, 0, 0]);
    assert.equal(ranking.length, featureCount);
  });

  test('of a share that is none is refused', async () => {
    for (const falseDiscovery of [0, 1, -0.1, Number.NaN]) {
      await assert.rejects(select({ falseDiscovery }), /falseDiscovery must be a share above 0 and below 1/);
      assert.throws(() => new FeatureSelector({ falseDiscovery }), /falseDiscovery must be a share/);
    }
  });
});

test('a selector takes both, and its JSON keeps what was found', async () => {
  const { values } = dataset.matrix as { readonly values: Float64Array };
  const x = { values, columnCount: featureCount };
  const { labels } = dataset.target as ReturnType<typeof numberedClasses>;
  const promised = await new FeatureSelector({ method: 'fisher', falseDiscovery: 0.2 }).fit(x, labels);
  assert.equal(promised.selected.length, promised.size.promise!.count);
  const again = FeatureSelector.fromJSON(JSON.parse(JSON.stringify(promised)));
  assert.deepEqual(again.selected, promised.selected);
  assert.deepEqual(again.size, promised.size);
  assert.equal(again.falseDiscovery, 0.2);

  const found = await new FeatureSelector({ method: 'fisher' }).fit(x, labels);
  assert.equal(found.selected.length, found.size.auto!.parsimoniousK);
  assert.equal(found.transform(x).columnCount, found.selected.length);
});

test('stability tells how often halves select the features, and a copy with noise as exchange', async () => {
  const { values } = dataset.matrix as { readonly values: Float64Array };
  const noise = createRandom(9);
  const doubled = new Float64Array(2 * values.length);
  values.forEach((value, at) => {
    doubled[2 * at] = value;
    doubled[2 * at + 1] = value + 0.05 * (noise.float() - 0.5);
  });
  const featureNames = dataset.featureNames.flatMap((name) => [name, `${name} again`]);
  const matrix = { ...dataset.matrix, values: doubled, columnCount: 2 * featureCount } as Dataset['matrix'];
  const { stability, features } = await select({ dataset: { ...dataset, matrix, featureNames }, k: 7, stability: 5 });
  const { shares, stable, bound, overlap, overlapOfKinds } = stability!;
  assert.deepEqual(
    shares.map(({ name }) => name),
    features.map(({ name }) => name),
  );
  assert.ok(
    shares.every(({ share }) => share >= 0 && share <= 1 && Math.abs(10 * share - Math.round(10 * share)) < 1e-9),
  );
  assert.deepEqual(
    shares.filter(({ share }) => share >= 0.75).every(({ name }) => stable.includes(name)),
    true,
  );
  assert.equal(bound, 49 / (120 * 0.5));
  assert.ok(overlap < overlapOfKinds && overlapOfKinds <= 1, `${overlap} ${overlapOfKinds}`);
  await assert.rejects(select({ k: 3, stability: 0 }), /stability must be a whole number from 1 to 1000/);
});
