/** NeuroFS finds at least nine of ten planted features, whether they act alone, are repeated, or act in pairs alone. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSerialEngine } from '../src/compute/engine.js';
import { makeClassification } from '../src/make-classification.js';
import { allRows } from '../src/matrix/all-rows.js';
import { createRandom } from '../src/random.js';
import { fitScaling } from '../src/scale/fit-scaling.js';
import { findMethod } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import type { TrainingSet } from '../src/types.js';

interface Planted {
  readonly training: TrainingSet;
  readonly planted: ReadonlySet<number>;
}

const seeds = [1, 2, 3];

describe('neurofs finds planted features', () => {
  test('that act alone, eight classes at corners of a cube: 10 among 1,000, from 500 rows', async () => {
    assert.ok((await shareFound((seed) => corners(seed, 0), 10)) >= 0.9);
  });

  test('and only them or their mixtures, where there are 20 of these', async () => {
    assert.ok((await shareFound((seed) => corners(seed, 20), 10)) >= 0.9);
  });

  test('that act in pairs, each of no use alone: 3 pairs among 100, from 2,000 rows', async () => {
    assert.ok((await shareFound(pairs, 6)) >= 0.9);
  });
});

/** Mean over the seeds of the share of the K selected features that are planted. */
async function shareFound(make: (seed: number) => Planted, k: number): Promise<number> {
  const engine = await createSerialEngine();
  const method = findMethod('neurofs');
  let found = 0;
  for (const seed of seeds) {
    const { training, planted } = make(seed);
    const context = { engine, random: createRandom(seed) };
    const { ranking } = await method.select(training, k, resolveOptions(method), context);
    found += ranking.subarray(0, k).filter((feature) => planted.has(feature)).length / k;
  }
  return found / seeds.length;
}

/** Eight classes at corners of a cube over ten features, a deviation of noise around them. */
function corners(seed: number, redundantCount: number): Planted {
  const shape = { rowCount: 500, featureCount: 1000, informativeCount: 10, classCount: 8 };
  const made = makeClassification({ ...shape, redundantCount, separation: 1, seed });
  const planted = new Set([...made.informative, ...made.redundant]);
  return { training: standardised(made.values, made.labels, shape.featureCount, shape.classCount), planted };
}

/** The class is the majority of the signs of three products x_1 x_2, x_3 x_4, x_5 x_6. */
function pairs(seed: number): Planted {
  const random = createRandom(seed);
  const featureCount = 100;
  const values = Float32Array.from({ length: 2000 * featureCount }, () => 2 * random.float() - 1);
  const labels = Int32Array.from({ length: 2000 }, (_, row) => {
    const at = (feature: number): number => values[row * featureCount + feature];
    return Math.sign(at(0) * at(1)) + Math.sign(at(2) * at(3)) + Math.sign(at(4) * at(5)) > 0 ? 1 : 0;
  });
  return { training: standardised(values, labels, featureCount, 2), planted: new Set([0, 1, 2, 3, 4, 5]) };
}

function standardised(values: Float32Array, labels: Int32Array, columnCount: number, classCount: number): TrainingSet {
  const matrix = { kind: 'dense', rowCount: labels.length, columnCount, values } as const;
  return { matrix, labels, classCount, scaling: fitScaling(matrix, allRows(matrix), 'standard') };
}
