/** The data of the side-by-side bench, the same for all: training rows scaled to 0 .. 1 in files, test rows to judge by. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { loadTable } from '../node/files/load-table.js';
import { encodeTable } from '../src/encode/encode-table.js';
import { createRandom } from '../src/maths/random.js';
import { fitScaling } from '../src/prepare/fit-scaling.js';
import { splitRows } from '../src/split/split-rows.js';
import { classesOf } from '../src/target/class-target.js';
import type { DenseMatrix } from '../src/types.js';
import { npy } from '../src/write/npz.js';
import { generatedSet } from './bench-sets.js';
import { loadImages } from './mnist-points.js';

export interface PeerSet {
  readonly name: string;
  readonly classCount: number;
  readonly featureCount: number;
  readonly batchSize: number;
  /** The same for all peers. */
  readonly epochs: number;
  readonly train: Rows;
  readonly test: Rows;
}

/** Scaled values as [row][feature]. */
export interface Rows {
  readonly values: Float32Array;
  readonly labels: Int32Array;
}

export const peerSets: Readonly<Record<string, () => Promise<PeerSet | undefined>>> = {
  coil: coil20,
  basehock,
  mnist,
  gla: glaShape,
  cells: cellCounts,
  rows: manyRows,
};

/** Those whose epochs are measured where none is named. */
export const epochSets: readonly string[] = ['coil', 'mnist', 'gla'];

function coil20(): Promise<PeerSet | undefined> {
  return matlabSet('COIL-20', 'coil20/COIL20.mat', { classCount: 20, batchSize: 100, epochs: 30 });
}

/** Words of postings: counts, 1 of 70 of them not 0. */
function basehock(): Promise<PeerSet | undefined> {
  return matlabSet('BASEHOCK', 'basehock/BASEHOCK.mat', { classCount: 2, batchSize: 100, epochs: 30 });
}

/** A set of the paper, in the paper's split where it is there; undefined where NEUROFS_DATA does not name a folder. */
async function matlabSet(name: string, path: string, shape: Shape): Promise<PeerSet | undefined> {
  const folder = process.env.NEUROFS_DATA;
  if (folder === undefined) return undefined;
  const { table } = await loadTable(join(folder, path), { x: 'X', target: 'Y' });
  const { matrix, target } = encodeTable(table, { target: 'Y' });
  const file = join(folder, 'splits', `${path.slice(0, path.indexOf('/'))}.json`);
  const split = existsSync(file)
    ? (JSON.parse(await readFile(file, 'utf8')) as { train: number[]; test: number[] })
    : splitRows({ target }, {}, createRandom(1));
  return makeSet(name, matrix as DenseMatrix, classesOf(target).labels, split, shape);
}

async function mnist(): Promise<PeerSet> {
  const train = await loadImages('train-images-idx3-ubyte');
  const test = await loadImages('t10k-images-idx3-ubyte');
  const scaled = ({ values }: DenseMatrix): Float32Array => Float32Array.from(values, (value) => value / 255);
  return {
    name: 'MNIST',
    classCount: 10,
    featureCount: 784,
    batchSize: 100,
    epochs: 3,
    train: { values: scaled(train.pixels), labels: train.labels },
    test: { values: scaled(test.pixels), labels: test.labels },
  };
}

/** Generated: 180 rows of the width of GLA-BRA-180, every hundredth feature with a weak signal. */
async function glaShape(): Promise<PeerSet> {
  const { training } = generatedSet(180, 49_151, 4);
  const split = everyFifth(training.matrix.rowCount);
  const shape = { classCount: 4, batchSize: 20, epochs: 5 };
  return makeSet('GLA shape', training.matrix as DenseMatrix, training.target.labels, split, shape);
}

/** Generated counts like those of single cells, about 1 of 20 not 0: 8 types of cells with 20 marker genes each. */
async function cellCounts(): Promise<PeerSet> {
  const [rowCount, columnCount, classCount, markers] = [4000, 3000, 8, 20];
  const random = createRandom(2);
  const labels = Int32Array.from({ length: rowCount }, () => random.below(classCount));
  const rates = Float64Array.from({ length: columnCount }, () => 0.02 + 0.06 * random.float() ** 2);
  const values = new Float32Array(rowCount * columnCount);
  for (let row = 0; row < rowCount; row++) {
    for (let gene = 0; gene < columnCount; gene++) {
      // The markers are the first genes, type by type; half of the cells of a type show one, others as any gene.
      const isMarker = Math.floor(gene / markers) === labels[row];
      if (random.float() >= (isMarker ? 0.35 : rates[gene])) continue;
      let count = 1;
      while (random.float() < 0.4) count++;
      values[row * columnCount + gene] = count;
    }
  }
  const matrix: DenseMatrix = { kind: 'dense', rowCount, columnCount, values };
  return makeSet('Cell counts', matrix, labels, everyFifth(rowCount), { classCount, batchSize: 100, epochs: 10 });
}

/** Generated: 100,000 rows of 100 features, a tenth of them with a weak signal. */
async function manyRows(): Promise<PeerSet> {
  const [rowCount, columnCount, classCount] = [125_000, 100, 4];
  const random = createRandom(3);
  const labels = Int32Array.from({ length: rowCount }, () => random.below(classCount));
  const values = new Float32Array(rowCount * columnCount);
  for (let row = 0; row < rowCount; row++) {
    for (let feature = 0; feature < columnCount; feature++) {
      const signal = feature % 10 === 0 && feature % classCount === labels[row] ? 0.3 : 0;
      values[row * columnCount + feature] = signal + random.float();
    }
  }
  const matrix: DenseMatrix = { kind: 'dense', rowCount, columnCount, values };
  return makeSet('Many rows', matrix, labels, everyFifth(rowCount), { classCount, batchSize: 100, epochs: 3 });
}

function everyFifth(rowCount: number): SplitRows {
  const rows = Array.from({ length: rowCount }, (_, row) => row);
  return { train: rows.filter((row) => row % 5 > 0), test: rows.filter((row) => row % 5 === 0) };
}

type Shape = Pick<PeerSet, 'classCount' | 'batchSize' | 'epochs'>;

interface SplitRows {
  readonly train: ArrayLike<number>;
  readonly test: ArrayLike<number>;
}

/** Scales all rows by what the training rows say. */
function makeSet(name: string, matrix: DenseMatrix, labels: Int32Array, split: SplitRows, shape: Shape): PeerSet {
  const { columnCount } = matrix;
  const { offset, factor } = fitScaling(matrix, Int32Array.from(split.train), 'minmax');
  const take = (rows: ArrayLike<number>): Rows => {
    const values = new Float32Array(rows.length * columnCount);
    for (let r = 0; r < rows.length; r++) {
      for (let f = 0; f < columnCount; f++) {
        values[r * columnCount + f] = (matrix.values[rows[r] * columnCount + f] - offset[f]) * factor[f];
      }
    }
    return { values, labels: Int32Array.from(rows, (row) => labels[row]) };
  };
  return { name, ...shape, featureCount: columnCount, train: take(split.train), test: take(split.test) };
}

/** Writes the training rows where the peers' scripts read them, plainly and as .npz; the caller removes the folder. */
export async function writeTraining({ train, featureCount }: PeerSet): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'neurofs-peers-'));
  const members = {
    'X.npy': npy(train.values, [train.labels.length, featureCount]),
    'y.npy': npy(train.labels, [train.labels.length]),
  };
  await writeFile(join(folder, 'train.npz'), zipSync(members, { level: 0 }));
  await writeFile(join(folder, 'train'), new Uint8Array(train.values.buffer));
  await writeFile(join(folder, 'labels'), new Uint8Array(train.labels.buffer));
  return folder;
}
