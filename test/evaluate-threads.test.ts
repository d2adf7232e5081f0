import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNodeEngine } from '../node/threads/threads.js';
import { createRandom } from '../src/maths/random.js';
import { predictLabels } from './fixtures/predict-labels.js';

const random = createRandom(5);
const classCount = 4;
const makeRows = (rowCount: number) => {
  const labels = Int32Array.from({ length: rowCount }, () => random.below(classCount));
  const x = Float64Array.from(
    { length: rowCount * 9 },
    (_, i) => random.float() + 0.2 * (labels[Math.floor(i / 9)] % ((i % 9) + 1)),
  );
  return { x, labels };
};
const train = makeRows(700);
const held = makeRows(333);

for (const name of ['svm', 'knn', 'extra-trees', 'logistic']) {
  test(`${name} gives the same classes on 1, 2 and 3 threads`, async () => {
    const predictions: Int32Array[] = [];
    for (const threadCount of [1, 2, 3]) {
      const engine = await createNodeEngine(threadCount);
      predictions.push(
        await predictLabels(engine, name, train.x, train.labels, held.x, classCount, {
          random: createRandom(1),
          options: name === 'knn' ? { neighbours: 5 } : {},
        }),
      );
      engine.dispose();
    }
    assert.deepEqual(predictions[1], predictions[0]);
    assert.deepEqual(predictions[2], predictions[0]);
    const correct = predictions[0].filter((label, row) => label === held.labels[row]).length;
    assert.ok(correct > 333 * 0.3, `${correct} of 333 are right`);
  });
}
