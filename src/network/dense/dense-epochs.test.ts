import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createSerialEngine, type Engine } from '../../compute/engine.js';
import { createRandom } from '../../maths/random.js';
import { RiskSets } from '../../target/risk-sets.js';
import type { SurvivalTarget } from '../../types.js';
import { createWorkingResponse } from '../working-response.js';
import { DenseEpochs } from './dense-epochs.js';
import { EntryNetwork } from './entry-network.js';

let engine: Engine;
before(async () => {
  engine = await createSerialEngine();
});
after(() => engine.dispose());

const [rowCount, columnCount, hidden] = [12, 4, 3];
const random = createRandom(5);
const values = Float64Array.from({ length: rowCount * columnCount }, () => 2 * random.float() - 1);
const target: SurvivalTarget = {
  kind: 'survival',
  times: Float64Array.from({ length: rowCount }, (_, row) => 1 + (row % 5)),
  events: Uint8Array.from({ length: rowCount }, (_, row) => (row % 4 === 0 ? 0 : 1)),
};

for (const weights of [undefined, Float64Array.from({ length: rowCount }, (_, row) => 0.5 + (row % 3))]) {
  const how = weights ? 'of weighted rows' : 'of rows that count alike';
  test(`a step of a dense network goes down the partial likelihood ${how}, by finite differences`, async () => {
    const working = createWorkingResponse(target, weights);
    const scaling = {
      method: 'none' as const,
      offset: new Float64Array(columnCount),
      factor: new Float64Array(columnCount).fill(1),
    };
    const matrix = { kind: 'dense' as const, rowCount, columnCount, values };
    const training = { matrix, scaling, target: working.target, weights: working.weights };
    const features = Int32Array.from({ length: columnCount }, (_, feature) => feature);
    const learningRate = 1e-3;
    const step = { learningRate, momentum: 0, weightDecay: 0 };
    const shape = { hidden, batchSize: rowCount, step };
    const network = new EntryNetwork(engine, training, features, shape, createRandom(1));
    const order = Int32Array.from({ length: rowCount }, (_, row) => row);
    const options = { rowCount, working, batchSize: rowCount, learningRate, signal: undefined };
    const pass = await DenseEpochs.begin(network, options);

    const { view } = network.first.weight;
    const { stride } = network.first;
    const sets = new RiskSets(target, weights);
    const logLikelihood = () =>
      sets.hazards(Float64Array.from(network.predict(order, 0, rowCount).subarray(0, rowCount))).logLikelihood;
    const expected = Array.from({ length: hidden * columnCount }, (_, at) => {
      const place = Math.floor(at / columnCount) * stride + (at % columnCount);
      const kept = view[place];
      const sides = [1, -1].map((sign) => {
        view[place] = kept + sign * 1e-2;
        return logLikelihood();
      });
      view[place] = kept;
      return (sides[0] - sides[1]) / 2e-2;
    });
    const start = network.inputWeights();
    const likelihood = logLikelihood();
    const loss = await pass.train(order, (rows, from, count) => network.trainBatch(rows, from, count));
    const moved = network.inputWeights();
    const largest = Math.max(...expected.map(Math.abs));
    expected.forEach((slope, at) => {
      const found = ((moved[at] - start[at]) / learningRate) * rowCount;
      assert.ok(Math.abs(found - slope) < 0.01 * largest, `weight ${at}: ${found} against ${slope}`);
    });
    assert.ok(-loss * rowCount > likelihood, 'the likelihood has not risen');
  });
}
