/**
 * The filters against the packages people use today, on one small data set: test/goldens/filters.json, made by
 * test/goldens/make_filter_goldens.py with the versions named in it; and where features are nearly copies, hsic-alike.json.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { loadTable } from '../node/files/load-table.js';
import { createSerialEngine, type Engine } from '../src/compute/engine.js';
import { encodeTable } from '../src/encode/encode-table.js';
import { createRandom } from '../src/maths/random.js';
import { takeRows } from '../src/matrix/take-rows.js';
import { fitScaling } from '../src/prepare/fit-scaling.js';
import { findMethod } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import { classesOf } from '../src/target/class-target.js';
import { takeTargetRows } from '../src/target/take-target-rows.js';
import type { Scores } from '../src/types.js';
import { trainingSet } from './training-sets.js';

interface Goldens {
  readonly featureCount: number;
  readonly labels: number[];
  readonly values: number[];
  readonly symbols: number[];
  readonly fisherOrder: number[];
  readonly anovaF: number[];
  readonly mutualInformationOfUntied: number[];
  readonly mutualInformationOfSymbols: number[];
  readonly mutualInformationOfTies: number[];
  readonly mrmr: Record<'mean' | 'max', number[]>;
  readonly cifeOfSymbols: number[];
  readonly cifeOfValues: number[];
  readonly icapOfSymbols: number[];
  readonly icapOfValues: number[];
  readonly rfs: Record<string, number[]>;
  readonly hsicLasso: { readonly order: number[] };
  readonly hsicLassoVi: { readonly lambda: number; readonly weights: number[] };
}

interface AlikeGolden {
  readonly rowCount: number;
  readonly featureCount: number;
  readonly noise: number;
  readonly lambda: number;
  readonly weights: number[];
}

const file = new URL('../../test/goldens/filters.json', import.meta.url);
const goldens: Goldens = JSON.parse(readFileSync(file, 'utf8'));
const untied = goldens.values.map((value, i) => value + 0.001 * Math.sin(i));

let engine: Engine;
before(async () => {
  engine = await createSerialEngine();
});
after(() => engine.dispose());

function select(
  name: string,
  values: readonly number[],
  given: Record<string, unknown> = {},
  k = goldens.featureCount,
): Promise<Scores> {
  const method = findMethod(name);
  const training = trainingSet(Float64Array.from(values), goldens.featureCount, goldens.labels);
  return method.select(training, k, resolveOptions(method, given), { random: createRandom(1), engine });
}

function assertNear(actual: ArrayLike<number>, expected: readonly number[], relative: number, absolute: number): void {
  expected.forEach((value, i) => {
    const bound = relative * Math.abs(value) + absolute;
    assert.ok(Math.abs(actual[i] - value) <= bound, `feature ${i}: got ${actual[i]}, expected ${value}`);
  });
}

/** Spearman's rank correlation of two lists of scores. */
function rankCorrelation(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const ranks = (values: ArrayLike<number>) => {
    const sorted = Array.from(values).sort((x, y) => x - y);
    return Array.from(values, (value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2);
  };
  const [x, y] = [ranks(a), ranks(b)];
  const middle = (x.length - 1) / 2;
  const product = (p: number[], q: number[]) =>
    p.reduce((sum, value, i) => sum + (value - middle) * (q[i] - middle), 0);
  return product(x, y) / Math.sqrt(product(x, x) * product(y, y));
}

test('fisher ranks as scikit-feature', async () => {
  assert.deepEqual([...(await select('fisher', goldens.values)).ranking], goldens.fisherOrder);
});

test("anova-f gives scikit-learn's F statistics", async () => {
  assertNear((await select('anova-f', goldens.values)).scores, goldens.anovaF, 1e-10, 0);
});

test("mutual-information gives scikit-learn's estimates on values without ties", async () => {
  const { scores } = await select('mutual-information', untied);
  assertNear(scores, goldens.mutualInformationOfUntied, 0, 1e-12);
});

test("mutual-information of symbols gives scikit-learn's numbers", async () => {
  const { scores } = await select('mutual-information', goldens.symbols, { estimator: 'symbols' });
  assertNear(scores, goldens.mutualInformationOfSymbols, 0, 1e-12);
});

test('mutual-information of tied values ranks as the mean of scikit-learn over the noise that breaks ties', async () => {
  const { scores } = await select('mutual-information', goldens.symbols, { estimator: 'neighbours' });
  const correlation = rankCorrelation(scores, goldens.mutualInformationOfTies);
  // scikit-learn agrees with itself to 0.64 from one seed to the next.
  assert.ok(correlation > 0.8, `rank correlation ${correlation}`);
});

test('mrmr selects in the order of mrmr_selection, by mean and by maximum', async () => {
  for (const redundancy of ['mean', 'max'] as const) {
    assert.deepEqual([...(await select('mrmr', goldens.values, { redundancy })).ranking], goldens.mrmr[redundancy]);
  }
});

test('cife selects in the order of scikit-feature, of symbols and of raw values', async () => {
  const options = { discretise: 'none' };
  assert.deepEqual([...(await select('cife', goldens.symbols, options)).ranking], goldens.cifeOfSymbols);
  assert.deepEqual([...(await select('cife', goldens.values, options)).ranking], goldens.cifeOfValues);
});

test('icap selects in the order of scikit-feature, of symbols and of raw values', async () => {
  const options = { discretise: 'none', icapForm: 'max' };
  assert.deepEqual([...(await select('icap', goldens.symbols, options)).ranking], goldens.icapOfSymbols);
  assert.deepEqual([...(await select('icap', goldens.values, options)).ranking], goldens.icapOfValues);
});

test("rfs gives the row norms of scikit-feature's solution", async () => {
  for (const [gamma, norms] of Object.entries(goldens.rfs)) {
    const { scores } = await select('rfs', goldens.values, { gamma: Number(gamma) });
    assertNear(scores, norms, 1e-6, 1e-9);
  }
});

test('hsic-lasso with one block selects and orders as pyHSICLasso', async () => {
  const { order } = goldens.hsicLasso;
  const { ranking } = await select('hsic-lasso', goldens.values, { blockSize: 0 }, order.length);
  assert.deepEqual([...ranking.subarray(0, order.length)], order);
});

test('hsic-lasso-vi with one block keeps and orders the features that HSICLassoVI keeps', async () => {
  const { weights, lambda } = goldens.hsicLassoVi;
  const kept = [...weights.keys()].filter((f) => weights[f] > 0).sort((a, b) => weights[b] - weights[a]);
  const { ranking } = await select('hsic-lasso-vi', goldens.values, { blockSize: 0, lambda });
  assert.deepEqual([...ranking.subarray(0, kept.length)], kept);
});

test('hsic-lasso-vi keeps what HSICLassoVI keeps of features that single precision cannot tell apart', async () => {
  const golden: AlikeGolden = JSON.parse(
    readFileSync(new URL('../../test/goldens/hsic-alike.json', import.meta.url), 'utf8'),
  );
  const { rowCount, featureCount, noise, lambda, weights } = golden;
  const placeOf = (row: number) => (row * 37) % rowCount;
  const differing = (row: number, feature: number) =>
    ((row * 7919 + feature * 104729 + ((row * feature) % 613) * 31) % 1009) / 1009 - 0.5;
  const values = Float64Array.from({ length: rowCount * featureCount }, (_, i) => {
    const row = Math.floor(i / featureCount);
    return placeOf(row) / rowCount + noise * differing(row, i % featureCount);
  });
  const labels = Array.from({ length: rowCount }, (_, row) => Math.floor((placeOf(row) * 3) / rowCount));
  const method = findMethod('hsic-lasso-vi');
  const { ranking } = await method.select(
    trainingSet(values, featureCount, labels),
    featureCount,
    resolveOptions(method, { blockSize: 0, lambda }),
    { random: createRandom(1), engine },
  );
  const kept = [...weights.keys()].filter((feature) => weights[feature] > 0);
  const ours = ranking.subarray(0, kept.length);
  assert.deepEqual([...ours].sort(), kept.sort());
  // Kernels are held in single precision: weights that agree to five digits may change places.
  for (let i = 1; i < ours.length; i++) assert.ok(weights[ours[i]] < weights[ours[i - 1]] * (1 + 1e-5), `place ${i}`);
});

const data = process.env.NEUROFS_DATA;
test('cife and icap begin on Isolet as scikit-feature does', {
  skip: data ? false : 'NEUROFS_DATA is not set',
}, async () => {
  const golden: { readonly step: number; readonly cife: number[]; readonly icap: number[] } = JSON.parse(
    readFileSync(new URL('../../test/goldens/isolet.json', import.meta.url), 'utf8'),
  );
  const { table } = await loadTable(join(data!, 'isolet', 'isolet.csv.gz'), { target: 'class' });
  const { matrix, target } = encodeTable(table, { target: 'class' });
  const rows = Int32Array.from({ length: Math.ceil(matrix.rowCount / golden.step) }, (_, i) => i * golden.step);
  const training = {
    matrix: takeRows(matrix, rows),
    target: takeTargetRows(classesOf(target), rows),
    scaling: fitScaling(matrix, rows, 'none'),
  };
  for (const [name, options] of [
    ['cife', { discretise: 'none' }],
    ['icap', { discretise: 'none', icapForm: 'max' }],
  ] as const) {
    const method = findMethod(name);
    const context = { random: createRandom(1), engine };
    const { ranking } = await method.select(training, golden[name].length, resolveOptions(method, options), context);
    assert.deepEqual([...ranking.subarray(0, golden[name].length)], golden[name], name);
  }
});
