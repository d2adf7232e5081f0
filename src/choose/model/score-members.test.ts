/** What the sparse model says of features and decoys: signals of every kind, and nothing of who is the feature. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createSerialEngine, type Engine } from '../../compute/engine.js';
import { Pacer } from '../../compute/pacer.js';
import { fillNormal } from '../../maths/normal.js';
import { createRandom, shuffle } from '../../maths/random.js';
import { numberedClasses } from '../../target/class-target.js';
import type { Target } from '../../types.js';
import { AugmentedRows } from '../augmented-rows.js';
import { rankColumns } from '../ranked-columns.js';
import { scoreMembers } from './score-members.js';

const [rowCount, columnCount] = [400, 30];
let engine: Engine;
let columns: Float32Array;
before(async () => {
  engine = await createSerialEngine();
  const values = new Float64Array(rowCount * columnCount);
  fillNormal(values, createRandom(1));
  columns = Float32Array.from(values);
});
after(() => engine.dispose());

const at = (column: number, row: number) => columns[column * rowCount + row];
const rows = Array.from({ length: rowCount }, (_, row) => row);
const classesBy = (isUpper: (row: number) => boolean) =>
  numberedClasses(
    Int32Array.from(rows, (row) => Number(isUpper(row))),
    2,
  );

/** Every column with one shuffled decoy. */
async function augment(): Promise<AugmentedRows> {
  const ranked = await rankColumns(columns, rowCount, { engine, pacer: new Pacer({}) });
  const all = new AugmentedRows(engine, ranked, 2, createRandom(2));
  for (let feature = 0; feature < columnCount; feature++) {
    const own = all.at(all.places[0][feature]);
    const order = shuffle(Int32Array.from(rows), createRandom(100 + feature));
    all.set(
      feature,
      1,
      Float32Array.from(order, (row) => own[row]),
    );
  }
  return all;
}

async function scoresOf(all: AugmentedRows, target: Target, weights?: Float64Array): Promise<readonly Float64Array[]> {
  const context = { engine, pacer: new Pacer({}), random: createRandom(3) };
  const { scores } = await scoreMembers(all, { target, ...(weights && { weights }) }, context);
  return all.places.map((places) => Float64Array.from(places, (place) => scores[place]));
}

/** The features with the highest scores, best of feature and decoy, ascending. */
const best = (members: readonly Float64Array[], count: number) =>
  [...members[0].keys()]
    .sort((a, b) => members[0][b] - members[0][a])
    .slice(0, count)
    .sort((a, b) => a - b);

test('signals that act as they are, by their square and in pairs score highest, above every decoy', async () => {
  const all = await augment();
  const target = classesBy(
    (row) => at(4, row) + 1.2 * (at(9, row) ** 2 - 1) + 1.5 * Math.sign(at(12, row) * at(20, row)) > 0,
  );
  const members = await scoresOf(all, target);
  assert.deepEqual(best(members, 4), [4, 9, 12, 20]);
  const noise = Math.max(...members[1]);
  for (const feature of [4, 9, 12, 20]) assert.ok(members[0][feature] > noise, `${members[0][feature]}, ${noise}`);
});

test('numbers and survival times are told, too', async () => {
  const all = await augment();
  const sums = Float64Array.from(rows, (row) => at(4, row) - at(9, row));
  const values: Target = { kind: 'values', values: sums.map((sum) => sum ** 3), outputCount: 1 };
  assert.deepEqual(best(await scoresOf(all, values), 2), [4, 9]);
  const survival: Target = {
    kind: 'survival',
    times: Float64Array.from(sums, (sum) => 10 - sum),
    events: Uint8Array.from(rows, (row) => Number(row % 5 > 0)),
  };
  assert.deepEqual(best(await scoresOf(all, survival), 2), [4, 9]);
});

test('rows of weight 0 do not count', async () => {
  const all = await augment();
  const target = classesBy((row) => (row < 250 ? at(4, row) > 0 : at(9, row) > 0));
  const weights = Float64Array.from(rows, (row) => Number(row < 250));
  const [features] = await scoresOf(all, target, weights);
  assert.ok(features[4] > 5 * features[9], `${features[4]}, ${features[9]}`);
});

test('where a feature and its decoy trade places, their scores do, and no other changes', async () => {
  const target = classesBy((row) => at(4, row) + at(9, row) ** 2 - 1 > 0);
  const all = await augment();
  const before = await scoresOf(all, target);
  const traded = [4, 9, 17, 25];
  for (const feature of traded) {
    const own = all.at(all.places[0][feature]).slice();
    all.set(feature, 0, all.at(all.places[1][feature]).slice());
    all.set(feature, 1, own);
  }
  const after = await scoresOf(all, target);
  for (let feature = 0; feature < columnCount; feature++) {
    for (const member of [0, 1]) {
      const is = after[traded.includes(feature) ? 1 - member : member][feature];
      assert.ok(Math.abs(is - before[member][feature]) < 0.02, `feature ${feature}: ${is}, ${before[member][feature]}`);
    }
  }
});
