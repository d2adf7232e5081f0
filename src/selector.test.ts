import assert from 'node:assert/strict';
import test from 'node:test';
import { UserError } from './errors.js';
import { makeClassification } from './make-classification.js';
import { columnOf } from './matrix/column-of.js';
import type { SelectionMethod } from './select/contract.js';
import { rankScores } from './select/rank-scores.js';
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

/** Distance between the means of the first two classes, in scaled units, times an option. */
const meanGap: SelectionMethod<{ readonly weight: number }> = {
  name: 'mean-gap',
  summary: 'distance between the means of the first two classes',
  options: { weight: { type: 'number', default: 1, min: 0, help: 'what the distances are multiplied by' } },
  select: async (training, _k, { weight }, { onProgress }) => {
    const { matrix, target, scaling } = training;
    const { labels } = target;
    const gaps = scaling.factor.map((factor, feature) => {
      const cells = columnOf(matrix, feature);
      const mean = (label: number) => {
        const rows = Array.from(labels.keys()).filter((row) => labels[row] === label);
        return rows.reduce((sum, row) => sum + cells[row], 0) / rows.length;
      };
      return weight * factor * Math.abs(mean(0) - mean(1));
    });
    onProgress?.(1);
    return rankScores(gaps);
  },
};

test("a method of one's own is taken where a name is, with its options checked", async () => {
  const selector = await new FeatureSelector({ k: 3, method: meanGap, options: { weight: 2 } }).fit(x, data.labels);
  assert.equal(selector.method, 'mean-gap');
  assert.deepEqual(selector.options, { weight: 2 });
  assert.ok(data.informative.has(selector.selected[0]) || data.redundant.has(selector.selected[0]));
  assert.throws(() => new FeatureSelector({ k: 1, method: meanGap, options: { weight: -1 } }), {
    message: 'mean-gap: weight must be a number of at least 0. Got -1',
  });
});

test("a selector of one's own method comes back from JSON to transform; the method is needed to fit again", async () => {
  const fitted = await new FeatureSelector({ k: 3, method: meanGap, options: { weight: 2 } }).fit(x, data.labels);
  const json = JSON.parse(JSON.stringify(fitted));
  const back = FeatureSelector.fromJSON(json);
  assert.deepEqual(back.toJSON(), fitted.toJSON());
  assert.deepEqual(back.transform(x), fitted.transform(x));
  await assert.rejects(
    back.fit(x, data.labels),
    /fitted by the method "mean-gap", which is not built in; pass the method/,
  );
  const whole = FeatureSelector.fromJSON(json, meanGap);
  assert.deepEqual((await whole.fit(x, data.labels)).toJSON(), fitted.toJSON());
  assert.throws(
    () => FeatureSelector.fromJSON(json, { ...meanGap, name: 'other' }),
    /by the method "mean-gap", not by "other"/,
  );
});

test('classes may be few numbers, however few the rows, and text is never taken for a quantity', async () => {
  const rows = Array.from({ length: 12 }, (_, row) => [row % 2, (row * 7) % 5]);
  const fit = (y: ArrayLike<string | number>) => new FeatureSelector({ k: 1, method: 'fisher' }).fit(rows, y);
  await fit(rows.map((_, row) => row % 10));
  await fit(rows.map((_, row) => `${row / 2}`));
});

const holes = (bad: number) => {
  const values = Float64Array.from(data.values);
  values[2 * 80 + 7] = bad;
  return { values, columnCount: 80 };
};
const named = Array.from({ length: 80 }, (_, feature) => `gene ${feature}`);

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
  ['a K that is a fraction', () => new FeatureSelector({ k: 1.5 }), /k must be a whole number of at least 1. Got 1.5/],
  ['an unknown scaling', () => new FeatureSelector({ k: 1, scaling: 'min-max' as never }), /did you mean "minmax"/],
  ['a seed of NaN', () => new FeatureSelector({ k: 1, seed: Number.NaN }), /seed must be a whole number .* Got NaN/],
  ['a seed of 1.5', () => new FeatureSelector({ k: 1, seed: 1.5 }), /seed must be a whole number .* Got 1.5/],
  [
    'a seed below 0',
    () => new FeatureSelector({ k: 1, seed: -1 }),
    /seed must be a whole number of at least 0. Got -1/,
  ],
  ['no thread at all', () => new FeatureSelector({ k: 1, threads: 0 }), /threads must be a whole number of at least 1/],
  [
    'a target of few fractions',
    () =>
      create().fit(
        x,
        Float64Array.from(data.labels, (label) => label + 0.5),
      ),
    /different numbers in 300 rows, some of them fractions such as \d\.5, which may be classes or measured; use task: 'classes' or 'regression'/,
  ],
  [
    'text as a number',
    () => create().fit(x, Array.from(data.labels, String), { task: 'regression' }),
    /row 0: expected a number to predict, got "\d"; use task: 'classes'/,
  ],
  [
    'NaN in a feature without a name',
    () => create().fit(holes(Number.NaN), data.labels),
    /row 2, feature "f8": expected a finite number, got NaN; fill it in, or leave the row or the feature out/,
  ],
  [
    'Infinity in a named feature',
    () => create().fit(holes(Number.POSITIVE_INFINITY), data.labels, { featureNames: named }),
    /row 2, feature "gene 7": expected a finite number, got Infinity/,
  ],
  [
    'two features of one name',
    () => create().fit(x, data.labels, { featureNames: named.with(5, 'gene 3') }),
    /features 3 and 5 are both named "gene 3"; rename one of them/,
  ],
  ['too few names', () => create().fit(x, data.labels, { featureNames: ['a'] }), /expected 80 feature names, got 1/],
  ['no labels', () => create().fit(x, undefined as never), /expected the target of every row/],
  ['too many labels', () => create().fit(x, [...data.labels, 1]), /expected 300 labels, one a row, got 301/],
  [
    "a method of one's own that gives no ranking",
    () =>
      new FeatureSelector({
        k: 1,
        method: { ...meanGap, select: async () => rankScores(new Float64Array(3)) },
      }).fit(x, data.labels),
    /the method "mean-gap" gave no ranking: there are not 80 scores .*; let checkMethod find out/,
  ],
  [
    'a matrix that is not what it says',
    () => create().fit({ kind: 'dense', rowCount: 300, columnCount: 2, values: data.values }, data.labels),
    /dense matrix of 300 x 2 holds 24000 values/,
  ],
  [
    'something else as a method',
    () => new FeatureSelector({ k: 1, method: {} as never }),
    /a method must be a name, or/,
  ],
  ['too few labels', () => create().fit(x, [0, 1]), /expected 300 labels/],
  ['a label that is not a number', () => create().fit([[1], [2]], [0, Number.NaN]), /label 1/],
  ['rows of other width', async () => (await create().fit(x, data.labels)).transform([[1, 2]]), /rows of 80 features/],
  ['something else as JSON', () => FeatureSelector.fromJSON({}), /selection written by neurofs/],
  [
    'a ranking in JSON that leaves features out',
    async () => FeatureSelector.fromJSON({ ...(await create().fit(x, data.labels)).toJSON(), ranking: [1] }),
    /a ranking of 80 features, each once, got 1 places/,
  ],
];
for (const [title, act, message] of wrong) {
  test(`${title} is a clear error`, async () => {
    await assert.rejects(
      async () => act(),
      (error: unknown) => error instanceof UserError && message.test(error.message),
    );
  });
}
