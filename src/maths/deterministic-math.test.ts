import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exp, log } from './deterministic-math.js';
import { createRandom } from './random.js';

/** The engine's own functions are within one unit in the last place, so two together are the bound. */
function unitsApart(a: number, b: number): number {
  if (a === b) return 0;
  const unit = 2 ** Math.max(-1074, Math.floor(Math.log2(Math.abs(b))) - 52);
  return Math.abs(a - b) / unit;
}

test('exp is within two units in the last place of the engine over its whole range', () => {
  const random = createRandom(1);
  for (let i = 0; i < 20000; i++) {
    const x = (random.float() - 0.5) * (i % 2 === 0 ? 2 : 1400);
    assert.ok(unitsApart(exp(x), Math.exp(x)) <= 2, `exp(${x}) gave ${exp(x)}, the engine ${Math.exp(x)}`);
  }
  assert.equal(exp(0), 1);
  assert.equal(exp(-1000), 0);
  assert.equal(exp(1000), Number.POSITIVE_INFINITY);
});

test('log is within two units in the last place of the engine over its whole range', () => {
  const random = createRandom(2);
  for (let i = 0; i < 20000; i++) {
    const x = i % 2 === 0 ? random.float() * 3 + 1e-9 : 2 ** ((random.float() - 0.5) * 2000);
    assert.ok(unitsApart(log(x), Math.log(x)) <= 2, `log(${x}) gave ${log(x)}, the engine ${Math.log(x)}`);
  }
  assert.equal(log(1), 0);
  assert.equal(log(2), Math.LN2);
  assert.equal(log(10), Math.LN10);
  assert.equal(log(0), Number.NEGATIVE_INFINITY);
  assert.ok(Number.isNaN(log(-1)));
});
