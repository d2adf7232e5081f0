/** What could stand in for the selected features, on data of which it is known. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { asSparse } from '../test/fixtures/generated-dataset.js';
import type { SubstitutesReport } from './choose/substitutes.js';
import { createSerialEngine, type Engine } from './compute/engine.js';
import { makeClassification } from './make-classification.js';
import { fillNormal } from './maths/normal.js';
import { createRandom } from './maths/random.js';
import { type SelectionRequest, selectFeatures } from './pipeline.js';
import { numberedClasses } from './target/class-target.js';
import type { Dataset } from './types.js';

const [rowCount, planted] = [300, 4];
let engine: Engine;
/** Four informative columns, a noisy negative of each, and ten columns of noise. */
let dataset: Dataset;
before(async () => {
  engine = await createSerialEngine();
  const shape = { rowCount, featureCount: planted, informativeCount: planted, redundantCount: 0, classCount: 2 };
  const { values: signals, labels } = makeClassification({ ...shape, separation: 1.5, seed: 5 });
  const noise = new Float64Array(rowCount * (planted + 10));
  fillNormal(noise, createRandom(1));
  const columnCount = 2 * planted + 10;
  const values = Float32Array.from({ length: rowCount * columnCount }, (_, at) => {
    const [row, column] = [Math.floor(at / columnCount), at % columnCount];
    if (column < planted) return signals[row * planted + column];
    const drawn = noise[row * (planted + 10) + column - planted];
    return column < 2 * planted ? 0.3 * drawn - signals[row * planted + column - planted] : drawn;
  });
  dataset = {
    matrix: { kind: 'dense', rowCount, columnCount, values },
    featureNames: Array.from({ length: columnCount }, (_, column) =>
      column < planted ? `s${column}` : column < 2 * planted ? `copy${column - planted}` : `noise${column}`,
    ),
    target: numberedClasses(labels, 2),
    targetName: 'y',
  };
});
after(() => engine.dispose());

async function substitutesOf(request: Partial<SelectionRequest>): Promise<SubstitutesReport> {
  const { substitutes } = await selectFeatures(
    { dataset, method: 'fisher', k: 3, substitutes: true, ...request },
    { engine },
  );
  assert.ok(substitutes);
  return substitutes;
}

test('a selected feature names its noisy copy, and never one that was selected, nor noise', async () => {
  const { features, judged } = await substitutesOf({});
  assert.equal(features.length, 3);
  const chosen = new Set(features.map(({ name }) => name));
  for (const { name, substitutes, standsFor } of features) {
    const twin = name.startsWith('copy') ? name.replace('copy', 's') : name.replace('s', 'copy');
    if (chosen.has(twin)) continue;
    assert.equal(substitutes[0].name, twin);
    assert.deepEqual(standsFor, [twin]);
    assert.ok(substitutes[0].correlation < -0.9 && substitutes[0].information > 0.8);
    for (const each of substitutes) assert.ok(!chosen.has(each.name) && !each.name.startsWith('noise'));
    // The copy says the same, so hardly anything is lost.
    assert.ok(Math.abs(substitutes[0].exchanged! - judged!.value) < 0.06);
  }
});

test('test rows have no say', async () => {
  const { split, substitutes } = await selectFeatures(
    { dataset, method: 'fisher', k: 3, substitutes: true },
    { engine },
  );
  const { matrix } = dataset;
  const spoiled = Float32Array.from(matrix.kind === 'dense' ? matrix.values : []);
  for (const row of split.test) spoiled.fill(7, row * matrix.columnCount, (row + 1) * matrix.columnCount);
  const other = { ...dataset, matrix: { ...matrix, values: spoiled } as typeof matrix };
  assert.deepEqual(await substitutesOf({ dataset: other, split }), substitutes);
});

test('sparse rows give the same names, and no judge means no exchange', async () => {
  const sparse = asSparse(dataset.matrix as Extract<Dataset['matrix'], { kind: 'dense' }>);
  const names = ({ features }: SubstitutesReport) =>
    features.map(({ name, substitutes }) => [name, ...substitutes.map((each) => each.name)]);
  const found = await substitutesOf({ dataset: { ...dataset, matrix: sparse }, evaluation: { judges: [] } });
  assert.deepEqual(names(found), names(await substitutesOf({})));
  assert.equal(found.judged, undefined);
  assert.ok(found.features.every(({ substitutes }) => substitutes.every((each) => each.exchanged === undefined)));
});

test('a column of several categories has no substitute, and is none', async () => {
  const groups = {
    groupOf: Int32Array.from(dataset.featureNames, (_, column) => Math.max(0, column - 1)),
    names: dataset.featureNames.slice(1).map((name, group) => (group === 0 ? 'both' : name)),
  };
  const { features } = await substitutesOf({ dataset: { ...dataset, groups }, k: 4 });
  for (const { name, substitutes } of features) {
    if (name === 'both') assert.deepEqual(substitutes, []);
    assert.ok(substitutes.every((each) => each.name !== 'both'));
  }
});
