import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measure, wilsonInterval } from './metrics.js';

const near = (actual: number | undefined, expected: number) =>
  assert.ok(actual !== undefined && Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`);

test('metrics of a small table are those worked out by hand', () => {
  const truth = Int32Array.from([0, 0, 0, 0, 1, 1, 2, 2, 2, 2]);
  const predictions = Int32Array.from([0, 0, 0, 1, 1, 0, 2, 2, 1, 1]);
  const metrics = measure(truth, predictions, 3);
  assert.deepEqual(metrics.confusion, [
    [3, 1, 0],
    [1, 1, 0],
    [0, 2, 2],
  ]);
  near(metrics.accuracy, 0.6);
  // Recalls 3/4, 1/2, 2/4.
  near(metrics.balancedAccuracy, (0.75 + 0.5 + 0.5) / 3);
  // F1: 2*3/(4+4), 2*1/(2+4), 2*2/(4+2).
  near(metrics.macroF1, (0.75 + 1 / 3 + 2 / 3) / 3);
  near(metrics.classes[1].precision, 0.25);
  assert.equal(metrics.classes[2].support, 4);
});

test('a class without test rows has no recall and does not enter the means', () => {
  const metrics = measure(Int32Array.from([0, 0, 2]), Int32Array.from([0, 0, 0]), 4);
  assert.equal(metrics.classes[1].recall, undefined);
  assert.equal(metrics.classes[3].f1, undefined);
  assert.equal(metrics.classes[2].precision, undefined);
  near(metrics.balancedAccuracy, 0.5);
  near(metrics.macroF1, (0.8 + 0) / 2);
});

test("Wilson's interval is that of the published example, and stays inside 0 to 1", () => {
  // Newcombe 1998, Table I: 81 of 263 and 15 of 148 and 0 of 20.
  const rounded = ([low, high]: readonly [number, number]) => [low.toFixed(4), high.toFixed(4)];
  assert.deepEqual(rounded(wilsonInterval(81 / 263, 263)), ['0.2553', '0.3662']);
  assert.deepEqual(rounded(wilsonInterval(15 / 148, 148)), ['0.0624', '0.1605']);
  assert.deepEqual(rounded(wilsonInterval(0, 20)), ['0.0000', '0.1611']);
  assert.equal(wilsonInterval(1, 20)[1], 1);
});
