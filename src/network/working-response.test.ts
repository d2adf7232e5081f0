/** Survival times as numbers with weights: the gradient of the likelihood, and numbers that stay within reach. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RiskSets } from '../target/risk-sets.js';
import type { SurvivalTarget } from '../types.js';
import { createWorkingResponse } from './working-response.js';

const target: SurvivalTarget = {
  kind: 'survival',
  times: Float64Array.of(1, 2, 3, 4, 5, 6),
  events: Uint8Array.of(0, 1, 1, 0, 1, 1),
};

for (const risks of [
  [0, 0, 0, 0, 0, 0],
  [3, -40, 0, 20, 45, -1],
]) {
  test(`at the risks ${risks.join(', ')} the slope is that of the likelihood, and no number is out of reach`, () => {
    const at = Float64Array.from(risks);
    const weights = Float64Array.of(1, 1, 2, 1, 1, 3);
    const { expected } = new RiskSets(target, weights).hazards(at);
    const response = createWorkingResponse(target, weights);
    response.update(at);
    const { values } = response.target;
    // It left before the first event.
    assert.equal(response.weights[0], 0);
    risks.slice(1).forEach((risk, place) => {
      const row = place + 1;
      const slope = weights[row] * (target.events[row] - expected[row]);
      const found = response.weights[row] * (values[row] - risk);
      assert.ok(Math.abs(found - slope) < 1e-9 * Math.max(1, Math.abs(slope)), `row ${row}: ${found} against ${slope}`);
      assert.ok(values[row] - risk <= 1, `row ${row} is at ${values[row] - risk}`);
      assert.ok(response.weights[row] >= weights[row] && response.weights[row] <= 4 * weights[row]);
    });
  });
}
