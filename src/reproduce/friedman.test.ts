import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { upperGamma } from '../maths/tail-probability.js';
import { indistinctGroups } from './critical-difference.js';
import { friedmanTest } from './friedman.js';

const near = (actual: number, expected: number, tolerance = 1e-12) =>
  assert.ok(Math.abs(actual - expected) <= tolerance * Math.abs(expected), `${actual} is not ${expected}`);

describe("Friedman's test", () => {
  test('gives the statistic, p and mean ranks of scipy 1.16, ties among them', () => {
    const values = [
      [0.9, 0.8, 0.7, 0.7],
      [0.6, 0.65, 0.5, 0.4],
      [0.99, 0.98, 0.97, 0.5],
      [0.3, 0.2, 0.25, 0.1],
      [0.8, 0.8, 0.6, 0.7],
    ];
    const found = friedmanTest(values)!;
    near(found.chiSquare, 11.25);
    near(found.p, 0.010448064558680666, 1e-10);
    for (const [place, rank] of [1.3, 1.9, 3.1, 3.7].entries()) near(found.ranks[place], rank);
    // q(4) = 2.569, sqrt(4 * 5 / (6 * 5)).
    near(found.criticalDifference!, 2.569 * Math.sqrt(20 / 30));
  });

  test('has nothing to say of one data set, one method, or no difference at all', () => {
    assert.equal(friedmanTest([[1, 2]]), undefined);
    assert.equal(friedmanTest([[1], [2]]), undefined);
    assert.equal(
      friedmanTest([
        [1, 1],
        [2, 2],
      ]),
      undefined,
    );
  });

  test('rests on the incomplete gamma function of scipy', () => {
    const known = [
      [0.5, 0.3, 0.4385780260809997],
      [1.5, 7.2, 0.002408284230647146],
      [6, 2.5, 0.9579789618046939],
      [6, 20, 7.190884052842894e-5],
    ];
    for (const [a, x, expected] of known) near(upperGamma(a, x), expected, 1e-11);
  });
});

test('groups are the widest runs within the critical difference, none inside another', () => {
  assert.deepEqual(indistinctGroups([1, 1.5, 2.2, 4, 4.1], 1), [
    [0, 1],
    [1, 2],
    [3, 4],
  ]);
  assert.deepEqual(indistinctGroups([1, 3, 5], 1), []);
  assert.deepEqual(indistinctGroups([1, 1.1, 1.2], 1), [[0, 2]]);
});
