import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areFinite } from './are-finite.js';

test('one cell that is not finite is found wherever it stands', () => {
  for (const Type of [Float32Array, Float64Array]) {
    for (let length = 0; length < 12; length++) {
      const cells = new Type(length).fill(-3e38);
      assert.equal(areFinite(cells), true);
      for (let at = 0; at < length; at++) {
        for (const odd of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
          assert.equal(areFinite(cells.with(at, odd)), false, `${odd} at ${at} of ${length}`);
        }
      }
    }
  }
});
