/** Small training sets whose answer is known: what methods are checked with. */
import { createRandom } from '../maths/random.js';
import { numberedClasses } from '../target/class-target.js';
import type { Matrix, NumericArray, SparseMatrix, TrainingSet } from '../types.js';

/** Dense values, row by row, without scaling. */
export function trainingSet(
  values: NumericArray,
  featureCount: number,
  labels: readonly number[],
  classCount = Math.max(...labels) + 1,
): TrainingSet {
  const rowCount = values.length / featureCount;
  return {
    matrix: { kind: 'dense', rowCount, columnCount: featureCount, values },
    target: numberedClasses(Int32Array.from(labels), classCount),
    scaling: {
      method: 'none',
      offset: new Float64Array(featureCount),
      factor: new Float64Array(featureCount).fill(1),
    },
  };
}

export interface PlantedOptions {
  readonly rowCount: number;
  readonly featureCount: number;
  /** Features that tell the three classes apart, the first between class 0 and 1, the next between 1 and 2 ... */
  readonly informative: readonly number[];
  readonly seed: number;
}

/** Uniform noise with about half zeros; the informative features are shifted by 2 for some of the three classes. */
export function plantedSignal({ rowCount, featureCount, informative, seed }: PlantedOptions): TrainingSet {
  const random = createRandom(seed);
  const labels = Array.from({ length: rowCount }, (_, row) => row % 3);
  const values = Float32Array.from({ length: rowCount * featureCount }, () => Math.max(0, random.float() - 0.5));
  for (let row = 0; row < rowCount; row++) {
    informative.forEach((feature, i) => {
      if (labels[row] > i % 2) values[row * featureCount + feature] += 0.5 + random.float() / 2;
    });
  }
  return trainingSet(values, featureCount, labels);
}

/** The same matrix as compressed sparse rows. */
export function toSparse(matrix: Matrix): SparseMatrix {
  if (matrix.kind === 'sparse') return matrix;
  const { rowCount, columnCount, values } = matrix;
  const rowStart = new Float64Array(rowCount + 1);
  const column: number[] = [];
  const value: number[] = [];
  for (let row = 0; row < rowCount; row++) {
    for (let c = 0; c < columnCount; c++) {
      if (values[row * columnCount + c] === 0) continue;
      column.push(c);
      value.push(values[row * columnCount + c]);
    }
    rowStart[row + 1] = column.length;
  }
  const Values = values.constructor as new (numbers: number[]) => NumericArray;
  return { kind: 'sparse', rowCount, columnCount, rowStart, column: Int32Array.from(column), value: new Values(value) };
}
