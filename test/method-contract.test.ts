/**
 * One contract for every registered method. Run over all of them: options validated, training rows only, seeded,
 * abortable, progress, a score and a place for every feature, inputs unchanged, odd shapes survived, signal found.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createSerialEngine, type Engine } from '../src/compute/engine.js';
import { UserError } from '../src/errors.js';
import { createRandom } from '../src/maths/random.js';
import { type AnyMethod, findMethod, methods } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import type { Matrix, Scores, TrainingSet } from '../src/types.js';
import { plantedSignal, toSparse, trainingSet } from './training-sets.js';

/** Settings that make slow methods quick enough for a contract test; the others run as they are. */
const smallNetwork = { hidden: [40, 30], epochs: 30, learningRate: 0.05 };
const quickOptions: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  neurofs: smallNetwork,
  'neurofs-random-growth': smallNetwork,
  quickselection: smallNetwork,
  rigl: smallNetwork,
  lassonet: { hidden: 20, epochs: 20, learningRate: 0.05, pathEpochs: 3, pathMultiplier: 1.1 },
  boruta: { iterations: 20, trees: 50 },
  stg: { ...smallNetwork, penalty: 'sum', lambda: 0.05 },
};

let engine: Engine;
before(async () => {
  engine = await createSerialEngine();
});
after(() => engine.dispose());

interface RunExtras {
  readonly seed?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number) => void;
}

function select(method: AnyMethod, training: TrainingSet, k: number, extras: RunExtras = {}): Promise<Scores> {
  const { seed = 7, ...context } = extras;
  const options = resolveOptions(method, quickOptions[method.name]);
  return method.select(training, k, options, { random: createRandom(seed), engine, ...context });
}

function assertComplete(found: Scores, featureCount: number): void {
  assert.equal(found.scores.length, featureCount);
  assert.deepEqual(
    [...found.ranking].sort((a, b) => a - b),
    [...Array(featureCount).keys()],
  );
  assert.ok(!found.scores.some(Number.isNaN), 'every score is a number');
  for (let i = 1; i < featureCount; i++) {
    const [better, worse] = [found.ranking[i - 1], found.ranking[i]];
    const isOrdered =
      found.scores[better] > found.scores[worse] || (found.scores[better] === found.scores[worse] && better < worse);
    assert.ok(isOrdered, `place ${i}: scores fall, and equal ones go by the lower index`);
  }
}

for (const method of methods) {
  describe(`method ${method.name}`, () => {
    const planted = plantedSignal({ rowCount: 120, featureCount: 20, informative: [3, 11], seed: 1 });

    test('describes itself and its options, and its defaults are valid', () => {
      assert.match(method.name, /^[a-z][a-z0-9-]*$/);
      assert.ok(method.summary.length > 10 && !method.summary.includes('\n'));
      const defaults = resolveOptions(method);
      assert.deepEqual(resolveOptions(method, defaults as Record<string, unknown>), defaults);
      assert.throws(() => resolveOptions(method, { noSuchOption: 1 }), UserError);
    });

    test('ranks every feature exactly once, with falling scores', async () => {
      assertComplete(await select(method, planted, 5), 20);
    });

    test('gives the same ranking for the same seed', async () => {
      const [first, second] = [await select(method, planted, 5), await select(method, planted, 5)];
      assert.deepEqual(first, second);
    });

    test('changes with K and seed no more than it says', async () => {
      const chosen = async (k: number, seed = 7) => (await select(method, planted, k, { seed })).ranking.slice(0, 4);
      const { kChanges = 'everything', isDeterministic = false } = method;
      if (kChanges !== 'everything') assert.deepEqual(await chosen(4), await chosen(12));
      if (isDeterministic) assert.deepEqual(await chosen(4, 1), await chosen(4, 2));
    });

    test('leaves its inputs unchanged', async () => {
      const copy = structuredClone(planted);
      await select(method, planted, 5);
      assert.deepEqual(planted, copy);
    });

    // A random ranking finds nothing, by design.
    if (method.name !== 'random') {
      test('finds a planted signal, in dense and in sparse data', async () => {
        for (const training of [planted, { ...planted, matrix: toSparse(planted.matrix) }]) {
          const { ranking } = await select(method, training, 2);
          assert.deepEqual(
            [...ranking.subarray(0, 2)].sort((a, b) => a - b),
            [3, 11],
          );
        }
      });
    }

    test('refuses numbers that are not finite, naming the place', async () => {
      for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
        const values = Float64Array.of(1, 2, 3, bad, 5, 6, 7, 8);
        const training = trainingSet(values, 2, [0, 1, 0, 1]);
        const isRefusal = (error: unknown) =>
          error instanceof UserError && error.code === 'data' && /feature 1, training row 1/.test(error.message);
        await assert.rejects(select(method, training, 1), isRefusal);
        await assert.rejects(select(method, { ...training, matrix: toSparse(training.matrix) }, 1), isRefusal);
      }
    });

    test('refuses a K outside the features and rows of one class', async () => {
      const isUsage = (error: unknown) => error instanceof UserError && error.code === 'usage';
      for (const k of [0, 21, 1.5]) await assert.rejects(select(method, planted, k), isUsage);
      const oneClass = trainingSet(Float64Array.of(1, 2, 3, 4), 2, [0, 0], 2);
      await assert.rejects(select(method, oneClass, 1), /all belong to one class/);
    });

    for (const [title, training] of Object.entries(oddShapes())) {
      test(`works with ${title}`, async () => {
        const featureCount = training.matrix.columnCount;
        for (const k of new Set([1, featureCount])) assertComplete(await select(method, training, k), featureCount);
      });
    }

    test('reports progress from 0 to 1, and stops when the signal fires', async () => {
      const shares: number[] = [];
      await select(method, planted, 5, { onProgress: (done) => shares.push(done) });
      assert.ok(shares.every((share) => share >= 0 && share <= 1));
      assert.equal(shares.at(-1), 1);
      const isInterrupted = (error: unknown) => error instanceof UserError && error.code === 'interrupted';
      await assert.rejects(select(method, planted, 5, { signal: AbortSignal.abort() }), isInterrupted);
    });
  });
}

test('the random method depends on the seed', async () => {
  const training = plantedSignal({ rowCount: 10, featureCount: 20, informative: [3], seed: 1 });
  const first = await select(findMethod('random'), training, 5, { seed: 1 });
  const second = await select(findMethod('random'), training, 5, { seed: 2 });
  assert.notDeepEqual(first.ranking, second.ranking);
});

test('method names are unique, and an unknown one is an error with a suggestion', () => {
  assert.equal(new Set(methods.map((method) => method.name)).size, methods.length);
  assert.throws(() => findMethod('fischer'), /unknown method "fischer"; did you mean "fisher"\?/);
});

function oddShapes(): Record<string, TrainingSet> {
  const random = createRandom(4);
  const labels = Array.from({ length: 12 }, (_, row) => row % 2);
  const noise = () => Float64Array.from({ length: 36 }, () => random.float());
  const constant = noise();
  const duplicate = noise();
  for (let row = 0; row < 12; row++) {
    constant[row * 3 + 1] = 0.1;
    duplicate[row * 3] = labels[row] + duplicate[row * 3 + 1];
    duplicate[row * 3 + 2] = duplicate[row * 3];
  }
  const allConstant = new Float64Array(36).fill(0.1);
  const perfect = Float64Array.from(noise(), (value, i) => (i % 3 === 2 ? 0.1 + labels[Math.floor(i / 3)] : value));
  const bytes = Uint8Array.from({ length: 36 }, () => random.below(256));
  return {
    'one feature': trainingSet(noise().slice(0, 12), 1, labels),
    'a constant feature': trainingSet(constant, 3, labels),
    'nothing but constant features': trainingSet(allConstant, 3, labels),
    'duplicate features': trainingSet(duplicate, 3, labels),
    'a feature that equals the class': trainingSet(perfect, 3, labels),
    'two rows a class': trainingSet(noise().slice(0, 12), 3, [0, 0, 1, 1]),
    'one row a class': trainingSet(noise().slice(0, 6), 3, [0, 1]),
    'a class without rows': trainingSet(noise(), 3, labels, 3),
    'bytes, scaled': { ...trainingSet(bytes, 3, labels), scaling: scaledBytes(3) },
    'an empty sparse matrix': { ...trainingSet(new Float64Array(36), 3, labels), matrix: emptySparse(12, 3) },
  };
}

function scaledBytes(featureCount: number): TrainingSet['scaling'] {
  return {
    method: 'minmax',
    offset: new Float64Array(featureCount).fill(10),
    factor: new Float64Array(featureCount).fill(1 / 245),
  };
}

function emptySparse(rowCount: number, columnCount: number): Matrix {
  const rowStart = new Float64Array(rowCount + 1);
  return { kind: 'sparse', rowCount, columnCount, rowStart, column: new Int32Array(0), value: new Float32Array(0) };
}
