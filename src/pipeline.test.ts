import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { accuracyOf } from '../test/fixtures/accuracies.js';
import { createSerialEngine, type Engine } from './compute/engine.js';
import { makeClassification } from './make-classification.js';
import { type SelectionRequest, selectFeatures } from './pipeline.js';
import { classesOf } from './target/class-target.js';
import type { Dataset } from './types.js';

let engine: Engine;
before(async () => {
  engine = await createSerialEngine();
});

const made = makeClassification({
  rowCount: 240,
  featureCount: 40,
  informativeCount: 4,
  redundantCount: 2,
  classCount: 3,
  separation: 1.5,
  seed: 2,
});
const dataset: Dataset = {
  matrix: { kind: 'dense', rowCount: 240, columnCount: 40, values: made.values },
  featureNames: Array.from({ length: 40 }, (_, feature) => `f${feature}`),
  target: { kind: 'classes', labels: made.labels, classNames: ['a', 'b', 'c'] },
  targetName: 'class',
};
const methodOptions = { hidden: [40, 30], epochs: 15, learningRate: 0.03 };
const select = (changes: Partial<SelectionRequest> = {}) =>
  selectFeatures({ dataset, k: 4, seed: 1, methodOptions, ...changes }, { engine });

test('selected features beat random ones, and every value lies in its interval', async () => {
  const { measured } = await select();
  const [selected, all, random] = ['selected', 'all', 'random'].map((name) => {
    const row = measured.find(({ features }) => features === name);
    assert.ok(row, `there is a row of ${name} features`);
    assert.deepEqual(
      row.measures.map(({ measure }) => measure),
      ['accuracy', 'balanced-accuracy', 'macro-f1', 'roc-auc'],
    );
    for (const { value, interval } of row.measures) assert.ok(interval && interval[0] <= value && value <= interval[1]);
    return row;
  });
  const [own, drawn] = [accuracyOf(selected), accuracyOf(random)];
  assert.ok(own > drawn + 0.1, `${own} against ${drawn}`);
  assert.deepEqual([selected.featureCount, all.featureCount, random.featureCount], [4, 40, 4]);
});

test('the selection does not depend on the test rows', async () => {
  const { split, ranking } = await select();
  const values = made.values.slice();
  for (const row of split.test) values.fill(1e6, row * 40, (row + 1) * 40);
  const spoilt: Dataset = { ...dataset, matrix: { ...dataset.matrix, values } as Dataset['matrix'] };
  assert.deepEqual((await select({ dataset: spoilt, evaluation: { judges: [] } })).ranking, ranking);
});

test('without test rows everything is used and nothing is measured', async () => {
  const { split, measured } = await select({ testFraction: 0 });
  assert.deepEqual([split.train.length, split.test.length, measured.length], [240, 0, 0]);
});

/** The dataset with some columns made another: of a column, or of one value where there is none. */
function withColumns(changes: ReadonlyMap<number, number | undefined>): Dataset {
  const values = made.values.slice();
  for (let row = 0; row < 240; row++) {
    for (const [column, like] of changes) values[row * 40 + column] = like === undefined ? 7 : values[row * 40 + like];
  }
  return { ...dataset, matrix: { kind: 'dense', rowCount: 240, columnCount: 40, values } };
}

test('a repeat of the best feature and a constant leave before the selection and come back last, with the reason', async () => {
  const best = (await select({ method: 'fisher', methodOptions: {} })).ranking[0];
  const [copy, flat] = [0, 1, 2].filter((column) => column !== best.index);
  const changed = withColumns(
    new Map([
      [copy, best.index],
      [flat, undefined],
    ]),
  );
  for (const method of ['fisher', 'neurofs']) {
    const options = method === 'fisher' ? { methodOptions: {} } : {};
    const { ranking, redundant, keptCount } = await select({ dataset: changed, method, ...options });
    const original = Math.min(copy, best.index);
    const names = dataset.featureNames;
    assert.equal(keptCount, 38);
    assert.deepEqual(redundant.constant, [flat]);
    assert.equal(ranking.at(-1)?.index, flat);
    assert.equal(ranking.at(-1)?.isConstant, true);
    assert.equal(ranking.at(-2)?.sameAs, names[original]);
    assert.equal(ranking.at(-2)?.score, ranking.find(({ index }) => index === original)?.score);
    assert.equal(new Set(ranking.map(({ index }) => index)).size, 40);
  }
});

test('what is constant or repeated is told by the training rows alone', async () => {
  const { split, ranking } = await select({ dataset: withColumns(new Map([[1, 0]])) });
  const { matrix } = withColumns(new Map([[1, 0]]));
  assert.ok(matrix.kind === 'dense');
  for (const row of split.test) matrix.values[row * 40 + 1] = 1e6;
  const spoilt = await select({ dataset: { ...dataset, matrix }, evaluation: { judges: [] } });
  assert.deepEqual(spoilt.ranking, ranking);
});

test('a group of features counts as one and stands by the best of its scores', async () => {
  const groupOf = Int32Array.from({ length: 40 }, (_, feature) => (feature < 3 ? 0 : feature - 2));
  const names = ['together', ...dataset.featureNames.slice(3)];
  const { ranking, features, columns } = await select({ dataset: { ...dataset, groups: { groupOf, names } }, k: 38 });
  assert.equal(ranking.length, 38);
  assert.equal(features.length, 38);
  assert.deepEqual([...columns], [...Array(40).keys()]);
});

test('the history has an entry for every epoch, and the first and last strengths are kept', async () => {
  const { history, snapshots } = await select({ method: 'neurofs' });
  assert.equal(history.length, 16);
  assert.equal(snapshots[0].epoch, 0);
  assert.equal(snapshots.at(-1)?.epoch, 15);
});

test('a K above the features is refused before any work', async () => {
  await assert.rejects(select({ k: 41 }), /k must be at most the number of features, 40. Got 41/);
});

test('a selection is kept although its evaluation is impossible, and the reason is told', async () => {
  // No training row has the last class, so no judge can learn it.
  const classes = classesOf(dataset.target);
  const rows = Int32Array.from(classes.labels.keys());
  const last = classes.classNames.length - 1;
  const split = {
    train: rows.filter((row) => classes.labels[row] < last),
    test: rows.filter((row) => classes.labels[row] === last),
  };
  const { features, measured, warnings } = await select({ split });
  assert.equal(features.length, 4);
  assert.equal(measured.length, 0);
  assert.match(warnings.join(), /How good selected features are was not measured: class .* has no training row/);
});

test('features of one value alone are refused', async () => {
  const flat = withColumns(new Map(dataset.featureNames.map((_, column) => [column, undefined])));
  await assert.rejects(select({ dataset: flat }), /every feature has the same value in all 192 training rows/);
});

test('random features are drawn among those that could be selected', async () => {
  // Thirty-nine of forty features repeat the first: it is what a fair draw finds.
  const copies = new Map(Array.from({ length: 39 }, (_, at) => [at + 1, 0]));
  const { measured } = await select({ dataset: withColumns(copies), k: 1, method: 'fisher', methodOptions: {} });
  const of = (name: string) => accuracyOf(measured.find(({ features }) => features === name)!);
  assert.equal(of('random'), of('selected'));
});

test('columns that were left out by rule are named in the warnings', async () => {
  const columns = [{ name: 'id', use: 'left out', featureCount: 0, note: 'looks like an identifier' }] as const;
  const { warnings } = await select({ dataset: { ...dataset, columns }, evaluation: { judges: [] } });
  assert.deepEqual(warnings, ['Left out: "id" (looks like an identifier); use keep to select from them too.']);
});

test('a text column gains nothing by having many categories', async () => {
  // Twelve noise columns become one group beside the four signals: no method ranks it among the first four.
  const signals = [...made.informative];
  const noise = dataset.featureNames
    .map((_, feature) => feature)
    .filter((feature) => !made.informative.has(feature) && !made.redundant.has(feature));
  const together = new Set(noise.slice(0, 12));
  let next = 1;
  const groupOf = Int32Array.from(dataset.featureNames, (_, feature) => (together.has(feature) ? 0 : next++));
  const names = ['noise', ...Array.from({ length: next - 1 }, (_, at) => `column ${at}`)];
  const grouped = { ...dataset, groups: { groupOf, names } };
  for (const method of ['neurofs', 'fisher', 'mrmr', 'relief', 'l1-logistic']) {
    const options = method === 'neurofs' ? {} : { methodOptions: {} };
    const { features } = await select({ dataset: grouped, method, k: signals.length, ...options });
    assert.ok(!features.some(({ name }) => name === 'noise'), method);
  }
});

test('random features are drawn column by column of the file, however many features one became', async () => {
  const groupOf = Int32Array.from({ length: 40 }, (_, feature) => Math.max(0, feature - 19));
  const names = Array.from({ length: 21 }, (_, group) => `column ${group}`);
  let first = 0;
  for (let seed = 0; seed < 60; seed++) {
    const { features } = await select({
      dataset: { ...dataset, groups: { groupOf, names } },
      method: 'random',
      methodOptions: {},
      k: 7,
      seed,
      evaluation: { judges: [] },
    });
    if (features.some(({ index }) => index === 0)) first++;
  }
  // A third of the columns: 20 of 60 draws, within three deviations.
  assert.ok(first > 9 && first < 31, `${first} of 60`);
});
