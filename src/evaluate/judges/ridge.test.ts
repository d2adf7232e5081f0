import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSerialEngine } from '../../compute/engine.js';
import { createRandom } from '../../maths/random.js';
import { trainAndPredict } from '../run-judge.js';

for (const [rowCount, featureCount] of [
  [30, 6],
  [12, 40],
] as const) {
  test(`${rowCount} x ${featureCount}: at the solution the errors pull as hard as the penalty, two outputs`, async () => {
    const engine = await createSerialEngine();
    const random = createRandom(3);
    const x = Float64Array.from({ length: rowCount * featureCount }, () => random.float());
    const values = Float64Array.from({ length: rowCount * 2 }, () => random.float() * 5);
    const weights = Float64Array.from({ length: rowCount }, () => 0.5 + random.float());
    const target = { kind: 'values', values, outputCount: 2 } as const;
    // The model is read off by asking about 0 and about every unit vector.
    const asked = new Float64Array((rowCount + featureCount + 1) * featureCount);
    asked.set(x);
    for (let f = 0; f < featureCount; f++) asked[(rowCount + f) * featureCount + f] = 1;
    const options = { penalty: 0.7 };
    const told = await trainAndPredict(engine, 'ridge', x, target, asked, { options, weights });
    assert.ok(told.kind === 'values');
    for (const output of [0, 1]) {
      const at = (row: number) => told.values[row * 2 + output];
      const intercept = at(rowCount + featureCount);
      const pull = (term: (row: number) => number) =>
        Array.from(
          { length: rowCount },
          (_, row) => weights[row] * (values[row * 2 + output] - at(row)) * term(row),
        ).reduce((sum, each) => sum + each);
      assert.ok(Math.abs(pull(() => 1)) < 1e-10, 'the intercept is not penalised');
      for (let f = 0; f < featureCount; f++) {
        const weight = at(rowCount + f) - intercept;
        assert.ok(Math.abs(pull((row) => x[row * featureCount + f]) - 0.7 * weight) < 1e-10, `feature ${f}`);
      }
    }
  });
}
