import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createStrengthMemory, shareForWidth } from './strength-memory.js';

describe('the memory of strengths', () => {
  test('is longer the wider the data, and none where rows are twice the features', () => {
    assert.equal(shareForWidth(60_000, 784, 50), 0);
    assert.equal(shareForWidth(2000, 1000, 50), 0);
    assert.equal(shareForWidth(1000, 1000, 50), 0.5);
    assert.equal(shareForWidth(100, 10_000, 50), 0.97);
  });

  test('spans the same part of a longer or shorter run', () => {
    assert.equal(shareForWidth(100, 10_000, 100), 0.985);
    assert.equal(shareForWidth(100, 10_000, 10), 0.85);
    assert.equal(shareForWidth(1000, 1000, 10), 0);
  });

  test('averages what a neuron had beside the mean of its epoch, the past counting for less', () => {
    const remember = createStrengthMemory(3, 0.5);
    const both = Int32Array.of(0, 1);
    const first = Float32Array.of(3, 1, 0);
    remember(first, both);
    assert.deepEqual([...first], [3, 1, 0], 'the first epoch is all there is');
    const second = Float32Array.of(10, 30, 0);
    remember(second, both);
    // Relative to the means 2 and 20: 1.5 then 0.5, and 0.5 then 1.5; weights 0.5 and 1.
    const expected = [(20 * (0.5 * 1.5 + 0.5)) / 1.5, (20 * (0.5 * 0.5 + 1.5)) / 1.5, 0];
    for (let f = 0; f < 3; f++) assert.ok(Math.abs(second[f] - expected[f]) < 1e-5, `${second[f]}, ${expected[f]}`);
  });

  test('begins anew for a neuron that was away', () => {
    const remember = createStrengthMemory(3, 0.9);
    remember(Float32Array.of(8, 1, 3), Int32Array.of(0, 1, 2));
    remember(Float32Array.of(0, 1, 1), Int32Array.of(1, 2));
    const strengths = Float32Array.of(2, 2, 2);
    remember(strengths, Int32Array.of(0, 1, 2));
    assert.equal(strengths[0], 2);
    assert.ok(strengths[2] < 2 && strengths[1] < strengths[2], 'the others have a past');
  });

  test('changes nothing where nothing moved', () => {
    const strengths = new Float32Array(2);
    createStrengthMemory(2, 0.9)(strengths, Int32Array.of(0, 1));
    assert.deepEqual([...strengths], [0, 0]);
  });
});
