/**
 * The classifiers beside scikit-learn's own answers on real data (sklearn-reference.json): every feature and 50 evenly
 * spaced ones of each set, scaled over training and test rows together in double precision, as the paper did.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { loadTable } from '../node/files/load-table.js';
import { createNodeEngine } from '../node/threads/threads.js';
import type { Engine } from '../src/compute/engine.js';
import { encodeTable } from '../src/encode/encode-table.js';
import { evaluateFeatures } from '../src/evaluate/evaluate.js';
import type { ClassPredictions } from '../src/evaluate/predictions.js';
import type { JudgeOptions } from '../src/evaluate/run-judge.js';
import { createRandom } from '../src/maths/random.js';
import { fitScaling } from '../src/prepare/fit-scaling.js';
import type { Dataset, DenseMatrix, Matrix, Scaling, ScalingMethod, Split } from '../src/types.js';
import { accuracyOf } from './fixtures/accuracies.js';

interface ManifestEntry {
  readonly key: string;
  readonly file: string;
  readonly y: string;
  readonly features: number;
  readonly split: string;
  readonly scaling: ScalingMethod;
}

interface Answer {
  readonly correct: number;
  readonly predictions: readonly number[];
}

interface Reference {
  readonly features: 'all' | readonly number[];
  readonly svm: Answer;
  readonly knn1: Answer;
  readonly knn5: Answer;
  readonly extraTrees50: { readonly accuracyPercent: readonly number[] };
}

/**
 * Where the mean of scikit-learn's five runs is itself far off: 120 runs of scikit-learn 1.9 on Arcene with all
 * features give 81.2 with a standard error of 0.35, the five of the reference 77.5.
 */
const longRunMean: Readonly<Record<string, number>> = { 'arcene all': 81.2 };

const root = process.env.NEUROFS_DATA;
const skip = root === undefined ? 'NEUROFS_DATA is not set' : false;
const sets = ['prostate-ge', 'arcene', 'coil20', 'basehock', 'usps', 'isolet'];

describe("scikit-learn's answers", { skip }, () => {
  let engine: Engine;
  before(async () => {
    engine = await createNodeEngine();
  });
  after(() => engine.dispose());

  for (const key of sets) {
    for (const subset of ['all', 'evenly50']) {
      test(`${key}, ${subset} features`, async () => {
        const { dataset, split, scaling } = await loadSet(key);
        const reference = (await readJson('sklearn-reference.json')).sets[key][subset] as Reference;
        const run = async (judge: string, options: JudgeOptions = {}, seed = 0) => {
          const features = reference.features;
          const request = { dataset, split, scaling, features, judges: [judge], options };
          const [evaluation] = await evaluateFeatures(request, { engine, random: createRandom(seed) });
          const { labels } = evaluation.predictions as ClassPredictions;
          const accuracy = accuracyOf(evaluation);
          return { ...evaluation, labels, accuracy, correct: Math.round(accuracy * labels.length) };
        };

        const svm = await run('svm');
        assert.equal(svm.correct, reference.svm.correct, 'SVM: test rows told right');
        assert.deepEqual([...svm.labels], reference.svm.predictions, 'SVM: predictions');

        for (const [neighbours, answer] of [[1, reference.knn1] as const, [5, reference.knn5] as const]) {
          const knn = await run('knn', { knn: { neighbours } });
          const different = differences(knn.labels, answer.predictions);
          const untied = different.filter((row) => !hasTie(dataset, split, scaling, knn.features, row, neighbours));
          assert.deepEqual(untied, [], `${neighbours} neighbours: rows that differ without a tie in distance`);
          if (different.length === 0) assert.equal(knn.correct, answer.correct);
        }

        const seeds = split.test.length < 100 ? 20 : 2;
        let sum = 0;
        for (let seed = 0; seed < seeds; seed++) sum += (await run('extra-trees', {}, seed)).accuracy;
        const five = reference.extraTrees50.accuracyPercent;
        const expected = longRunMean[`${key} ${subset}`] ?? five.reduce((a, b) => a + b, 0) / five.length;
        const mean = (100 * sum) / seeds;
        assert.ok(Math.abs(mean - expected) <= 2, `extra trees: ${mean.toFixed(2)} %, scikit-learn ${expected} %`);
      });
    }
  }
});

async function readJson(name: string) {
  return JSON.parse(await readFile(join(root!, name), 'utf8'));
}

const loaded = new Map<string, ReturnType<typeof loadFresh>>();
function loadSet(key: string): ReturnType<typeof loadFresh> {
  if (!loaded.has(key)) {
    loaded.clear();
    loaded.set(key, loadFresh(key));
  }
  return loaded.get(key)!;
}

async function loadFresh(key: string): Promise<{ dataset: Dataset; split: Split; scaling: Scaling }> {
  const manifest = (await readJson('manifest.json')) as ManifestEntry[];
  const entry = manifest.find((each) => each.key === key)!;
  const { table } = await loadTable(join(root!, entry.file), { target: entry.y });
  const encoded = encodeTable(table, { target: entry.y });
  assert.equal(encoded.matrix.columnCount, entry.features);
  const dataset = { ...encoded, matrix: toDense(encoded.matrix) };
  const rows = (await readJson(entry.split)) as { train: number[]; test: number[] };
  const split = { train: Int32Array.from(rows.train), test: Int32Array.from(rows.test) };
  const allRows = Int32Array.from({ length: dataset.matrix.rowCount }, (_, row) => row);
  return { dataset, split, scaling: fitScaling(dataset.matrix, allRows, entry.scaling) };
}

/** Sparse data is scaled without being centred, which changes gamma; the reference was centred. */
function toDense(matrix: Matrix): DenseMatrix {
  if (matrix.kind === 'dense') return matrix;
  const { rowCount, columnCount } = matrix;
  const values = new Float64Array(rowCount * columnCount);
  for (let row = 0; row < rowCount; row++) {
    for (let entry = matrix.rowStart[row]; entry < matrix.rowStart[row + 1]; entry++) {
      values[row * columnCount + matrix.column[entry]] = matrix.value[entry];
    }
  }
  return { kind: 'dense', rowCount, columnCount, values };
}

function differences(predictions: Int32Array, expected: readonly number[]): number[] {
  return expected.flatMap((label, row) => (predictions[row] === label ? [] : [row]));
}

/** True where the k-th and the next neighbour of a test row are equally far, up to the rounding of doubles. */
function hasTie(
  { matrix }: Dataset,
  { train, test }: Split,
  { offset, factor }: Scaling,
  features: Int32Array,
  testRow: number,
  k: number,
): boolean {
  const { values, columnCount } = matrix as DenseMatrix;
  const value = (row: number, f: number) => (values[row * columnCount + f] - offset[f]) * factor[f];
  const distances = Float64Array.from(train, (row) =>
    features.reduce((sum, f) => sum + (value(row, f) - value(test[testRow], f)) ** 2, 0),
  ).sort();
  return distances[k] - distances[k - 1] <= 1e-12 * distances[k];
}
