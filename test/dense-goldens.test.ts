/**
 * lassonet and stg beside their authors' packages, with the same settings on the same rows of published data
 * (test/goldens/make_dense_goldens.py). Neither follows the other's random numbers, so the measure is how well the
 * package agrees with itself from seed to seed: ours must agree with it about as well.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { loadTable } from '../node/files/load-table.js';
import { createSerialEngine, type Engine } from '../src/compute/engine.js';
import { encodeTable } from '../src/encode/encode-table.js';
import { createRandom } from '../src/maths/random.js';
import { takeColumns } from '../src/matrix/take-columns.js';
import { takeRows } from '../src/matrix/take-rows.js';
import { fitScaling } from '../src/prepare/fit-scaling.js';
import { findMethod } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import { classesOf } from '../src/target/class-target.js';
import { takeTargetRows } from '../src/target/take-target-rows.js';
import type { TrainingSet } from '../src/types.js';
import { rankCorrelation } from './rank-correlation.js';

const data = process.env.NEUROFS_DATA;
const skip = data ? false : 'NEUROFS_DATA is not set';

const sets = {
  coil20: { file: 'coil20/COIL20.mat', features: Array.from({ length: 256 }, (_, i) => 64 * (i >> 4) + 2 * (i & 15)) },
  'prostate-ge': {
    file: 'prostate-ge/Prostate_GE.mat',
    features: Array.from({ length: 597 }, (_, i) => 10 * i),
  },
};
const settings = {
  lassonet: { hidden: 100, epochs: 100, pathEpochs: 5, patience: 1000, pathMultiplier: 1.1 },
  stg: { hidden: [60, 30] },
};
const top = 50;
const seeds = [1, 2];

interface Golden {
  readonly set: keyof typeof sets;
  readonly method: keyof typeof settings;
  readonly scores: readonly (readonly (number | null)[])[];
}

let engine: Engine;
before(async () => {
  engine = await createSerialEngine();
});
after(() => engine.dispose());

async function loadTraining(key: keyof typeof sets): Promise<TrainingSet> {
  const { file, features } = sets[key];
  const { table } = await loadTable(join(data!, file), { target: 'Y' });
  const { matrix, target } = encodeTable(table, { target: 'Y' });
  const split = JSON.parse(await readFile(join(data!, 'splits', `${key}.json`), 'utf8'));
  const rows = Int32Array.from(split.train as number[]);
  const chosen = takeColumns(takeRows(matrix, rows), Int32Array.from(features));
  const all = Int32Array.from(rows, (_, row) => row);
  return {
    matrix: chosen,
    target: takeTargetRows(classesOf(target), rows),
    scaling: fitScaling(chosen, all, 'minmax'),
  };
}

const best = (scores: ArrayLike<number>): Set<number> =>
  new Set(
    Array.from({ length: scores.length }, (_, j) => j)
      .sort((a, b) => scores[b] - scores[a])
      .slice(0, top),
  );

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Mean rank correlation and mean number of the best in common, over pairs of score lists. */
function agreement(pairs: readonly (readonly [ArrayLike<number>, ArrayLike<number>])[]) {
  return {
    correlation: mean(pairs.map(([a, b]) => rankCorrelation(a, b))),
    common: mean(pairs.map(([a, b]) => [...best(a)].filter((feature) => best(b).has(feature)).length)),
  };
}

for (const set of ['coil20', 'prostate-ge'] as const) {
  for (const name of ['lassonet', 'stg'] as const) {
    test(`${name} agrees with its authors' package on ${set} as the package does with itself`, { skip }, async (t) => {
      const file = new URL('../../test/goldens/dense-methods.json', import.meta.url);
      const { results } = JSON.parse(await readFile(file, 'utf8')) as { results: Golden[] };
      const golden = results.find((one) => one.set === set && one.method === name)!;
      // Features that outlast the path have no lambda.
      const theirs = golden.scores.map((scores) => scores.map((score) => score ?? Number.POSITIVE_INFINITY));
      const training = await loadTraining(set);
      const method = findMethod(name);
      const options = resolveOptions(method, settings[name]);
      const ours: Float64Array[] = [];
      for (const seed of seeds) {
        ours.push((await method.select(training, top, options, { engine, random: createRandom(seed) })).scores);
      }
      const own = agreement([[theirs[0], theirs[1]]]);
      const found = agreement(ours.flatMap((a) => theirs.map((b) => [a, b] as const)));
      t.diagnostic(`package with itself ${JSON.stringify(own)}, ours with it ${JSON.stringify(found)}`);
      assert.ok(found.correlation > own.correlation - 0.1, `rank correlation ${found.correlation}`);
      assert.ok(found.common > own.common - 5, `${found.common} of the best ${top} in common`);
    });
  }
}
