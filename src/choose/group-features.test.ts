/** Features grouped by name. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { generatedDataset } from '../../test/fixtures/generated-dataset.js';
import { createSerialEngine, type Engine } from '../compute/engine.js';
import { selectFeatures } from '../pipeline.js';
import type { Dataset } from '../types.js';
import { groupFeatures } from './group-features.js';

const [rowCount, featureCount] = [200, 12];
let engine: Engine;
let dataset: Dataset;
before(async () => {
  engine = await createSerialEngine();
  const shape = { rowCount, featureCount, informativeCount: 3, redundantCount: 0, classCount: 2 };
  dataset = generatedDataset({ ...shape, separation: 1.5, seed: 4 });
});
after(() => engine.dispose());

test('a group is selected as a whole, with the columns behind it', async () => {
  const plain = await selectFeatures({ dataset, method: 'fisher', k: 1 }, { engine });
  const [{ name: best }] = plain.features;
  const other = dataset.featureNames.find((name) => name !== best)!;
  const grouped = groupFeatures(dataset, { pair: [other, best] });
  const { features, columns, k } = await selectFeatures({ dataset: grouped, method: 'fisher', k: 1 }, { engine });
  assert.equal(k, 1);
  assert.equal(features[0].name, 'pair');
  assert.deepEqual([...features[0].columns!].sort(), [other, best].sort());
  assert.deepEqual([...columns].map((column) => dataset.featureNames[column]).sort(), [other, best].sort());
  assert.equal(features[0].score, plain.features[0].score);
});

test('groups of groups keep the columns of the file', () => {
  const groups = {
    groupOf: Int32Array.from({ length: featureCount }, (_, f) => Math.floor(f / 2)),
    names: ['a', 'b', 'c', 'd', 'e', 'g'],
  };
  const grouped = groupFeatures({ ...dataset, groups }, { ab: ['a', 'b'] });
  assert.deepEqual(grouped.groups!.names, ['ab', 'c', 'd', 'e', 'g']);
  assert.deepEqual([...grouped.groups!.groupOf].slice(0, 6), [0, 0, 0, 0, 1, 1]);
  assert.deepEqual(grouped.columnNames!.slice(0, 6), ['a', 'a', 'b', 'b', 'c', 'c']);
});

test('unknown names, names in two groups and names that are taken are refused', () => {
  const group = (groups: Record<string, string[]>) => () => groupFeatures(dataset, groups);
  assert.throws(group({ g: ['f0', 'f99'] }), /groups has "f99" in "g", which is no feature/);
  assert.throws(group({ g: ['f0'], h: ['f0'] }), /groups has "f0" in "g" and in "h"/);
  assert.throws(group({ f5: ['f0', 'f1'] }), /has a group named "f5", as a feature outside of it is; name the group/);
  assert.throws(group({ g: [] }), /has no feature in "g"/);
});
