/** The data of the side-by-side bench, the same for all: training rows scaled to 0 .. 1 in files, test rows to judge by. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadTable } from '../node/files/load-table.js';
import { encodeTable } from '../src/encode/encode-table.js';
import { createRandom } from '../src/maths/random.js';
import { allRows } from '../src/matrix/all-rows.js';
import { fitScaling } from '../src/prepare/fit-scaling.js';
import { splitRows } from '../src/split/split-rows.js';
import { classesOf } from '../src/target/class-target.js';
import type { DenseMatrix } from '../src/types.js';
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
  mnist,
  gla: glaShape,
};

async function coil20(): Promise<PeerSet | undefined> {
  const folder = process.env.NEUROFS_DATA;
  if (folder === undefined) return undefined;
  const { table } = await loadTable(join(folder, 'coil20', 'COIL20.mat'), { x: 'X', target: 'Y' });
  const { matrix, target } = encodeTable(table, { target: 'Y' });
  const file = join(folder, 'splits', 'coil20.json');
  const split = existsSync(file)
    ? (JSON.parse(await readFile(file, 'utf8')) as { train: number[]; test: number[] })
    : splitRows({ target }, {}, createRandom(1));
  return makeSet('COIL-20', matrix as DenseMatrix, classesOf(target).labels, split, {
    classCount: 20,
    batchSize: 100,
    epochs: 30,
  });
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
  const rows = [...allRows(training.matrix)];
  const split = { train: rows.filter((row) => row % 5 > 0), test: rows.filter((row) => row % 5 === 0) };
  const shape = { classCount: 4, batchSize: 20, epochs: 5 };
  return makeSet('GLA shape', training.matrix as DenseMatrix, training.target.labels, split, shape);
}

interface SplitRows {
  readonly train: ArrayLike<number>;
  readonly test: ArrayLike<number>;
}

/** Scales all rows by what the training rows say. */
function makeSet(
  name: string,
  matrix: DenseMatrix,
  labels: Int32Array,
  split: SplitRows,
  shape: Pick<PeerSet, 'classCount' | 'batchSize' | 'epochs'>,
): PeerSet {
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

/** Writes the training rows where the peers' scripts read them; the caller removes the folder. */
export async function writeTraining({ train }: PeerSet): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'neurofs-peers-'));
  await writeFile(join(folder, 'train'), new Uint8Array(train.values.buffer));
  await writeFile(join(folder, 'labels'), new Uint8Array(train.labels.buffer));
  return folder;
}
