/** The screen for features that act in pairs: what it finds, on noise, and what it must not take for pairs. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fillNormal } from '../../maths/normal.js';
import { createRandom } from '../../maths/random.js';
import { pairImportance, type ScreenedRows } from './pair-screen.js';

/** Normal noise, and classes by turns unless they are given. */
function noise(featureCount: number, rowCount: number, seed: number, classCount = 2): ScreenedRows {
  const values = new Float64Array(featureCount * rowCount);
  fillNormal(values, createRandom(seed));
  const labels = Int32Array.from({ length: rowCount }, (_, row) => row % classCount);
  return { values: Float32Array.from(values), featureCount, labels, classCount };
}

/** The class is whether two features have the same sign, in 9 of 10 rows. */
function withPair(rows: ScreenedRows, a: number, b: number, seed: number): ScreenedRows {
  const random = createRandom(seed);
  const rowCount = rows.labels.length;
  const labels = rows.labels.map((_, row) => {
    const same = rows.values[a * rowCount + row] * rows.values[b * rowCount + row] > 0;
    return Number(random.float() < 0.9 ? same : !same);
  });
  return { ...rows, labels };
}

describe('pairImportance', () => {
  test('of three features in two classes, worked out by hand', () => {
    // 0 and 1 agree in class 0 and differ in class 1: r is 1 and -1, mean r 0, x^2 = 40 + 40. 2 agrees with neither: r = 0.
    const at = (row: number, shift: number): number => (row >> shift) & 1;
    const rows = Array.from({ length: 80 }, (_, row) => row);
    const labels = Int32Array.from(rows, (row) => Number(row >= 40));
    const values = Float32Array.from([
      ...rows.map((row) => at(row, 0)),
      ...rows.map((row) => at(row, 0) ^ labels[row]),
      ...rows.map((row) => at(row, 1)),
    ]);
    assert.deepEqual(pairImportance({ values, featureCount: 3, labels, classCount: 2 }), Float64Array.of(0.5, 0.5, 0));
  });

  test('finds the two features that act together, and no other', () => {
    const found = pairImportance(withPair(noise(60, 300, 1), 7, 41, 2));
    assert.ok(found);
    assert.deepEqual(
      Array.from(found, (value, feature) => (value > 0 ? feature : -1)).filter((feature) => feature >= 0),
      [7, 41],
    );
    assert.equal(found[7], 0.5);
  });

  test('raises hardly an alarm on noise: at most 2 of 40 screens where 1 in 100 is expected', () => {
    for (const classCount of [2, 5]) {
      let alarms = 0;
      for (let seed = 0; seed < 40; seed++) if (pairImportance(noise(50, 200, seed, classCount))) alarms++;
      assert.ok(alarms <= 2, `${classCount} classes: ${alarms} of 40`);
    }
  });

  test('does not see which features are higher in one class', () => {
    const rows = withPair(noise(40, 400, 3), 5, 20, 4);
    const found = pairImportance(rows);
    const values = rows.values.slice();
    for (const feature of [2, 5, 9]) {
      for (let row = 0; row < 400; row++) values[feature * 400 + row] += 2 * rows.labels[row];
    }
    assert.ok(found && found[5] > 0 && found[20] > 0 && found[2] === 0 && found[9] === 0);
    // Rounding may move a row across the mean of its class.
    pairImportance({ ...rows, values })?.forEach((value, feature) => {
      assert.ok(Math.abs(value - found[feature]) < 0.02, `feature ${feature}: ${value}, ${found[feature]}`);
    });
  });

  test('does not take rare values that meet by chance for pairs', () => {
    // One row in forty is set: of 780 pairs many meet once, in one class alone.
    const rows = noise(40, 400, 4);
    assert.equal(pairImportance({ ...rows, values: rows.values.map((value) => Number(value > 1.96)) }), undefined);
  });

  test('finds a pair of bits, of which more than half may be set', () => {
    const rows = withPair(noise(30, 400, 5), 3, 4, 6);
    const found = pairImportance({ ...rows, values: rows.values.map((value) => Number(value > -0.2)) });
    assert.ok(found && found[3] > 0 && found[4] > 0);
  });

  test('looks no further where there are more pairs than it has time for, or no two classes with rows', () => {
    assert.equal(pairImportance(withPair(noise(9000, 40, 7), 3, 4, 8)), undefined);
    assert.equal(pairImportance({ ...noise(10, 100, 9), labels: new Int32Array(100) }), undefined);
    assert.equal(pairImportance(noise(1, 100, 10)), undefined);
  });
});
