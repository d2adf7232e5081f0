import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { UserError } from '../errors.js';
import { createRandom } from '../maths/random.js';
import { numberedClasses } from '../target/class-target.js';
import { givenSplit } from './given-rows.js';
import { splitFolds } from './split-folds.js';
import { splitGroupFolds, splitGroups } from './split-groups.js';
import { splitRows } from './split-rows.js';

const dataset = (labels: number[]) => ({
  target: numberedClasses(Int32Array.from(labels), Math.max(...labels) + 1),
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
  const split = givenSplit({ train: [2, 0], test: [1] }, { rowCount: 4 });
  assert.deepEqual([...split.train], [2, 0]);
  assert.deepEqual([...split.test], [1]);
  const refuses = (given: unknown, message: RegExp) =>
    assert.throws(
      () => givenSplit(given, { rowCount: 4, sourceName: 'split.json' }),
      (error: unknown) => error instanceof UserError && message.test(error.message),
    );
  refuses({ train: [4], test: [1] }, /split\.json: "train" holds 4; rows are whole numbers from 0 to 3/);
  refuses({ train: [0, 0], test: [1] }, /row 0 stands twice in "train"/);
  refuses({ train: [0], test: [0] }, /row 0 stands on both sides/);
  refuses({ train: [0] }, /"test" must be a list/);
  refuses(null, /"train" must be a list/);
  refuses({ train: ['0'], test: [1] }, /holds "0"/);
  refuses({ train: [], test: [1] }, /"train" holds no row/);
});

test('given rows follow the rows that are left where some were dropped', () => {
  const split = givenSplit({ train: [0, 1, 3], test: [2, 4] }, { rowCount: 5, rowNumbers: Int32Array.of(0, 2, 3) });
  assert.deepEqual([...split.train], [0, 2]);
  assert.deepEqual([...split.test], [1]);
});

test('k folds test every row once, sizes and classes even to within one row', () => {
  const labels = Array.from({ length: 53 }, (_, row) => (row < 20 ? 0 : row < 50 ? 1 : 2));
  const splits = splitFolds(dataset(labels), { folds: 5 }, createRandom(9));
  assert.deepEqual(
    splits.flatMap((split) => [...split.test]).sort((a, b) => a - b),
    labels.map((_, row) => row),
  );
  for (const split of splits) {
    assert.ok(split.test.length === 10 || split.test.length === 11);
    assert.equal(split.test.filter((row) => labels[row] === 0).length, 4);
    assert.equal(split.test.filter((row) => labels[row] === 1).length, 6);
  }
  assert.throws(() => splitFolds(dataset(labels), { folds: 1 }, createRandom(1)), /from 2 to 53/);
});

test('rows of one group are never on both sides, and the classes stay near their shares', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 30, maxLength: 40 }), fc.nat(), (sizes, seed) => {
      const groupOfRow = Int32Array.from(sizes.flatMap((size, group) => Array<number>(size).fill(group)));
      const labels = Array.from(groupOfRow, (group) => group % 2);
      const data = { ...dataset(labels), groupOfRow };
      const splits = [
        splitGroups(data, { testFraction: 0.25 }, createRandom(seed)),
        ...splitGroupFolds(data, { folds: 4 }, createRandom(seed)),
      ];
      for (const { train, test: held } of splits) {
        assert.equal(train.length + held.length, labels.length);
        const groups = new Set(Array.from(train, (row) => groupOfRow[row]));
        assert.ok(held.every((row) => !groups.has(groupOfRow[row])));
        const share = held.length / labels.length;
        assert.ok(share > 0.1 && share < 0.4, String(share));
      }
    }),
    { numRuns: 50 },
  );
});

test('a class in a single group cannot be learnt from other groups, and that is said', () => {
  const data = { ...dataset([0, 0, 1, 1]), groupOfRow: Int32Array.of(0, 0, 1, 1) };
  assert.throws(() => splitGroups(data, { testFraction: 0.5 }, createRandom(1)), /no training row of class|too few/);
});
