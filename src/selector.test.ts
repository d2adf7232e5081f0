import assert from 'node:assert/strict';
import test from 'node:test';
import { UserError } from './errors.js';
import { makeClassification } from './make-classification.js';
import { FeatureSelector } from './selector.js';
import type { DenseMatrix, EpochReport } from './types.js';

const data = makeClassification({
  rowCount: 300,
  featureCount: 80,
  informativeCount: 5,
  redundantCount: 4,
  classCount: 3,
  separation: 1.5,
  seed: 5,
});
const x = { values: data.values, columnCount: 80 };
const options = { hidden: [60, 40], epochs: 30, learningRate: 0.03 };
const create = () => new FeatureSelector({ k: 5, seed: 3, options });

test('planted signal is found: every selected feature is informative or a mixture of informative ones', async () => {
  const { selected } = await create().fit(x, data.labels);
  for (const feature of selected) {
    assert.ok(data.informative.has(feature) || data.redundant.has(feature), `feature ${feature} is noise`);
  }
});

test('results are consistent with each other', async () => {
  const selector = await create().fit(x, data.labels, {
    featureNames: Array.from({ length: 80 }, (_, f) => `gene ${f}`),
  });
  const chosen = [...selector.selected];
  assert.equal(chosen.length, 5);
  assert.deepEqual([...selector.ranking.subarray(0, 5)], chosen);
  assert.deepEqual(new Set(selector.ranking).size, 80);
  const ascending = [...chosen].sort((a, b) => a - b);
  assert.deepEqual(
    selector.support.flatMap((isSelected, feature) => (isSelected ? [feature] : [])),
    ascending,
  );
  assert.deepEqual(
    selector.featureNamesOut(),
    ascending.map((feature) => `gene ${feature}`),
  );
  const { scores, ranking } = selector;
  for (let at = 1; at < 80; at++) assert.ok(scores[ranking[at - 1]] >= scores[ranking[at]]);
});

test('transform keeps the selected columns in their order and their stored type', async () => {
  const bytes = Uint8Array.from(data.values, (value) => 128 + 20 * value);
  const selector = await create().fit({ values: bytes, columnCount: 80 }, data.labels);
  const reduced = selector.transform({ values: bytes, columnCount: 80 }) as DenseMatrix;
  assert.ok(reduced.values instanceof Uint8Array);
  assert.deepEqual([reduced.rowCount, reduced.columnCount], [300, 5]);
  const columns = [...selector.selected].sort((a, b) => a - b);
  assert.equal(reduced.values[7 * 5 + 2], bytes[7 * 80 + columns[2]]);
});

test('typed arrays, arrays of rows and text labels all give the same selection, and are left unchanged', async () => {
  const rows = Array.from({ length: 300 }, (_, row) => Array.from(data.values.subarray(row * 80, (row + 1) * 80)));
  const before = structuredClone({ rows, labels: data.labels, values: data.values });
  const flat = await create().fit(x, data.labels);
  const nested = await create().fit(
    rows,
    Array.from(data.labels, (label) => `class ${label}`),
  );
  const double = await create().fit({ values: Float64Array.from(data.values), columnCount: 80 }, data.labels);
  assert.deepEqual(nested.scores, flat.scores);
  assert.deepEqual(double.scores, flat.scores);
  assert.deepEqual({ rows, labels: data.labels, values: data.values }, before);
});

test('a selector comes back from JSON as it went', async () => {
  const selector = await create().fit(x, data.labels);
  const back = FeatureSelector.fromJSON(JSON.parse(JSON.stringify(selector)));
  assert.deepEqual(back.toJSON(), selector.toJSON());
  assert.deepEqual(back.transform(x), selector.transform(x));
});

test('every epoch is reported, and the active neurons follow the schedule', async () => {
  const seen: Omit<EpochReport, 'strengths'>[] = [];
  await create().fit(x, data.labels, {
    onEpoch: ({ strengths, ...report }) => {
      assert.equal(strengths.filter((strength) => strength > 0).length <= report.activeCount, true);
      seen.push(report);
    },
  });
  assert.deepEqual(
    seen.map(({ epoch }) => epoch),
    Array.from({ length: 31 }, (_, epoch) => epoch),
  );
  assert.equal(seen[0].loss, undefined);
  assert.ok(seen[30].loss! < seen[1].loss!);
  // 1.3 * 5 of 80 neurons stay.
  assert.equal(seen[30].activeCount, 7);
});

test('an abort signal stops the work in the middle of an epoch', async () => {
  const controller = new AbortController();
  let epochs = 0;
  const fitting = create().fit(x, data.labels, {
    signal: controller.signal,
    onEpoch: () => {
      if (++epochs === 3) controller.abort();
    },
  });
  await assert.rejects(fitting, (error: unknown) => error instanceof UserError && error.code === 'interrupted');
  assert.equal(epochs, 3);
});

test('a learning rate that makes the loss explode is told as divergence, with what to try', async () => {
  const selector = new FeatureSelector({ k: 5, options: { ...options, activation: 'relu', learningRate: 1e20 } });
  await assert.rejects(
    selector.fit(x, data.labels),
    (error: unknown) =>
      error instanceof UserError &&
      error.code === 'diverged' &&
      /; try learningRate: 0\.01, use scaling: 'standard', or look/.test(error.message),
  );
});

const wrong: [title: string, act: () => unknown, message: RegExp][] = [
  ['asking before fitting', () => create().ranking, /call fit/],
  ['a K of 0', () => new FeatureSelector({ k: 0 }), /k must be a whole number of at least 1. Got 0/],
  ['a K above the features', () => new FeatureSelector({ k: 81, options }).fit(x, data.labels), /k must be .* 80/],
  ['an unknown option', () => new FeatureSelector({ k: 1, sed: 2 } as never), /unknown option "sed"/],
  ['an unknown method option', () => new FeatureSelector({ k: 1, options: { epoch: 2 } }), /did you mean "epochs"/],
  ['an unknown method', () => new FeatureSelector({ k: 1, method: 'neuro' }), /unknown method "neuro"/],
  ['ragged rows', () => create().fit([[1, 2], [3]], [0, 1]), /row 1: expected 2 values/],
  [
    'a missing cell',
    () =>
      create().fit(
        [
          [1, null as never],
          [3, 4],
        ],
        [0, 1],
      ),
    /row 0, column 1: expected a number, got null/,
  ],
  ['a bare typed array', () => create().fit(data.values as never, [0, 1]), /expected an array of rows, \{ values/],
  ['too few labels', () => create().fit(x, [0, 1]), /expected 300 labels/],
  ['a label that is not a number', () => create().fit([[1], [2]], [0, Number.NaN]), /label 1/],
  ['rows of other width', async () => (await create().fit(x, data.labels)).transform([[1, 2]]), /rows of 80 features/],
  ['something else as JSON', () => FeatureSelector.fromJSON({} as never), /written by toJSON/],
];
for (const [title, act, message] of wrong) {
  test(`${title} is a clear error`, async () => {
    await assert.rejects(
      async () => act(),
      (error: unknown) => error instanceof UserError && message.test(error.message),
    );
  });
}
