/** The filters on data small enough to work out by hand, and on the same data stored dense and sparse. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createSerialEngine, type Engine } from '../src/compute/engine.js';
import { Pacer } from '../src/compute/pacer.js';
import { logGamma } from '../src/maths/log-gamma.js';
import { createRandom } from '../src/maths/random.js';
import { KernelBlocks } from '../src/select/kernel/kernel-blocks.js';
import { KernelWriter } from '../src/select/kernel/kernel-writer.js';
import { walkNonnegativeLars } from '../src/select/kernel/nonnegative-lars.js';
import { findMethod } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import { FeatureSelector } from '../src/selector.js';
import type { Scores, TrainingSet } from '../src/types.js';
import { plantedSignal, toSparse, trainingSet } from './training-sets.js';

let engine: Engine;
before(async () => {
  engine = await createSerialEngine();
});
after(() => engine.dispose());

function select(name: string, training: TrainingSet, k: number, given: Record<string, unknown> = {}): Promise<Scores> {
  const method = findMethod(name);
  return method.select(training, k, resolveOptions(method, given), { random: createRandom(1), engine });
}

/** Rows of numbers with their classes. */
function rows(table: readonly (readonly number[])[], labels: readonly number[]): TrainingSet {
  return trainingSet(Float64Array.from(table.flat()), table[0].length, labels);
}

test('fisher divides the scatter between classes by the scatter within them', async () => {
  // Class means 2 and 6 around 4: between 2 * 4 + 2 * 4 = 16, within 4 * 1; the constant scores 0, the class infinity.
  const training = rows(
    [
      [1, 0.1, 0.1],
      [3, 0.1, 0.1],
      [5, 0.1, 0.3],
      [7, 0.1, 0.3],
    ],
    [0, 0, 1, 1],
  );
  const { scores, ranking } = await select('fisher', training, 1);
  assert.deepEqual([...scores], [4, 0, Number.POSITIVE_INFINITY]);
  assert.deepEqual([...ranking], [2, 0, 1]);
  assert.equal((await select('anova-f', training, 1)).scores[0], 16 / 1 / (4 / 2));
});

test('mutual-information counts neighbours: psi(n) + psi(k) - psi(n_class) - psi(m)', async () => {
  // One neighbour a class at distance 1, nothing nearer: psi(4) + psi(1) - psi(2) - psi(1) = 1/2 + 1/3.
  const training = rows([[0], [1], [10], [11]], [0, 0, 1, 1]);
  const { scores } = await select('mutual-information', training, 1);
  assert.ok(Math.abs(scores[0] - 5 / 6) < 1e-15);
});

test('mutual-information of symbols is ln 2 for a copy of two even classes and 0 for an independent feature', async () => {
  const training = rows(
    [
      [0, 0],
      [0, 1],
      [5, 0],
      [5, 1],
    ],
    [0, 0, 1, 1],
  );
  const { scores } = await select('mutual-information', training, 1, { estimator: 'symbols' });
  assert.ok(Math.abs(scores[0] - Math.LN2) < 1e-15);
  assert.ok(Math.abs(scores[1]) < 1e-15);
});

test('cife rewards features that tell the class only together, icap does not', async () => {
  // The class is the exclusive or of the first and the last feature: each alone tells nothing, both together one bit.
  const table = [0, 1, 2, 3].map((i) => [i & 1, 7, i >> 1]);
  const training = rows(
    table,
    table.map(([a, , b]) => a ^ b),
  );
  assert.deepEqual([...(await select('cife', training, 2)).ranking], [0, 2, 1]);
  assert.deepEqual([...(await select('icap', training, 2)).ranking], [0, 1, 2]);
  assert.deepEqual([...(await select('icap', training, 2, { icapForm: 'max' })).ranking], [0, 2, 1]);
});

test('mdl cuts a feature where the class changes and leaves noise in one piece', async () => {
  const labels = [0, 0, 0, 0, 1, 1, 1, 1];
  const training = rows(
    labels.map((_, i) => [(i * 3) % 8, i]),
    labels,
  );
  // One cut of the second feature gives it the whole bit; the first is never cut and has none.
  const { ranking } = await select('cife', training, 1, { discretise: 'mdl' });
  assert.deepEqual([...ranking], [1, 0]);
});

test('mrmr passes over a copy of the best feature for a weaker one that is new', async () => {
  const random = createRandom(3);
  const labels = Array.from({ length: 60 }, (_, i) => i % 2);
  const training = rows(
    labels.map((label) => {
      const strong = 3 * label + random.float();
      return [strong, strong, label + 2 * random.float()];
    }),
    labels,
  );
  assert.deepEqual([...(await select('mrmr', training, 2)).ranking], [0, 2, 1]);
});

test('a kernel of two rows is centred to plus and minus one half', async () => {
  const engine = await createSerialEngine();
  const blocks = new KernelBlocks(2, 20, 3, createRandom(1));
  const stored = engine.memory.float32(3);
  new KernelWriter(engine, blocks).write(Float32Array.of(0, 1.5), 0, 1, stored.pointer);
  assert.equal(blocks.blockCount, 1);
  for (const [i, expected] of [0.5, -Math.SQRT1_2, 0.5].entries()) {
    assert.ok(Math.abs(stored.view[i] - expected) < 1e-7);
  }
  engine.dispose();
});

test('blocks deal every row at most once a permutation', () => {
  const blocks = new KernelBlocks(50, 20, 3, createRandom(1));
  assert.equal(blocks.blockCount, 6);
  for (let m = 0; m < 3; m++) assert.equal(new Set(blocks.rows.subarray(m * 40, (m + 1) * 40)).size, 40);
});

test('the non-negative path of unrelated features takes them in order, and shrinks each by the last correlation', async () => {
  const related = Float64Array.of(1, 3, -1, 2);
  const pair = (i: number, j: number) => (i === j ? 1 : 0);
  const path = await walkNonnegativeLars({ related, pair, wanted: 3 }, new Pacer({}), 0);
  assert.deepEqual([...path.active], [1, 3, 0]);
  assert.deepEqual([...path.beta], [0, 2, 0, 1]);
  assert.deepEqual(
    path.path.map((point) => point.correlation),
    [2, 1],
  );
});

test('the non-negative path leaves copies out and ends at the least-squares solution', async () => {
  const gram = [
    [1, 1, 0.5],
    [1, 1, 0.5],
    [0.5, 0.5, 1],
  ];
  const related = Float64Array.of(1, 1, 0.8);
  const path = await walkNonnegativeLars({ related, pair: (i, j) => gram[i][j], wanted: 4 }, new Pacer({}), 0);
  assert.deepEqual([...path.active], [0, 2]);
  // 1 = a + b / 2 and 0.8 = a / 2 + b give a = 0.8, b = 0.4.
  for (const [i, expected] of [0.8, 0, 0.4].entries()) assert.ok(Math.abs(path.beta[i] - expected) < 1e-12);
});

test('the logarithm of the gamma function is that of known values', () => {
  for (const [x, value] of [
    [1, 1],
    [2, 1],
    [0.5, Math.sqrt(Math.PI)],
    [1.5, Math.sqrt(Math.PI) / 2],
    [10, 362880],
  ]) {
    assert.ok(Math.abs(logGamma(x) - Math.log(value)) < 1e-12, `x = ${x}`);
  }
});

test('hsic-lasso without filling selects what its path has, in the order of the filled selection', async () => {
  const training = plantedSignal({ rowCount: 60, featureCount: 30, informative: [2, 5, 7], seed: 2 });
  const path = await select('hsic-lasso', training, 30, { fill: 'none' });
  const filled = await select('hsic-lasso', training, 30);
  assert.equal(filled.foundCount, undefined);
  assert.ok(path.foundCount! > 0 && path.foundCount! < 30, `${path.foundCount} of 30`);
  assert.deepEqual(path.ranking, filled.ranking);
  // A path that goes on to K features is cut there.
  assert.equal((await select('hsic-lasso', training, 2, { fill: 'none' })).foundCount, 2);

  const { matrix, target } = training;
  if (matrix.kind !== 'dense') throw new Error('dense rows are expected');
  const table = Array.from({ length: 60 }, (_, row) => [...matrix.values.subarray(row * 30, (row + 1) * 30)]);
  const selector = new FeatureSelector({ k: 30, method: 'hsic-lasso', options: { fill: 'none' } });
  await selector.fit(table, Array.from(target.labels, String));
  assert.ok(selector.selected.length > 0 && selector.selected.length < 30, 'the library selects as few');
});

for (const name of ['fisher', 'anova-f', 'mrmr', 'cife', 'icap', 'rfs', 'hsic-lasso', 'hsic-lasso-vi']) {
  test(`${name} gives the same ranking for sparse as for dense data, also with scaling`, async () => {
    const dense = plantedSignal({ rowCount: 60, featureCount: 12, informative: [2, 5, 7], seed: 2 });
    const scaling = {
      method: 'standard' as const,
      offset: Float64Array.from({ length: 12 }, (_, i) => i / 10),
      factor: Float64Array.from({ length: 12 }, (_, i) => 1 + i),
    };
    for (const training of [dense, { ...dense, scaling }]) {
      const sparse = { ...training, matrix: toSparse(training.matrix) };
      assert.deepEqual((await select(name, sparse, 4)).ranking, (await select(name, training, 4)).ranking);
    }
  });
}
