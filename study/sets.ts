/**
 * The data of the study: training rows of eight sets of the catalogue, and nothing of their test rows.
 *
 * Each seed has its own part of the training rows to select and learn from, and another to be judged on: a fold of five,
 * or where there are many rows a sample of them and 5,000 others. Scaling is fitted on both parts, as the paper fits it
 * on all rows.
 */
import { loadSet } from '../node/files/load-set.js';
import { type CatalogueSet, findSet } from '../src/catalogue/catalogue.js';
import { encodeTable } from '../src/encode/encode-table.js';
import { createRandom, shuffle } from '../src/maths/random.js';
import { takeRows } from '../src/matrix/take-rows.js';
import { prepareRows } from '../src/prepare/prepare-rows.js';
import { givenSplit } from '../src/split/given-rows.js';
import { splitFolds } from '../src/split/split-folds.js';
import type { Dataset, PreparedRows } from '../src/types.js';

export const studySets = [
  'coil20',
  'usps',
  'isolet',
  'basehock',
  'arcene',
  'prostate-ge',
  'mnist',
  'fashion-mnist',
] as const;

/** Rows to learn from where a set has many. */
export const sampleRows = 3000;
const judgeRows = 5000;
const foldCount = 5;

export interface StudyData {
  readonly set: CatalogueSet;
  readonly featureCount: number;
  rowsOf(seed: number): PreparedRows;
}

export async function loadStudyData(key: string): Promise<StudyData> {
  const set = findSet(key);
  if (set === undefined) throw new Error(`${key} is no set of the catalogue`);
  const { table, set: brought } = await loadSet(set, {});
  const all = encodeTable(table, { target: brought.target });
  const { train } = givenSplit(brought.split, { rowCount: table.rowCount });
  const dataset: Dataset = {
    ...all,
    matrix: takeRows(all.matrix, train),
    labels: train.map((row) => all.labels[row]),
  };
  return {
    set,
    featureCount: all.featureNames.length,
    rowsOf: (seed) =>
      prepareRows(dataset, splitOf(dataset, seed), {
        scaling: set.settings.scaling,
        scaleOn: 'all',
      }),
  };
}

function splitOf(dataset: Dataset, seed: number) {
  const rowCount = dataset.labels.length;
  if (rowCount < 2 * sampleRows) return splitFolds(dataset, { folds: foldCount }, createRandom(11))[seed % foldCount];
  const rows = shuffle(
    Int32Array.from({ length: rowCount }, (_, row) => row),
    createRandom(seed).fork('study rows'),
  );
  return { train: rows.slice(0, sampleRows).sort(), test: rows.slice(sampleRows, sampleRows + judgeRows).sort() };
}
