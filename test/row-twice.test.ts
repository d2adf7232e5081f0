/** Every method that takes weights: a row of weight 2 counts as the row twice, and a row of weight 0 not at all. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createSerialEngine, type Engine } from '../src/compute/engine.js';
import { createRandom } from '../src/maths/random.js';
import { methods } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import { takesTarget } from '../src/select/training-for.js';
import { takeTargetRows } from '../src/target/take-target-rows.js';
import type { Target, TargetKind } from '../src/types.js';
import { toSparse, trainingSet } from './training-sets.js';

const [rowCount, featureCount] = [60, 8];
const random = createRandom(3);
const values = Float64Array.from({ length: rowCount * featureCount }, () => Math.max(0, random.float() - 0.3));
const signal = Float64Array.from(
  { length: rowCount },
  (_, row) => values[row * featureCount] - values[row * featureCount + 5] + 0.4 * random.float(),
);

const targets: Readonly<Record<TargetKind, Target>> = {
  classes: {
    kind: 'classes',
    labels: Int32Array.from(signal, (value) => (value < 0 ? 0 : value < 0.3 ? 1 : 2)),
    classNames: ['low', 'middle', 'high'],
  },
  values: { kind: 'values', values: signal, outputCount: 1 },
  survival: {
    kind: 'survival',
    times: signal.map((value) => 2 - value),
    events: Uint8Array.from(signal, (_, row) => +(row % 3 > 0)),
  },
};

/** How often every row is there. */
const copies = Array.from({ length: rowCount }, (_, row) => row % 3);
const repeated = Int32Array.from(copies.flatMap((count, row) => new Array<number>(count).fill(row)));

/**
 * Options with which nothing but the rows decides. Networks are given all rows at once, since batches are drawn among rows,
 * not among what they count; no prior of trees, which look at drawn rows; and inputs as they are, since weights do not enter
 * their scaling.
 */
const network = { hidden: [30, 20], epochs: 5, learningRate: 0.05, batchSize: 120 };
const settings: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  neurofs: { ...network, prior: 'none', inputs: 'as-scaled' },
  'neurofs-random-growth': { ...network, prior: 'none', inputs: 'as-scaled' },
  quickselection: network,
  rigl: network,
  lassonet: { hidden: 20, epochs: 20, learningRate: 0.05, pathEpochs: 3, pathMultiplier: 1.1, batchSize: 120 },
  stg: network,
  entryprune: { hidden: 20, rounds: 5, roundSteps: 1, batchSize: 120 },
  'l1-logistic': { tolerance: 1e-14 },
  lasso: { tolerance: 1e-14 },
  rfe: { tolerance: 1e-10, passes: 100_000 },
};

/** Of the largest score: networks compute in floats, and sum rows in another order. */
const closeness: Readonly<Record<string, number>> = {
  neurofs: 1e-4,
  'neurofs-random-growth': 1e-4,
  quickselection: 1e-4,
  rigl: 1e-4,
  lassonet: 1e-4,
  stg: 1e-4,
  entryprune: 1e-4,
};

let engine: Engine;
before(async () => {
  engine = await createSerialEngine();
});
after(() => engine.dispose());

/**
 * One ranks by chance alone; one shuffles rows, and other rows are shuffled otherwise: its trees are extra-trees'; and `auto`
 * is another method. */
const isLeftToChance = (name: string) => ['random', 'boruta', 'auto'].includes(name);

for (const method of methods.filter(({ takesWeights, name }) => takesWeights && !isLeftToChance(name))) {
  describe(`method ${method.name}`, () => {
    for (const kind of ['classes', 'values', 'survival'] as const) {
      if (!takesTarget(method, kind)) continue;
      test(`takes a row of weight 2 as the row twice, of ${kind}`, async () => {
        const scoresOf = async (rows: Int32Array, weights?: Float64Array, isSparse?: boolean) => {
          const taken = Float64Array.from({ length: rows.length * featureCount }, (_, at) => {
            return values[rows[Math.floor(at / featureCount)] * featureCount + (at % featureCount)];
          });
          const plain = trainingSet(taken, featureCount, [0, 1]);
          const matrix = isSparse ? toSparse(plain.matrix) : plain.matrix;
          const target = takeTargetRows(targets[kind], rows);
          const training = { ...plain, matrix, target, ...(weights && { weights }) };
          const options = resolveOptions(method, settings[method.name] ?? {});
          const settled = method.settle?.(options, matrix) ?? options;
          return (await method.select(training, 3, settled, { random: createRandom(1), engine })).scores;
        };
        const all = Int32Array.from({ length: rowCount }, (_, row) => row);
        const expected = await scoresOf(repeated);
        const most = expected.reduce((high, score) => Math.max(high, Math.abs(score)), 0);
        for (const isSparse of [false, true]) {
          const found = await scoresOf(all, Float64Array.from(copies), isSparse);
          found.forEach((score, feature) => {
            const apart = Math.abs(score - expected[feature]) / most;
            assert.ok(
              apart <= (closeness[method.name] ?? 1e-8),
              `feature ${feature}, ${isSparse ? 'sparse' : 'dense'}: ${score} against ${expected[feature]}`,
            );
          });
        }
      });
    }
  });
}
