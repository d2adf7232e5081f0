import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { createSerialEngine } from '../compute/engine.js';
import { UserError } from '../errors.js';
import { createRandom } from '../maths/random.js';
import { selectFeatures } from '../pipeline.js';
import type { Dataset } from '../types.js';
import { allFeatures, type JobRow, type ResultRow } from './result-row.js';
import { createMemoryStore } from './result-store.js';
import { type ComparisonContext, type ComparisonRequest, runComparison } from './run-comparison.js';
import { summariseRows } from './summarise.js';

const featureCount = 12;

/** Two classes told apart by the first three features. */
function plantedDataset(rowCount = 80): Dataset {
  const random = createRandom(3);
  const labels = Int32Array.from({ length: rowCount }, (_, row) => row % 2);
  const values = Float64Array.from({ length: rowCount * featureCount }, (_, cell) => {
    const shift = cell % featureCount < 3 ? labels[Math.floor(cell / featureCount)] : 0;
    return random.float() + 0.6 * shift;
  });
  return {
    matrix: { kind: 'dense', rowCount, columnCount: featureCount, values },
    featureNames: Array.from({ length: featureCount }, (_, i) => `f${i}`),
    target: { kind: 'classes', labels, classNames: ['ill', 'well'] },
    targetName: 'class',
  };
}

const small = { hidden: [20], epochs: 5 };
const request: ComparisonRequest = {
  dataset: plantedDataset(),
  data: { name: 'planted', sha256: 'abc', place: { kind: 'given' } },
  methods: ['neurofs', 'rigl', 'fisher', 'mrmr'],
  methodOptions: { neurofs: small, rigl: small },
  ks: [5, 2],
  seeds: [4, 5],
  judges: ['svm', 'knn'],
  code: '1.0.0',
};

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

function contextWith(more: Partial<ComparisonContext> = {}): ComparisonContext {
  return { createEngine: createSerialEngine, store: createMemoryStore<JobRow>(), hash, now: () => 0, ...more };
}

const told = (rows: readonly ResultRow[]) => rows.map(({ method, seed, k }) => `${method} ${seed} ${k}`);

test('every method is run for every K and as many seeds as it needs, with random and all features beside them', async () => {
  const { rows, jobs } = await runComparison(request, contextWith());
  assert.deepEqual(told(rows), [
    'all-features 4 12',
    ...['random 4 2', 'random 4 5', 'fisher 4 2', 'fisher 4 5', 'mrmr 4 2', 'mrmr 4 5', 'neurofs 4 2', 'neurofs 4 5'],
    ...['rigl 4 2', 'rigl 4 5', 'random 5 2', 'random 5 5', 'neurofs 5 2', 'neurofs 5 5', 'rigl 5 2', 'rigl 5 5'],
  ]);
  assert.equal(jobs.filter((job) => job.method === 'rigl').length, 2, 'one ranking serves both K');
  assert.equal(jobs.filter((job) => job.method === 'neurofs').length, 4, 'neurofs is run for each K');
  for (const row of rows) {
    assert.equal(row.error, undefined);
    assert.equal(row.features.length, row.method === allFeatures ? 0 : row.k);
    assert.deepEqual([...new Set(row.measures.map(({ judge }) => judge))], ['svm', 'knn']);
  }
  assert.equal(new Set(rows.map((row) => row.key)).size, rows.length);
});

test('the first seed selects what a selection with that seed selects', async () => {
  const { rows, split } = await runComparison(request, contextWith());
  const engine = await createSerialEngine();
  for (const method of ['neurofs', 'rigl', 'fisher', 'mrmr', 'random']) {
    const methodOptions = request.methodOptions?.[method] ?? {};
    for (const k of [2, 5]) {
      const one = await selectFeatures({ dataset: request.dataset, k, method, seed: 4, methodOptions }, { engine });
      assert.deepEqual(one.split, split);
      const row = rows.find((each) => each.method === method && each.k === k && each.seed === 4)!;
      assert.deepEqual(
        row.features,
        one.features.map((feature) => feature.index),
        `${method}, K ${k}`,
      );
    }
  }
});

test('test rows have no say in what is selected', async () => {
  const before = await runComparison(request, contextWith());
  const { matrix } = request.dataset;
  assert.ok(matrix.kind === 'dense');
  const values = matrix.values.slice();
  for (const row of before.split.test) values.fill(9, row * featureCount, (row + 1) * featureCount);
  const changed = { ...request.dataset, matrix: { ...matrix, values } };
  const after = await runComparison({ ...request, dataset: changed }, contextWith());
  assert.deepEqual(
    after.rows.map((row) => row.features),
    before.rows.map((row) => row.features),
  );
});

test('results in the store are not made again, and another setting makes only its own rows', async () => {
  const store = createMemoryStore<JobRow>();
  const first = await runComparison(request, contextWith({ store }));
  const started: string[] = [];
  const onEvent: ComparisonContext['onEvent'] = (event) => {
    if (event.kind === 'start') started.push(`${event.job.method} ${event.job.seed}`);
  };
  const again = await runComparison(request, contextWith({ store, onEvent }));
  assert.deepEqual([started, again.rows], [[], first.rows]);
  const methodOptions = { ...request.methodOptions, rigl: { ...small, epochs: 6 } };
  await runComparison({ ...request, methodOptions }, contextWith({ store, onEvent }));
  assert.deepEqual(started, ['rigl 4', 'rigl 5']);
  assert.equal(store.rows().length, first.rows.length + 4);
});

test('a run that diverges is a row with its error, on a fresh engine for the next, and stops nothing', async () => {
  let engines = 0;
  const createEngine = () => {
    engines++;
    return createSerialEngine();
  };
  const methodOptions = { rigl: { ...small, learningRate: 1e30 }, neurofs: small };
  const request2 = { ...request, methodOptions, scaling: 'none' } as const;
  const { rows } = await runComparison(request2, contextWith({ createEngine }));
  const failed = rows.filter((row) => row.error);
  assert.deepEqual(told(failed), ['rigl 4 2', 'rigl 4 5', 'rigl 5 2', 'rigl 5 5']);
  assert.ok(failed.every((row) => row.error?.code === 'diverged' && row.features.length === 0));
  // The second failure is the last run, after which none is needed.
  assert.equal(engines, 2);
});

test('a run at its time limit is a row with that error; a higher limit runs it again', async () => {
  const store = createMemoryStore<JobRow>();
  const slow = { ...request, methods: ['rigl'], methodOptions: { rigl: { ...small, epochs: 100_000 } }, seeds: [1] };
  const started: string[] = [];
  const compareWithin = (limit: number) => {
    const onEvent: ComparisonContext['onEvent'] = (event) => {
      if (event.kind === 'start') started.push(event.job.method);
    };
    return runComparison(slow, contextWith({ store, limit, onEvent }));
  };
  const { rows } = await compareWithin(0.3);
  assert.deepEqual(
    rows.map((row) => [row.method, row.error?.code]),
    [
      [allFeatures, undefined],
      ['random', undefined],
      ['random', undefined],
      ['rigl', 'limit'],
      ['rigl', 'limit'],
    ],
  );
  assert.deepEqual(started, [allFeatures, 'random', 'rigl']);
  await compareWithin(0.3);
  await compareWithin(0.4);
  assert.deepEqual(started, [allFeatures, 'random', 'rigl', 'rigl']);
});

test('an interruption keeps what is done, and going on gives the same rows as going through', async () => {
  const whole = await runComparison(request, contextWith());
  const store = createMemoryStore<JobRow>();
  const stop = new AbortController();
  const onEvent: ComparisonContext['onEvent'] = (event) => {
    if (event.kind === 'row' && store.rows().length === 6) stop.abort();
  };
  await assert.rejects(
    runComparison(request, contextWith({ store, signal: stop.signal, onEvent })),
    (error) => error instanceof UserError && error.code === 'interrupted',
  );
  assert.equal(store.rows().length, 6);
  const rest = await runComparison(request, contextWith({ store }));
  assert.deepEqual(rest.rows, whole.rows);
});

test('the peak of a run does not depend on what ran before it', async () => {
  const peak = async (methods: readonly string[]) => {
    const { rows } = await runComparison({ ...request, methods }, contextWith());
    return rows.find((row) => row.method === 'rigl')?.peakBytes;
  };
  const alone = await peak(['rigl']);
  assert.ok(alone !== undefined && alone > 0);
  assert.equal(await peak(['neurofs', 'rigl']), alone);
  const { rows } = await runComparison(request, contextWith());
  assert.equal(rows.find((row) => row.method === 'fisher')?.peakBytes, 0);
});

test('a greedy order is run for each K where columns are summed in groups, which changes their places', async () => {
  const groupOf = Int32Array.from({ length: featureCount }, (_, feature) => Math.floor(feature / 2));
  const names = Array.from({ length: featureCount / 2 }, (_, group) => `g${group}`);
  const dataset = { ...request.dataset, groups: { groupOf, names } };
  const { jobs } = await runComparison({ ...request, dataset, methods: ['mrmr', 'fisher'] }, contextWith());
  assert.equal(jobs.filter((job) => job.method === 'mrmr').length, 2);
  assert.equal(jobs.filter((job) => job.method === 'fisher').length, 1);
});

test('a K above the features, no test rows and an unknown method are refused before anything runs', async () => {
  const refused: readonly [Partial<ComparisonRequest>, RegExp][] = [
    [{ ks: [2, 13] }, /at most the number of features, 12\. Got 13/],
    [{ testFraction: 0 }, /needs test rows/],
    [{ methods: ['fischer'] }, /did you mean "fisher"/],
    [{ methodOptions: { rigl: { epoch: 3 } } }, /unknown option "epoch"/],
  ];
  for (const [change, message] of refused) {
    await assert.rejects(runComparison({ ...request, ...change }, contextWith()), message);
  }
});

test('judges may be fitted to a sample of the rows: the selections stay, the results have keys of their own', async () => {
  const few = { ...request, methods: ['fisher'], ks: [2], seeds: [4], judges: ['knn'] as const };
  const full = await runComparison(few, contextWith());
  const sampled = await runComparison({ ...few, judgeRows: 10 }, contextWith());
  assert.deepEqual(
    sampled.rows.map((row) => row.features),
    full.rows.map((row) => row.features),
  );
  assert.ok(sampled.rows.every((row, at) => row.key !== full.rows[at].key));
  assert.deepEqual(sampled.warnings, ['the judges were fitted to 10 of the 64 training rows']);
  const enough = await runComparison({ ...few, judgeRows: 64 }, contextWith());
  assert.deepEqual(enough.rows, full.rows);
});

test('several splits run every method once on each, with a seed of its own, and are told apart split by split', async () => {
  const splits = [0, 1, 2].map((number) => ({ testFraction: 0, seed: 4, fold: { count: 3, number } }));
  const fast = { ...request, methods: ['fisher'], ks: [2], seeds: [4], splits };
  const { rows, splitCount } = await runComparison(fast, contextWith({}));
  assert.equal(splitCount, 3);
  assert.deepEqual(
    rows.map(({ method, seed }) => `${method} ${seed}`),
    [4, 5, 6].flatMap((seed) => [`all-features ${seed}`, `random ${seed}`, `fisher ${seed}`]),
  );
  assert.equal(new Set(rows.map(({ key }) => key)).size, 9);
  const { methods, baseline } = summariseRows(rows, ['knn'], { measure: 'accuracy' }, 0.5);
  assert.equal(baseline.knn?.count, 3);
  const fisher = methods.find(({ method }) => method === 'fisher')!;
  assert.deepEqual(Object.keys(fisher.byK[0].value.knn!.bySeed!), ['4', '5', '6']);
});
