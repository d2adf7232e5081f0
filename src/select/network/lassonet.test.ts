/** LassoNet where its answer is known: without a hidden layer it is the group lasso of a softmax regression. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createSerialEngine, type Engine } from '../../compute/engine.js';
import { createRandom } from '../../maths/random.js';
import { numberedClasses } from '../../target/class-target.js';
import type { TrainingSet } from '../../types.js';
import { resolveOptions } from '../resolve-options.js';
import { LassoRecord } from './lasso-record.js';
import { lassonet } from './lassonet.js';

let engine: Engine;
before(async () => {
  engine = await createSerialEngine();
});
after(() => engine.dispose());

const [rowCount, featureCount, classCount] = [40, 6, 3];

function generate(): TrainingSet {
  const random = createRandom(8);
  const labels = Int32Array.from({ length: rowCount }, (_, row) => row % classCount);
  const values = Float64Array.from({ length: rowCount * featureCount }, (_, at) => {
    const [row, feature] = [Math.floor(at / featureCount), at % featureCount];
    // Feature 2 tells class 0 from the others well, feature 4 class 1 a little.
    const signal = feature === 2 ? Number(labels[row] === 0) : feature === 4 ? 0.4 * Number(labels[row] === 1) : 0;
    return signal + random.float() - 0.5;
  });
  return {
    matrix: { kind: 'dense', rowCount, columnCount: featureCount, values },
    target: numberedClasses(labels, classCount),
    scaling: { method: 'none', offset: new Float64Array(featureCount), factor: new Float64Array(featureCount).fill(1) },
  };
}

/** |x_j' (p - y)| / rows with p the shares of the classes: the lambda at which a linear model loses its last feature. */
function gradientNorm({ matrix, target: { labels } }: TrainingSet, feature: number): number {
  if (matrix.kind !== 'dense') throw new Error('dense rows are expected');
  const shares = Array.from({ length: classCount }, (_, c) => labels.filter((label) => label === c).length / rowCount);
  const gradient = shares.map((share, c) =>
    labels.reduce(
      (sum, label, row) => sum + matrix.values[row * featureCount + feature] * (share - Number(label === c)),
      0,
    ),
  );
  return Math.hypot(...gradient) / rowCount;
}

test('without first-layer weights (M 0) the last feature leaves at the lambda of the group lasso', async () => {
  const training = generate();
  const options = resolveOptions(lassonet, {
    hidden: 4,
    hierarchy: 0,
    epochs: 50,
    pathEpochs: 60,
    lambdaStart: 0.05,
    patience: 1000,
    batchSize: rowCount,
    learningRate: 0.1,
    pathMultiplier: 1.02,
  });
  const flops: number[] = [];
  const context = { engine, random: createRandom(1), onFlops: (epoch: number) => flops.push(epoch) };
  const { scores, ranking } = await lassonet.select(training, 1, options, context);
  // Six features to four hidden neurons and three classes, the hidden ones to the classes; the last epochs have one feature.
  assert.equal(flops[0], 6 * rowCount * (6 * 4 + 4 * 3 + 6 * 3));
  assert.equal(flops[flops.length - 1], 6 * rowCount * (4 + 4 * 3 + 3));
  const norms = Array.from({ length: featureCount }, (_, feature) => gradientNorm(training, feature));
  const largest = Math.max(...norms);
  assert.equal(ranking[0], norms.indexOf(largest));
  assert.equal(ranking[0], 2);
  assert.equal(ranking[1], 4);
  assert.ok(Math.abs(scores[2] / largest - 1) < 0.03, `left at ${scores[2]}, expected ${largest}`);
});

describe('the record of a path', () => {
  test('scores features by the lambda at which they leave, and those that leave together by their norm before', () => {
    const record = new LassoRecord(5, 10, { engine, random: createRandom(1) });
    record.report(Float64Array.of(0.3, 0.1, 0.9, 0.2, 0.2), undefined);
    assert.deepEqual([...record.dismiss(1, Float64Array.of(0.3, 0, 0.8, 0, 0))], [0, 2]);
    assert.ok(Math.abs(record.leftShare - 0.6) < 1e-12);
    record.report(Float64Array.of(0.3, 0.8), 0.5);
    assert.deepEqual([...record.dismiss(2, Float64Array.of(0.1, 0))], [0]);
    record.report(Float64Array.of(0.1), 0.5);
    assert.deepEqual([...record.dismiss(4, Float64Array.of(0))], []);
    const { scores, ranking } = record.scores();
    // Norms before of 0.1 and twice 0.2 share the range from 0 to 1.
    assert.deepEqual([...scores], [4, 0.5, 2, 1, 1]);
    assert.deepEqual([...ranking], [0, 2, 3, 4, 1]);
  });
});
