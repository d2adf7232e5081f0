/** What would give a wrong answer in silence is refused, by every call of the library that takes a dataset. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  AbortError,
  createMemoryStore,
  createRandom,
  createSerialEngine,
  curveOfDataset,
  type Dataset,
  evaluateDataset,
  FeatureSelector,
  type JobRow,
  runComparison,
  type SelectorOptions,
  selectFeatures,
  trainAndPredict,
  UserError,
} from '../src/index.js';
import { methodsByName } from '../src/select/registry.js';
import { numberedClasses } from '../src/target/class-target.js';

const random = createRandom(2);
const labels = Int32Array.from({ length: 30 }, (_, row) => row % 2);
const values = Float64Array.from({ length: 120 }, (_, cell) => random.float() + labels[Math.floor(cell / 4)]);
const dataset: Dataset = {
  matrix: { kind: 'dense', rowCount: 30, columnCount: 4, values },
  featureNames: ['age', 'height', 'weight', 'pulse'],
  target: { kind: 'classes', labels, classNames: ['ill', 'well'] },
  targetName: 'state',
};
const labelled = (given: Int32Array): Dataset => ({ ...dataset, target: numberedClasses(given, 2) });
const engine = await createSerialEngine();

/** A request with a fault, as every call takes it. */
interface Faulty {
  readonly dataset?: Dataset;
  readonly scaling?: never;
  readonly scaleOn?: never;
  readonly seed?: number;
  readonly split?: { readonly train: Int32Array; readonly test: Int32Array };
  readonly judges?: readonly never[];
  readonly k?: number;
}

const calls: Readonly<Record<string, (faulty: Faulty) => Promise<unknown>>> = {
  selectFeatures: ({ judges, ...faulty }) =>
    selectFeatures(
      { dataset, k: 2, method: 'fisher', ...faulty, ...(judges && { evaluation: { judges } }) },
      { engine },
    ),
  evaluateDataset: ({ k, ...faulty }) =>
    evaluateDataset({ dataset, features: k === undefined ? 'all' : { random: k }, ...faulty }, { engine }),
  curveOfDataset: ({ k = 2, ...faulty }) =>
    curveOfDataset({ dataset, ks: [k], folds: 3, method: 'fisher', ...faulty }, { engine }),
  runComparison: ({ k = 2, seed = 0, ...faulty }) =>
    runComparison(
      {
        dataset,
        data: { name: 'made', sha256: 'abc', place: { kind: 'given' } },
        methods: ['fisher'],
        ks: [k],
        seeds: [0, seed],
        judges: ['knn'],
        code: '1',
        ...faulty,
      },
      {
        createEngine: createSerialEngine,
        store: createMemoryStore<JobRow>(),
        hash: (text) => text,
        now: () => 0,
      },
    ),
};

const spoilt = (bad: number): Dataset => {
  const cells = values.slice();
  cells[4 * 17 + 2] = bad;
  return { ...dataset, matrix: { kind: 'dense', rowCount: 30, columnCount: 4, values: cells } };
};
const sparse = (bad: number): Dataset => ({
  ...dataset,
  matrix: {
    kind: 'sparse',
    rowCount: 30,
    columnCount: 4,
    rowStart: Float64Array.from({ length: 31 }, (_, row) => row),
    column: Int32Array.from({ length: 30 }, (_, row) => row % 4),
    value: Float32Array.from({ length: 30 }, (_, row) => (row === 17 ? bad : 1)),
  },
});

const faults: readonly [what: string, faulty: Faulty, message: RegExp, onlyBy?: readonly string[]][] = [
  ['an unknown scaling', { scaling: 'standart' as never }, /^scaling must be one of .* did you mean "standard"\?/],
  ['an unknown side to scale on', { scaleOn: 'test' as never }, /^scaleOn must be one of train, all\. Got "test"/],
  [
    'an unknown judge',
    { judges: ['svn' as never] },
    /^unknown judge "svn"; did you mean "svm"\? the judges are svm, knn/,
  ],
  ['a seed of NaN', { seed: Number.NaN }, /^seed must be a whole number of at least 0\. Got NaN/],
  ['a seed of 1.5', { seed: 1.5 }, /^seed must be a whole number of at least 0\. Got 1\.5/],
  ['a seed below 0', { seed: -3 }, /^seed must be a whole number of at least 0\. Got -3/],
  ['NaN', { dataset: spoilt(Number.NaN) }, /^row 17, feature "weight": expected a finite number, got NaN; fill it in/],
  ['Infinity', { dataset: spoilt(Number.NEGATIVE_INFINITY) }, /^row 17, feature "weight": .* got -Infinity/],
  ['NaN in sparse data', { dataset: sparse(Number.NaN) }, /^row 17, feature "height": .* got NaN/],
  ['too few labels', { dataset: labelled(labels.slice(1)) }, /^expected 30 labels, one a row, got 29/],
  ['too many labels', { dataset: labelled(Int32Array.of(...labels, 1)) }, /^expected 30 labels.* got 31/],
  ['a label of no class', { dataset: labelled(labels.with(3, 2)) }, /^row 3: label 2 is none of the 2/],
  ['too few names', { dataset: { ...dataset, featureNames: ['a'] } }, /^expected 4 feature names, got 1/],
  [
    'two features of one name',
    { dataset: { ...dataset, featureNames: ['age', 'height', 'age', 'pulse'] } },
    /^features 0 and 2 are both named "age"; rename one of them/,
  ],
  ['a K above the features', { k: 5 }, /4\D.*[gG]ot 5/],
  [
    'a row that is trained on and tested on',
    { split: { train: Int32Array.of(0, 1, 2, 3), test: Int32Array.of(3, 4, 5) } },
    /row 3 stands on both sides/,
    ['selectFeatures', 'evaluateDataset', 'runComparison'],
  ],
  [
    'a row that is not there',
    { split: { train: Int32Array.of(0, 1, 2, 3), test: Int32Array.of(30) } },
    /"test" holds 30; rows are whole numbers from 0 to 29/,
    ['selectFeatures', 'evaluateDataset', 'runComparison'],
  ],
];

for (const [name, call] of Object.entries(calls)) {
  describe(`${name} refuses`, () => {
    for (const [what, faulty, message, onlyBy = [name]] of faults) {
      if (!onlyBy.includes(name)) continue;
      test(what, async () => {
        await assert.rejects(call(faulty), (error: unknown) => {
          assert.ok(error instanceof UserError, String(error));
          assert.match(error.message, message);
          return true;
        });
      });
    }
  });
}

test('without a fault all of them run', async () => {
  for (const call of Object.values(calls)) await call({});
});

test('cells that are to be filled from training rows may be missing', async () => {
  const { features } = await selectFeatures(
    { dataset: { ...spoilt(Number.NaN), missing: 'mean' }, k: 2, method: 'fisher' },
    { engine },
  );
  assert.equal(features.length, 2);
});

test('trainAndPredict refuses a judge that it does not know', async () => {
  const x = Float64Array.of(1, 2, 3, 4);
  await assert.rejects(
    trainAndPredict(engine, 'nearest', x, numberedClasses(Int32Array.of(0, 1, 0, 1), 2), x),
    /unknown judge "nearest"; the judges are svm, knn, extra-trees, logistic, ridge, cox/,
  );
});

describe('what is misspelt is refused', () => {
  const misspelt: readonly [what: string, call: () => Promise<unknown>, message: RegExp][] = [
    [
      'in a request',
      () => selectFeatures({ dataset, k: 2, method: 'fisher', sed: 1 } as never, { engine }),
      /^unknown option "sed"; did you mean "seed"\? .*methodOptions/,
    ],
    [
      'in the options of fit',
      () => new FeatureSelector({ k: 1 }).fit([[1], [2]], [0, 1], { wieghts: [1, 2] } as never),
      /^unknown option "wieghts"; did you mean "weights"\?/,
    ],
    [
      'as rows',
      () => new FeatureSelector({ k: 1 }).fit(null as never, [0, 1]),
      /^expected an array of rows.* Got null/,
    ],
    ['as options', async () => new FeatureSelector(null as never), /^expected an object with k,/],
  ];
  for (const [what, call, message] of misspelt) {
    test(what, () =>
      assert.rejects(call, (error: unknown) => {
        assert.ok(error instanceof UserError, String(error));
        assert.match(error.message, message);
        return true;
      }),
    );
  }

  test('and a selector without options chooses how many by itself', () => {
    assert.equal(new FeatureSelector().k, undefined);
  });

  test('and a signal that has fired ends in an AbortError', async () => {
    const fitted = new FeatureSelector({ k: 1 }).fit([[1], [2], [3], [4]], [0, 1, 0, 1], {
      signal: AbortSignal.abort(),
    });
    await assert.rejects(fitted, (error: unknown) => {
      assert.ok(error instanceof AbortError && error instanceof UserError);
      assert.deepEqual([error.name, error.code], ['AbortError', 'interrupted']);
      return true;
    });
  });
});

test('the options of a method are typed by its name', () => {
  const right: SelectorOptions<'lassonet'> = { k: 2, method: 'lassonet', options: { batchSize: 8 } };
  // @ts-expect-error: fisher takes no options.
  const wrong: SelectorOptions<'fisher'> = { k: 2, method: 'fisher', options: { batchSize: 8 } };
  assert.equal(new FeatureSelector(right).options.batchSize, 8);
  assert.throws(() => new FeatureSelector(wrong), /unknown option "batchSize"/);
});

test('every built-in method stands under its own name', () => {
  for (const [name, method] of Object.entries(methodsByName)) assert.equal(method.name, name);
});
