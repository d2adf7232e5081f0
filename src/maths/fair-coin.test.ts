import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atLeastHeads, atMostHeads } from './fair-coin.js';

test('tails of ten throws are those counted out', () => {
  assert.equal(atLeastHeads(9, 10), 11 / 1024);
  assert.equal(atMostHeads(1, 10), 11 / 1024);
  assert.equal(atMostHeads(4, 10), (1 + 10 + 45 + 120 + 210) / 1024);
  assert.equal(atMostHeads(10, 10), 1);
  assert.equal(atLeastHeads(0, 10), 1);
  assert.equal(atLeastHeads(11, 10), 0);
});

test('both tails of a thousand throws meet at one', () => {
  for (const hits of [1, 400, 500, 620, 1000]) {
    assert.ok(Math.abs(atMostHeads(hits - 1, 1000) + atLeastHeads(hits, 1000) - 1) < 1e-12);
  }
});
