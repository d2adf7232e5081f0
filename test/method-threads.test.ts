/** Methods whose kernels are cut over threads give the same bits for any number of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNodeEngine } from '../node/threads/threads.js';
import { createRandom } from '../src/maths/random.js';
import { findMethod } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import { trainingSet } from './training-sets.js';

const [rowCount, featureCount, classCount] = [60, 70, 3];
const settings: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  stg: { hidden: [33, 20], epochs: 2 },
  lassonet: { hidden: 21, epochs: 2, pathEpochs: 1, pathMultiplier: 1.5 },
  entryprune: { hidden: 21, rounds: 4, roundSteps: 5 },
  rfs: { iterations: 5 },
  'hsic-lasso': { blockSize: 7 },
  'extra-trees': { trees: 40 },
  boruta: { trees: 20, iterations: 12 },
};

for (const [name, given] of Object.entries(settings)) {
  test(`${name} gives the same bits with one thread and with three`, async () => {
    const random = createRandom(7);
    const values = Float64Array.from({ length: rowCount * featureCount }, () => random.float());
    const labels = Array.from({ length: rowCount }, (_, row) => row % classCount);
    const method = findMethod(name);
    const scores = await Promise.all(
      [1, 3].map(async (threads) => {
        const engine = await createNodeEngine(threads);
        const context = { random: createRandom(1), engine };
        const training = trainingSet(values, featureCount, labels);
        const found = await method.select(training, 20, resolveOptions(method, given), context);
        engine.dispose();
        return found.scores;
      }),
    );
    assert.deepEqual(scores[0], scores[1]);
  });
}
