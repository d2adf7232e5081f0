/** Rules kept by whole selections: in the pipeline, in folds, and in the library. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createSerialEngine, type Engine } from './compute/engine.js';
import { UserError } from './errors.js';
import { makeClassification } from './make-classification.js';
import { fillNormal } from './maths/normal.js';
import { createRandom } from './maths/random.js';
import { type SelectionRequest, selectFeatures } from './pipeline.js';
import { FeatureSelector } from './selector.js';
import { numberedClasses } from './target/class-target.js';
import type { Dataset } from './types.js';

const [rowCount, signals, classCount] = [300, 6, 3];
const columnCount = 3 * signals;
let engine: Engine;
let labels: Int32Array;
let values: Float32Array;
let dataset: Dataset;
/** Six informative columns, then a nearly equal copy of each, then noise. */
before(async () => {
  engine = await createSerialEngine();
  const shape = { rowCount, featureCount: signals, informativeCount: signals, redundantCount: 0, classCount };
  const made = makeClassification({ ...shape, separation: 1.5, seed: 8 });
  const noise = new Float64Array(rowCount * columnCount);
  fillNormal(noise, createRandom(2));
  values = Float32Array.from(noise, (drawn, at) => {
    const [row, column] = [Math.floor(at / columnCount), at % columnCount];
    const signal = made.values[row * signals + (column % signals)];
    if (column < signals) return signal;
    return column < 2 * signals ? signal + 0.05 * drawn : drawn;
  });
  labels = made.labels;
  dataset = {
    matrix: { kind: 'dense', rowCount, columnCount, values },
    featureNames: Array.from({ length: columnCount }, (_, column) =>
      column < signals ? `s${column}` : column < 2 * signals ? `copy${column - signals}` : `noise${column}`,
    ),
    target: numberedClasses(labels, classCount),
    targetName: 'y',
  };
});
after(() => engine.dispose());

const select = (request: Partial<SelectionRequest>) =>
  selectFeatures({ dataset, method: 'fisher', evaluation: { judges: [] }, ...request }, { engine });
const namesOf = ({ features }: Awaited<ReturnType<typeof select>>) => features.map(({ name }) => name);
const kindOf = (name: string) => name.replace(/^(s|copy)/, '');

test('features that are always in are ranked first, in the library as in the pipeline', async () => {
  const include = ['noise15', 's2'];
  const found = await select({ k: 4, include });
  assert.deepEqual(namesOf(found).slice(0, 2), include);
  assert.deepEqual(
    found.features.map(({ rank }) => rank),
    [1, 2, 3, 4],
  );
  assert.equal(new Set(found.ranking.map(({ index }) => index)).size, columnCount);
  assert.equal(found.columns.length, 4);
  const rows = Array.from({ length: rowCount }, (_, row) => [
    ...values.subarray(row * columnCount, (row + 1) * columnCount),
  ]);
  const selector = new FeatureSelector({ k: 3, method: 'fisher', include });
  await selector.fit(rows, labels, { featureNames: dataset.featureNames, task: 'classes' });
  assert.deepEqual([...selector.selected].slice(0, 2), [15, 2]);
  const again = FeatureSelector.fromJSON(JSON.parse(JSON.stringify(selector)));
  assert.deepEqual(again.selected, selector.selected);
});

test('one of every block is selected, and the substitutes name the block it stands for', async () => {
  const plain = new Set(namesOf(await select({ k: 6 })).map(kindOf));
  assert.ok(plain.size < 6);
  const found = await select({ k: 6, groups: 'auto', substitutes: true });
  const kinds = namesOf(found)
    .filter((name) => !name.startsWith('noise'))
    .map(kindOf);
  assert.equal(new Set(kinds).size, kinds.length);
  for (const { name, standsFor } of found.substitutes!.features) {
    if (!name.startsWith('noise')) assert.deepEqual(standsFor.map(kindOf), [kindOf(name)]);
  }
});

test('fewer blocks than were asked for are all that is selected', async () => {
  const { k, features } = await select({ k: columnCount, groups: 'auto' });
  assert.equal(features.length, k);
  assert.equal(k, 2 * signals);
});

test('a budget alone says how many, and a number is the most of them', async () => {
  const costs = Object.fromEntries(Array.from({ length: signals }, (_, column) => [`s${column}`, 5]));
  const costOf = (name: string) => costs[name] ?? 1;
  const spent = (names: readonly string[]) => names.reduce((sum, name) => sum + costOf(name), 0);
  const all = namesOf(await select({ costs, budget: 7 }));
  assert.ok(spent(all) <= 7 && all.length === 7);
  assert.equal(namesOf(await select({ costs, budget: 7, k: 3 })).length, 3);
  assert.equal(namesOf(await select({ budget: 4 })).length, 4);
});

test('every class gets its features, also where the number is found by folds', async () => {
  const { k, features } = await select({ minPerClass: 2 });
  assert.ok(k >= 2 * classCount);
  assert.equal(features.length, k);
});

test('a selection from halves keeps to the same rules', async () => {
  const { stability } = await select({ k: 3, include: ['noise17'], stability: 2 });
  assert.equal(stability!.shares.find(({ name }) => name === 'noise17')!.share, 1);
});

test('rules that contradict each other, and a promise, are refused before anything is done', async () => {
  const refused = async (request: Partial<SelectionRequest>, message: RegExp) =>
    assert.rejects(select(request), (error: Error) => error instanceof UserError && message.test(error.message));
  await refused({ k: 3, include: ['s9'] }, /include names "s9", which is no feature/);
  await refused({ falseDiscovery: 0.1, groups: 'auto' }, /groups cannot be kept together with a promise/);
  await refused({ budget: 0.2 }, /budget of 0.2 is not enough/);
});
