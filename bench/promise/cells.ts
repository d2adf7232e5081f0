/** The cells of the bench: generated sets, and real columns with a target made of some of them. */
import { join } from 'node:path';
import { dataFolder } from '../../node/files/dataset-store.js';
import { loadFile } from '../../node/files/load-file.js';
import { loadSet } from '../../node/files/load-set.js';
import { findSet } from '../../src/catalogue/catalogue.js';
import { createRandom } from '../../src/maths/random.js';
import { allRows } from '../../src/matrix/all-rows.js';
import { columnMoments } from '../../src/matrix/column-moments.js';
import { copyRow } from '../../src/matrix/copy-row.js';
import { findRedundant } from '../../src/prepare/find-redundant.js';
import type { Matrix } from '../../src/types.js';
import { correlations, generateSet, type PlantedSet, plant, type SignalKind, signalKinds } from './generated.js';

export interface Cell {
  /** `linear-ar-200x500`, `quadratic-isolet`. */
  readonly key: string;
  load(): Promise<(seed: number) => PlantedSet>;
}

/** Those of 2,000 and 4,000 rows are for `--halves`, of which each half has enough; the widest is for `--cost`. */
const shapes = [
  [200, 500],
  [1000, 500],
  [200, 5000],
  [1000, 5000],
  [2000, 500],
  [4000, 500],
  [200, 50000],
] as const;

const generatedCells: readonly Cell[] = shapes.flatMap(([rows, columns]) =>
  signalKinds.flatMap((kind) =>
    correlations.map((correlation) => ({
      key: `${kind}-${correlation}-${rows}x${columns}`,
      load: async () => (seed: number) => generateSet({ kind, correlation, rows, columns }, seed),
    })),
  ),
);

const realMatrices: Readonly<Record<string, () => Promise<Matrix>>> = {
  'prostate-ge': () => catalogueMatrix('prostate-ge'),
  isolet: () => catalogueMatrix('isolet'),
  su: async () => (await loadFile(join(dataFolder(), 'more', 'su.npz'), { target: 'y' })).table.numeric as Matrix,
};

const realCells: readonly Cell[] = Object.entries(realMatrices).flatMap(([name, load]) =>
  signalKinds.map((kind) => ({ key: `${kind}-${name}`, load: async () => plantOn(await load(), kind) })),
);

export const cells: readonly Cell[] = [...generatedCells, ...realCells];

async function catalogueMatrix(key: string): Promise<Matrix> {
  const set = findSet(key);
  if (set === undefined) throw new Error(`${key} is no set of the catalogue`);
  return (await loadSet(set, {})).table.numeric;
}

/** Columns that are constant or repeat another are left out: which of two copies acts nobody could tell. */
function plantOn(matrix: Matrix, kind: SignalKind): (seed: number) => PlantedSet {
  const rows = allRows(matrix);
  const { constant, repeats } = findRedundant(matrix, rows);
  const left = new Set([...constant, ...repeats.keys()]);
  const kept = Array.from({ length: matrix.columnCount }, (_, column) => column).filter((column) => !left.has(column));
  const { mean, deviation } = columnMoments(matrix, rows);
  const values = new Float64Array(matrix.rowCount * kept.length);
  const row = new Float64Array(matrix.columnCount);
  for (let r = 0; r < matrix.rowCount; r++) {
    copyRow(matrix, r, row);
    kept.forEach((column, at) => {
      values[r * kept.length + at] = (row[column] - mean[column]) / deviation[column];
    });
  }
  return (seed) => plant(values, kept.length, kind, createRandom(seed).fork(`real ${kind}`));
}
