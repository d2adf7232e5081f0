/** Training sets that real data brings sooner or later: every method has to survive them. */
import { createRandom } from '../maths/random.js';
import type { Matrix, TrainingSet } from '../types.js';
import { trainingSet } from './example-training.js';

/** By what is odd about them. */
export function oddTrainingSets(): Readonly<Record<string, TrainingSet>> {
  const random = createRandom(4);
  const labels = Array.from({ length: 12 }, (_, row) => row % 2);
  const noise = () => Float64Array.from({ length: 36 }, () => random.float());
  const constant = noise();
  const duplicate = noise();
  for (let row = 0; row < 12; row++) {
    constant[row * 3 + 1] = 0.1;
    duplicate[row * 3] = labels[row] + duplicate[row * 3 + 1];
    duplicate[row * 3 + 2] = duplicate[row * 3];
  }
  const allConstant = new Float64Array(36).fill(0.1);
  const perfect = Float64Array.from(noise(), (value, i) => (i % 3 === 2 ? 0.1 + labels[Math.floor(i / 3)] : value));
  const bytes = Uint8Array.from({ length: 36 }, () => random.below(256));
  return {
    'one feature': trainingSet(noise().slice(0, 12), 1, labels),
    'a constant feature': trainingSet(constant, 3, labels),
    'nothing but constant features': trainingSet(allConstant, 3, labels),
    'duplicate features': trainingSet(duplicate, 3, labels),
    'a feature that equals the class': trainingSet(perfect, 3, labels),
    'two rows a class': trainingSet(noise().slice(0, 12), 3, [0, 0, 1, 1]),
    'one row a class': trainingSet(noise().slice(0, 6), 3, [0, 1]),
    'a class without rows': trainingSet(noise(), 3, labels, 3),
    'bytes, scaled': { ...trainingSet(bytes, 3, labels), scaling: scaledBytes(3) },
    'an empty sparse matrix': { ...trainingSet(new Float64Array(36), 3, labels), matrix: emptySparse(12, 3) },
  };
}

function scaledBytes(featureCount: number): TrainingSet['scaling'] {
  return {
    method: 'minmax',
    offset: new Float64Array(featureCount).fill(10),
    factor: new Float64Array(featureCount).fill(1 / 245),
  };
}

function emptySparse(rowCount: number, columnCount: number): Matrix {
  const rowStart = new Float64Array(rowCount + 1);
  return { kind: 'sparse', rowCount, columnCount, rowStart, column: new Int32Array(0), value: new Float32Array(0) };
}
