import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { UserError } from '../errors.js';
import { createRandom } from '../random.js';
import { givenSplit } from './given-rows.js';
import { splitRows } from './split-rows.js';

const dataset = (labels: number[]) => ({
  labels: Int32Array.from(labels),
  classNames: Array.from({ length: Math.max(...labels) + 1 }, (_, label) => String(label)),
});

test('every row is on one side, and every class gives its share to within one row', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 2, max: 40 }), { minLength: 2, maxLength: 6 }),
      fc.double({ min: 0.05, max: 0.6, noNaN: true }),
      (counts, testFraction) => {
        const labels = counts.flatMap((count, label) => Array<number>(count).fill(label));
        const { train, test: held } = splitRows(dataset(labels), { testFraction }, createRandom(1));
        assert.deepEqual(
          [...train, ...held].sort((a, b) => a - b),
          labels.map((_, row) => row),
        );
        const wanted = Math.ceil(labels.length * testFraction);
        assert.ok(held.length <= wanted);
        counts.forEach((count, label) => {
          const given = held.filter((row) => labels[row] === label).length;
          assert.ok(given < count, 'a class keeps a training row');
          assert.ok(Math.abs(given - (count * wanted) / labels.length) <= 1, `${given} of ${count}`);
        });
      },
    ),
  );
});

test('the same seed gives the same split and another seed another', () => {
  const data = dataset(Array.from({ length: 100 }, (_, row) => row % 4));
  const rows = (seed: number) => [...splitRows(data, {}, createRandom(seed)).test];
  assert.deepEqual(rows(3), rows(3));
  assert.notDeepEqual(rows(3), rows(4));
  assert.equal(rows(3).length, 20);
});

test('a share outside 0 to 1 is refused', () => {
  assert.throws(() => splitRows(dataset([0, 0, 1, 1]), { testFraction: 1 }, createRandom(1)), /above 0 and below 1/);
});

test('given rows are checked: range, repeats, both sides, shape', () => {
  const split = givenSplit({ train: [2, 0], test: [1] }, 4);
  assert.deepEqual([...split.train], [2, 0]);
  assert.deepEqual([...split.test], [1]);
  const refuses = (given: unknown, message: RegExp) =>
    assert.throws(
      () => givenSplit(given, 4, 'split.json'),
      (error: unknown) => error instanceof UserError && message.test(error.message),
    );
  refuses({ train: [4], test: [1] }, /split\.json: "train" holds 4; rows are whole numbers from 0 to 3/);
  refuses({ train: [0, 0], test: [1] }, /row 0 stands twice in "train"/);
  refuses({ train: [0], test: [0] }, /row 0 stands on both sides/);
  refuses({ train: [0] }, /"test" must be a list/);
  refuses(null, /"train" must be a list/);
  refuses({ train: ['0'], test: [1] }, /holds "0"/);
});
