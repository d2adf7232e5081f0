import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberedClasses } from '../../target/class-target.js';
import { balancedAccuracy } from './balanced-accuracy.js';
import { confusionOf, lineReader } from './confusion.js';
import { macroF1 } from './macro-f1.js';
import { wilsonInterval } from './wilson.js';

const near = (actual: number | undefined, expected: number) =>
  assert.ok(actual !== undefined && Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`);

function measure(truth: readonly number[], predicted: readonly number[], classCount: number) {
  const target = numberedClasses(Int32Array.from(truth), classCount);
  const labels = Int32Array.from(predicted);
  const told = { kind: 'classes', labels } as const;
  return {
    ...confusionOf(target.labels, labels, classCount),
    balanced: balancedAccuracy.read(target, told)?.(),
    macroF1: macroF1.read(target, told)?.(),
  };
}

test('a small table is that worked out by hand', () => {
  const found = measure([0, 0, 0, 0, 1, 1, 2, 2, 2, 2], [0, 0, 0, 1, 1, 0, 2, 2, 1, 1], 3);
  assert.deepEqual(found.table, [
    [3, 1, 0],
    [1, 1, 0],
    [0, 2, 2],
  ]);
  // Recalls 3/4, 1/2, 2/4.
  near(found.balanced, (0.75 + 0.5 + 0.5) / 3);
  // F1: 2*3/(4+4), 2*1/(2+4), 2*2/(4+2).
  near(found.macroF1, (0.75 + 1 / 3 + 2 / 3) / 3);
  near(found.classes[1].precision, 0.25);
  assert.equal(found.classes[2].support, 4);
});

test('lines of rows that count several times are those of the rows written out, one set of counts after another', () => {
  const [truth, predicted] = [Int32Array.of(0, 2, 1, 2, 0, 1, 2), Int32Array.of(0, 1, 1, 2, 2, 1, 1)];
  const read = lineReader(truth, predicted, 4);
  for (const counts of [Float64Array.of(1, 0, 3, 2, 0, 1, 2), Float64Array.of(0, 2, 0, 0, 1, 0, 5)]) {
    const rows = [...counts.keys()].flatMap((row) => new Array<number>(counts[row]).fill(row));
    const [own, said] = [truth, predicted].map((labels) => Int32Array.from(rows, (row) => labels[row]));
    assert.deepEqual(read(counts), confusionOf(own, said, 4).classes);
    const { table } = confusionOf(own, said, 4);
    read(counts).forEach(({ support, correct, predicted: told }, label) => {
      assert.equal(
        support,
        table[label].reduce((sum, each) => sum + each, 0),
      );
      assert.equal(
        told,
        table.reduce((sum, line) => sum + line[label], 0),
      );
      assert.equal(correct, table[label][label]);
    });
  }
});

test('a class without test rows has no recall and does not enter the means', () => {
  const found = measure([0, 0, 2], [0, 0, 0], 4);
  assert.equal(found.classes[1].recall, undefined);
  assert.equal(found.classes[3].f1, undefined);
  assert.equal(found.classes[2].precision, undefined);
  near(found.balanced, 0.5);
  near(found.macroF1, (0.8 + 0) / 2);
});

test("Wilson's interval is that of the published example, and stays inside 0 to 1", () => {
  // Newcombe 1998, Table I: 81 of 263 and 15 of 148 and 0 of 20.
  const rounded = ([low, high]: readonly [number, number]) => [low.toFixed(4), high.toFixed(4)];
  assert.deepEqual(rounded(wilsonInterval(81 / 263, 263)), ['0.2553', '0.3662']);
  assert.deepEqual(rounded(wilsonInterval(15 / 148, 148)), ['0.0624', '0.1605']);
  assert.deepEqual(rounded(wilsonInterval(0, 20)), ['0.0000', '0.1611']);
  assert.equal(wilsonInterval(1, 20)[1], 1);
});
