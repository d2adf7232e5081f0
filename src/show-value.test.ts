import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showValue } from './show-value.js';

test('any value can be shown in a message, and briefly', () => {
  let deep: unknown = 1;
  for (let depth = 0; depth < 100_000; depth++) deep = [deep];
  const ring: Record<string, unknown> = {};
  ring.self = ring;
  assert.equal(showValue('a'), '"a"');
  assert.equal(showValue(Number.NaN), 'NaN');
  assert.equal(showValue(undefined), 'undefined');
  assert.equal(showValue({ a: [1] }), '{"a":[1]}');
  assert.equal(showValue(deep), 'a list of 1');
  assert.equal(showValue(ring), 'an object');
  assert.equal(showValue(1n), '1');
  assert.ok(showValue('x'.repeat(1e6)).length < 200);
});
