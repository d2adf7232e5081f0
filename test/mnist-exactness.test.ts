/**
 * The paper's baseline on MNIST: all 784 pixels, 60,000 training rows, scaled over training and test rows together.
 * The SVM takes minutes, so this runs only where NEUROFS_SLOW is set.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { loadImages } from '../bench/mnist-points.js';
import { createNodeEngine } from '../node/threads/threads.js';
import type { Engine } from '../src/compute/engine.js';
import { evaluateFeatures } from '../src/evaluate/evaluate.js';
import { createRandom } from '../src/maths/random.js';
import { fitScaling } from '../src/prepare/fit-scaling.js';
import type { DenseMatrix } from '../src/types.js';
import { accuracyOf } from './fixtures/accuracies.js';

const skip = process.env.NEUROFS_SLOW === undefined ? 'takes minutes; set NEUROFS_SLOW to run it' : false;

/** Test rows told right by scikit-learn: the paper's 97.92 and 96.91 %. */
const answers: Partial<Record<string, number>> = { knn: 9691, svm: 9792 };

describe("the paper's baseline on MNIST", { skip }, () => {
  let engine: Engine;
  before(async () => {
    engine = await createNodeEngine();
  });
  after(() => engine.dispose());

  for (const judge of ['svm', 'knn', 'extra-trees'] as const) {
    const expected = answers[judge];
    if (expected === undefined) continue;
    test(`${judge} tells ${expected} of 10,000 rows right`, async () => {
      const train = await loadImages('train-images-idx3-ubyte');
      const held = await loadImages('t10k-images-idx3-ubyte');
      const values = new Uint8Array(70000 * 784);
      values.set(train.pixels.values as Uint8Array);
      values.set(held.pixels.values as Uint8Array, train.pixels.values.length);
      const matrix: DenseMatrix = { kind: 'dense', rowCount: 70000, columnCount: 784, values };
      const rows = Int32Array.from({ length: 70000 }, (_, row) => row);
      const dataset = {
        matrix,
        target: {
          kind: 'classes' as const,
          labels: Int32Array.from([...train.labels, ...held.labels]),
          classNames: Array.from({ length: 10 }, (_, label) => String(label)),
        },
        featureNames: Array.from({ length: 784 }, (_, pixel) => String(pixel)),
      };
      const [evaluation] = await evaluateFeatures(
        {
          dataset,
          features: 'all',
          judges: [judge],
          split: { train: rows.slice(0, 60000), test: rows.slice(60000) },
          scaling: fitScaling(matrix, rows, 'minmax'),
        },
        { engine, random: createRandom(0) },
      );
      assert.equal(Math.round(10000 * accuracyOf(evaluation)), expected);
    });
  }
});
