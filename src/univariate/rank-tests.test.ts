import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chiSquareTail, studentTails } from '../maths/tail-probability.js';
import { falseDiscoveryRates } from './false-discovery.js';
import { testOfClasses, testOfNumbers } from './rank-tests.js';

const path = join(fileURLToPath(new URL('../../..', import.meta.url)), 'test', 'goldens', 'rank-tests.json');
const golden = JSON.parse(readFileSync(path, 'utf8'));

function near(value: number, wanted: number): void {
  assert.ok(Math.abs(value - wanted) <= 1e-10 * Math.max(Math.abs(wanted), 1e-30), `${value} is not ${wanted}`);
}

test('tails of chi-square and Student are those of SciPy, far out too', () => {
  for (const { chiSquare, student, p } of golden.tails) {
    near(chiSquare ? chiSquareTail(chiSquare[0], chiSquare[1]) : studentTails(student[0], student[1]), p);
  }
});

test('Kruskal and Wallis with ties, and the rank-biserial correlation, are those of SciPy', () => {
  for (const { values, labels, p, effect } of golden.classes) {
    const tested = testOfClasses(Int32Array.from(labels), Math.max(...labels) + 1)(Float64Array.from(values));
    near(tested.p, p);
    assert.ok(Math.abs(tested.effect - effect) < 1e-12, `${tested.effect} is not ${effect}`);
  }
});

test("Spearman's correlation and its p are those of SciPy", () => {
  for (const { values, target, p, effect } of golden.numbers) {
    const tested = testOfNumbers(Float64Array.from(target))(Float64Array.from(values));
    assert.ok(Math.abs(tested.effect - effect) < 1e-12);
    near(tested.p, p);
  }
});

test('false-discovery rates are those of SciPy', () => {
  const { p, q } = golden.falseDiscovery;
  falseDiscoveryRates(Float64Array.from(p)).forEach((rate, place) => {
    near(rate, q[place]);
  });
});

test('a constant feature, one class and one row show nothing', () => {
  const labels = Int32Array.of(0, 1, 0, 1);
  assert.deepEqual(testOfClasses(labels, 2)(new Float64Array(4)), { effect: 0, p: 1, highest: 0 });
  assert.equal(testOfClasses(new Int32Array(4), 2)(Float64Array.of(1, 2, 3, 4)).p, 1);
  assert.deepEqual(testOfNumbers(Float64Array.of(1, 2, 3))(new Float64Array(3)), { effect: 0, p: 1 });
  assert.equal(testOfNumbers(Float64Array.of(1, 2, 3, 4))(Float64Array.of(2, 4, 6, 8)).p, 0);
});
