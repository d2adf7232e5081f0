/** Which method is taken where none is named. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { generatedDataset } from '../test/fixtures/generated-dataset.js';
import { createSerialEngine, type Engine } from './compute/engine.js';
import { type SelectionRequest, selectFeatures } from './pipeline.js';
import { auto } from './select/auto.js';
import { type AnyMethod, findMethod } from './select/registry.js';
import { FeatureSelector } from './selector.js';
import { numberedClasses } from './target/class-target.js';
import { lead } from './trial-rounds.js';
import { fewRows } from './try-methods.js';
import type { ClassTarget, Dataset } from './types.js';

let engine: Engine;
let few: Dataset;
before(async () => {
  engine = await createSerialEngine();
  few = generatedDataset({ ...shape, rowCount: 120, seed: 3 });
});
after(() => engine.dispose());

const shape = { featureCount: 60, informativeCount: 6, redundantCount: 0, classCount: 2, separation: 1 };

/** Stands for these, with the options of the first. */
const standingFor = (...standsFor: string[]): AnyMethod => ({ ...findMethod(standsFor[0]), name: 'either', standsFor });

const select = (request: Partial<SelectionRequest>) =>
  selectFeatures({ dataset: few, k: 6, evaluation: { judges: [] }, ...request }, { engine });

describe('a method that stands for several', () => {
  test('takes another than the first where that is ahead in folds, and selects as that one does alone', async () => {
    const { method, tried, features, parameters } = await select({ method: standingFor('random', 'fisher') });
    assert.equal(method, 'fisher');
    const alone = await select({ method: 'fisher' });
    assert.deepEqual(features, alone.features);
    assert.deepEqual(parameters, alone.parameters);
    const [random, fisher] = tried!.methods;
    assert.deepEqual([random.method, fisher.method, tried!.taken, tried!.k], ['random', 'fisher', 'fisher', 6]);
    assert.deepEqual(tried!.sizes, [3, 6, 12]);
    assert.ok(fisher.mean > random.mean + lead, `${fisher.mean} and ${random.mean}`);
  });

  test('takes the first where no other is more than two points ahead', async () => {
    const { method, tried } = await select({ method: standingFor('fisher', 'anova-f') });
    // They rank alike, so that neither is ahead.
    const [fisher, anova] = tried!.methods;
    assert.deepEqual([method, fisher.folds, anova.folds, fisher.mean], ['fisher', 4, 4, anova.mean]);
  });

  test('does not try on what is behind after four folds', async () => {
    const { tried } = await select({ method: standingFor('fisher', 'random') });
    assert.deepEqual(
      tried!.methods.map(({ folds }) => folds),
      [4, 4],
    );
  });

  test('looks at training rows alone', async () => {
    const method = standingFor('mrmr', 'fisher', 'relief');
    const { split, tried } = await select({ method });
    const { labels } = few.target as ClassTarget;
    const turned = labels.slice();
    for (const row of split.test) turned[row] = 1 - turned[row];
    const spoilt = { ...few, target: numberedClasses(turned, 2) };
    assert.deepEqual((await select({ method, dataset: spoilt, split })).tried, tried);
  });

  test('passes over a class that has one training row', async () => {
    const target = few.target as ClassTarget;
    const rare = { ...target, labels: target.labels.slice(), classNames: [...target.classNames, 'rare'] };
    rare.labels.fill(2, 0, 2);
    const dataset = { ...few, target: rare };
    const row = (first: number, count: number) => Int32Array.from({ length: count }, (_, place) => first + place);
    const split = { train: row(1, 99), test: Int32Array.of(0, ...row(100, 20)) };
    const { tried } = await select({ dataset, split, method: standingFor('random', 'fisher') });
    assert.equal(tried?.rowCount, 98);
  });

  test('serves the library and its files alike', async () => {
    const { matrix, target } = few;
    const selector = new FeatureSelector({ k: 6, method: standingFor('random', 'fisher') });
    await selector.fit(matrix, Array.from((target as ClassTarget).labels, String));
    assert.deepEqual([selector.method, selector.methodTaken, selector.tried?.taken], ['either', 'fisher', 'fisher']);
    const restored = FeatureSelector.fromJSON(JSON.parse(JSON.stringify(selector)));
    assert.deepEqual([restored.method, restored.methodTaken], ['fisher', 'fisher']);
    assert.deepEqual(restored.tried, selector.tried);
  });
});

describe('auto', () => {
  test('is what is taken where no method is named', async () => {
    const { tried } = await select({});
    assert.deepEqual(
      tried?.methods.map(({ method }) => method),
      auto.standsFor,
    );
  });

  test('is NeuroFS, bit for bit, where nothing is tried', async () => {
    const many = generatedDataset({ ...shape, rowCount: fewRows, seed: 3 });
    const numbers = {
      kind: 'values',
      values: Float64Array.from(few.target.kind === 'classes' ? few.target.labels : []),
      outputCount: 1,
    } as const;
    const requests: readonly Partial<SelectionRequest>[] = [
      { dataset: many, testFraction: 0 },
      { dataset: { ...few, target: numbers } },
      { dataset: { ...few, weights: new Float64Array(120).fill(1) } },
      { dataset: { ...few, groupOfRow: Int32Array.from({ length: 120 }, (_, row) => row % 30) } },
      { k: 60 },
      { k: undefined, falseDiscovery: 0.5 },
      { methodOptions: { epochs: 5 } },
    ];
    for (const request of requests) {
      const { method, tried, ranking } = await select(request);
      const alone = await select({ ...request, method: 'neurofs' });
      assert.deepEqual([method, tried], ['neurofs', undefined]);
      assert.deepEqual(ranking, alone.ranking);
    }
  });
});
