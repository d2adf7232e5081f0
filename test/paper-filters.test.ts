/**
 * The deterministic filters against the NeuroFS article's own figures: SVM test accuracy on Arcene and Prostate_GE,
 * whose split is the article's, with its scaling (fitted on all rows), its settings and the code it ran (every distinct
 * value a symbol, the largest term in ICAP).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { loadTable } from '../node/files/load-table.js';
import { createSerialEngine, type Engine } from '../src/compute/engine.js';
import { encodeTable } from '../src/encode/encode-table.js';
import { createRandom } from '../src/maths/random.js';
import { allRows } from '../src/matrix/all-rows.js';
import { takeRows } from '../src/matrix/take-rows.js';
import { fitScaling } from '../src/prepare/fit-scaling.js';
import { findMethod } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import { classesOf } from '../src/target/class-target.js';
import { takeTargetRows } from '../src/target/take-target-rows.js';
import type { Dataset, Scaling } from '../src/types.js';
import { predictLabels } from './fixtures/predict-labels.js';
import { copyScaledRow } from './fixtures/scaled-row.js';

const folder = process.env.NEUROFS_DATA;
const counts = [25, 50, 75, 100, 150, 200];
const asScikitFeature = { discretise: 'none' };

/** Test accuracy in percent for every K, and options. RFS is left out where it takes long. */
const published: readonly [set: string, method: string, options: Record<string, unknown>, row: readonly number[]][] = [
  ['arcene', 'fisher', {}, [65.0, 67.5, 70.0, 65.0, 65.0, 65.0]],
  ['arcene', 'cife', asScikitFeature, [67.5, 52.5, 72.5, 65.0, 55.0, 57.5]],
  ['arcene', 'icap', { ...asScikitFeature, icapForm: 'max' }, [77.5, 70.0, 72.5, 82.5, 77.5, 80.0]],
  ['arcene', 'rfs', {}, [77.5, 77.5, 80.0, 80.0, 80.0, 80.0]],
  ['prostate-ge', 'fisher', {}, [90.5, 90.5, 90.5, 90.5, 90.5, 90.5]],
  ['prostate-ge', 'cife', asScikitFeature, [61.9, 47.6, 47.6, 71.4, 76.2, 76.2]],
  ['prostate-ge', 'icap', { ...asScikitFeature, icapForm: 'max' }, [47.6, 57.1, 57.1, 52.4, 42.9, 42.9]],
  ['prostate-ge', 'rfs', {}, [90.5, 90.5, 90.5, 90.5, 90.5, 90.5]],
];

interface PaperSet {
  readonly dataset: Dataset;
  readonly train: Int32Array;
  readonly test: Int32Array;
  readonly scaling: Scaling;
}

async function loadSet(key: string): Promise<PaperSet> {
  const manifest = JSON.parse(readFileSync(join(folder!, 'manifest.json'), 'utf8'));
  const entry = manifest.find((one: { key: string }) => one.key === key);
  const { table } = await loadTable(join(folder!, entry.file), { target: entry.y });
  const dataset = encodeTable(table, { target: entry.y });
  const split = JSON.parse(readFileSync(join(folder!, entry.split), 'utf8'));
  const scaling = fitScaling(dataset.matrix, allRows(dataset.matrix), 'minmax');
  return { dataset, train: Int32Array.from(split.train), test: Int32Array.from(split.test), scaling };
}

function scaledRows({ dataset, scaling }: PaperSet, rows: Int32Array, features: Int32Array): Float64Array {
  const out = new Float64Array(rows.length * features.length);
  const row = new Float64Array(dataset.matrix.columnCount);
  rows.forEach((index, i) => {
    copyScaledRow(dataset.matrix, scaling, index, row);
    features.forEach((feature, f) => {
      out[i * features.length + f] = row[feature];
    });
  });
  return out;
}

describe("the article's figures", { skip: folder ? false : 'NEUROFS_DATA is not set' }, () => {
  let engine: Engine;
  const sets = new Map<string, PaperSet>();
  before(async () => {
    engine = await createSerialEngine();
    for (const key of ['arcene', 'prostate-ge']) sets.set(key, await loadSet(key));
  });
  after(() => engine.dispose());

  async function accuracy(set: PaperSet, features: Int32Array): Promise<number> {
    const labelsOf = (rows: Int32Array) => rows.map((row) => classesOf(set.dataset.target).labels[row]);
    const predicted = await predictLabels(
      engine,
      'svm',
      scaledRows(set, set.train, features),
      labelsOf(set.train),
      scaledRows(set, set.test, features),
      classesOf(set.dataset.target).classNames.length,
    );
    const right = labelsOf(set.test).filter((label, i) => label === predicted[i]).length;
    return Math.round((1000 * right) / set.test.length) / 10;
  }

  for (const [key, name, given, expected] of published) {
    test(`${name} on ${key} gives the published accuracy for every K`, async () => {
      const set = sets.get(key)!;
      const method = findMethod(name);
      const training = {
        matrix: takeRows(set.dataset.matrix, set.train),
        target: takeTargetRows(classesOf(set.dataset.target), set.train),
        scaling: set.scaling,
      };
      const context = { random: createRandom(1), engine };
      const { ranking } = await method.select(training, 200, resolveOptions(method, given), context);
      const row: number[] = [];
      for (const k of counts) row.push(await accuracy(set, ranking.slice(0, k)));
      assert.deepEqual(row, expected);
    });
  }
});
