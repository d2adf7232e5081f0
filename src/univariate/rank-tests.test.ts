import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createRandom } from '../maths/random.js';
import { chiSquareTail, studentTails } from '../maths/tail-probability.js';
import type { Column } from '../select/columns.js';
import { falseDiscoveryRates } from './false-discovery.js';
import { testOfClasses, testOfNumbers } from './rank-tests.js';

const path = join(fileURLToPath(new URL('../../..', import.meta.url)), 'test', 'goldens', 'rank-tests.json');
const golden = JSON.parse(readFileSync(path, 'utf8'));

function near(value: number, wanted: number): void {
  assert.ok(Math.abs(value - wanted) <= 1e-10 * Math.max(Math.abs(wanted), 1e-30), `${value} is not ${wanted}`);
}

/** A column with a value of every row. */
function whole(values: readonly number[]): Column {
  const { length } = values;
  return { rowCount: length, length, values: Float64Array.from(values), rows: undefined, rest: 0 };
}

/** The same column as the rows that do not have the value `rest`, one that does among them. */
function compressed(values: readonly number[], rest: number): Column {
  const first = values.indexOf(rest);
  const rows = [...values.keys()].filter((row) => values[row] !== rest || row === first);
  const own = Float64Array.from(rows, (row) => values[row]);
  return { rowCount: values.length, length: rows.length, values: own, rows: Int32Array.from(rows), rest };
}

test('tails of chi-square and Student are those of SciPy, far out too', () => {
  for (const { chiSquare, student, p } of golden.tails) {
    near(chiSquare ? chiSquareTail(chiSquare[0], chiSquare[1]) : studentTails(student[0], student[1]), p);
  }
});

test('Kruskal and Wallis with ties, and the rank-biserial correlation, are those of SciPy', () => {
  for (const { values, labels, p, effect } of golden.classes) {
    const tested = testOfClasses(Int32Array.from(labels), Math.max(...labels) + 1)(whole(values));
    near(tested.p, p);
    assert.ok(Math.abs(tested.effect - effect) < 1e-12, `${tested.effect} is not ${effect}`);
  }
});

test('the figures of a column are the same to the last bit however it is held', () => {
  const random = createRandom(4);
  for (const share of [0.1, 0.4, 0.9]) {
    for (const rest of [-3, 0, 9]) {
      const values = Array.from({ length: 60 }, () => (random.float() < share ? random.below(6) - 2 : rest));
      const labels = Int32Array.from(values, () => random.below(3));
      const tested = testOfClasses(labels, 3)(whole(values));
      assert.deepEqual(testOfClasses(labels, 3)(compressed(values, rest)), tested);
      const target = Float64Array.from(values, () => random.float());
      assert.deepEqual(testOfNumbers(target)(compressed(values, rest)), testOfNumbers(target)(whole(values)));
      const ranks = values.map((value) => {
        const [below, equal] = [values.filter((each) => each < value), values.filter((each) => each === value)];
        return below.length + (equal.length + 1) / 2;
      });
      const means = [0, 1, 2].map((label) => {
        const own = ranks.filter((_, row) => labels[row] === label);
        return own.reduce((sum, each) => sum + each, 0) / own.length;
      });
      assert.equal(tested.highest, means.indexOf(Math.max(...means)));
    }
  }
});

test("Spearman's correlation and its p are those of SciPy", () => {
  for (const { values, target, p, effect } of golden.numbers) {
    const tested = testOfNumbers(Float64Array.from(target))(whole(values));
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
  assert.deepEqual(testOfClasses(labels, 2)(whole([0, 0, 0, 0])), { effect: 0, p: 1, highest: 0 });
  assert.equal(testOfClasses(new Int32Array(4), 2)(whole([1, 2, 3, 4])).p, 1);
  assert.deepEqual(testOfNumbers(Float64Array.of(1, 2, 3))(whole([0, 0, 0])), { effect: 0, p: 1 });
  assert.equal(testOfNumbers(Float64Array.of(1, 2, 3, 4))(whole([2, 4, 6, 8])).p, 0);
});
