import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../maths/random.js';
import { numberedClasses } from '../../target/class-target.js';
import { accuracy } from './accuracy.js';
import { bootstrapIntervals } from './bootstrap.js';
import { difference } from './difference.js';
import { meanOf } from './mean.js';
import { measurePredictions } from './measure-predictions.js';
import { decidingMeasure } from './registry.js';
import { wilsonInterval } from './wilson.js';

const rowCount = 200;
const labels = Int32Array.from({ length: rowCount }, (_, row) => row % 2);
const truth = numberedClasses(labels, 2);
/** Three quarters are right. */
const told = { kind: 'classes', labels: labels.map((label, row) => (row % 4 === 3 ? 1 - label : label)) } as const;
const drawn = (seed: number, groups?: Int32Array) => ({ rowCount, random: createRandom(seed), groups });

test('the interval of a mean is about two standard errors to each side, and the same for the same seed', async () => {
  const random = createRandom(1);
  const values = Float64Array.from({ length: rowCount }, () => random.float());
  const reading = (counts?: Float64Array) => meanOf(values, counts);
  const [[low, high]] = (await bootstrapIntervals([reading], drawn(2))) as [[number, number]];
  const mean = reading()!;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / rowCount;
  const twice = 1.96 * Math.sqrt(variance / rowCount);
  assert.ok(Math.abs(low - (mean - twice)) < twice / 5 && Math.abs(high - (mean + twice)) < twice / 5);
  assert.deepEqual(await bootstrapIntervals([reading], drawn(2)), [[low, high]]);
});

test('rows of a group are drawn together: fewer groups, a wider interval, for accuracy too', async () => {
  // Rows of a group are all right or all wrong, so that ten groups say as much as ten rows.
  const groups = Int32Array.from({ length: rowCount }, (_, row) => Math.floor(row / 20));
  const grouped = {
    kind: 'classes',
    labels: labels.map((label, row) => (groups[row] % 4 === 3 ? 1 - label : label)),
  } as const;
  const [byRows] = await measurePredictions(truth, [grouped], drawn(3));
  const [byGroups] = await measurePredictions(truth, [grouped], drawn(3, groups));
  assert.equal(byRows.value, byGroups.value);
  assert.deepEqual(byRows.interval, wilsonInterval(byRows.value, rowCount));
  const width = ([low, high]: readonly [number, number]) => high - low;
  assert.ok(width(byGroups.interval!) > 2 * width(byRows.interval!));
});

test('a row that counts twice is the row twice', () => {
  const counts = Float64Array.from(labels, (_, row) => 1 + (row % 3));
  const rows = [...counts].flatMap((count, row) => new Array<number>(count).fill(row));
  const copied = numberedClasses(
    Int32Array.from(rows, (row) => labels[row]),
    2,
  );
  const copies = { kind: 'classes', labels: Int32Array.from(rows, (row) => told.labels[row]) } as const;
  assert.equal(accuracy.read(truth, told)?.(counts), accuracy.read(copied, copies)?.());
});

test('what a judge does not give is not measured', async () => {
  const names = (await measurePredictions(truth, [told], drawn(1))).map(({ measure }) => measure);
  assert.deepEqual(names, ['accuracy', 'balanced-accuracy', 'macro-f1']);
});

test("the interval of a difference is Newcombe's", () => {
  // Newcombe 1998, Table II, method 10: 56 of 70 against 48 of 80 gives 0.0524 to 0.3339.
  const share = (count: number, all: number) => ({ value: count / all, interval: wilsonInterval(count / all, all) });
  const { low, high } = difference(share(56, 70), share(48, 80));
  assert.deepEqual([low.toFixed(4), high.toFixed(4)], ['0.0524', '0.3339']);
});

test('balanced accuracy decides where a class has under a quarter of an even share, unless a measure is named', () => {
  const classes = (rare: number) => ({
    ...numberedClasses(
      Int32Array.from({ length: 400 }, (_, row) => (row < rare ? 1 : 0)),
      2,
    ),
    classNames: ['well', 'ill'],
  });
  assert.deepEqual(decidingMeasure(classes(50)), { measure: 'accuracy' });
  assert.deepEqual(decidingMeasure(classes(49)), { measure: 'balanced-accuracy', rareClass: 'ill' });
  assert.deepEqual(decidingMeasure(classes(49), 'accuracy'), { measure: 'accuracy' });
  assert.deepEqual(decidingMeasure({ kind: 'values', values: Float64Array.of(1), outputCount: 1 }), { measure: 'r2' });
  assert.throws(
    () => decidingMeasure(classes(50), 'r2'),
    /r2 does not measure a target of classes; use measure: 'accuracy'/,
  );
});
