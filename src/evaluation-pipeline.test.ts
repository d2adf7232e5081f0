import assert from 'node:assert/strict';
import test from 'node:test';
import { createSerialEngine } from './compute/engine.js';
import { curveOfDataset } from './evaluation-pipeline.js';
import { makeClassification } from './make-classification.js';

test('a curve counts columns of the file, also where one became several features', async () => {
  const engine = await createSerialEngine();
  const shape = { rowCount: 90, featureCount: 12, informativeCount: 3, redundantCount: 0, classCount: 3 };
  const { values, labels } = makeClassification({ ...shape, separation: 2, seed: 4 });
  const groupOf = Int32Array.from({ length: 12 }, (_, feature) => Math.floor(feature / 3));
  const [curve] = await curveOfDataset(
    {
      dataset: {
        matrix: { kind: 'dense', rowCount: 90, columnCount: 12, values },
        featureNames: Array.from({ length: 12 }, (_, feature) => `part ${feature}`),
        groups: { groupOf, names: ['a', 'b', 'c', 'd'] },
        target: { kind: 'classes', labels, classNames: ['x', 'y', 'z'] },
        targetName: 'class',
      },
      ks: [1, 4],
      folds: 3,
      method: 'fisher',
    },
    { engine },
  );
  assert.deepEqual(
    curve.points.map(({ k }) => k),
    [1, 4],
  );
  assert.ok(curve.points[1].mean > 0.8, `all columns tell the classes apart: ${curve.points[1].mean}`);
});
