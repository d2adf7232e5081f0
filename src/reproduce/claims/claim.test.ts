import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleSet } from '../../../test/fixtures/reproduction-sets.js';
import { majority, rangeOf, tallyOf, tellTally } from './claim.js';

const lead = (key: string, ahead: number, testRowCount?: number) => ({
  set: sampleSet(key, testRowCount === undefined ? {} : { testRowCount }),
  ahead,
});

test('a claim about most cases needs two thirds of them, and holds in part from more than a third', () => {
  assert.deepEqual(
    [6, 4, 3.5, 2.5, 2, 0].map((agreeing) => majority(agreeing, 6)),
    ['holds', 'holds', 'in part', 'in part', 'does not hold', 'does not hold'],
  );
  assert.equal(majority(2, 2), 'too few rows');
});

test('less than one test row apart is level, one row is not', () => {
  const { above, level, below, verdict } = tallyOf([
    lead('a', 0.02, 40),
    lead('b', -0.025, 40),
    lead('c', 0.03, 40),
    lead('d', 0.0004, 10_000),
    lead('e', 0.0006, 10_000),
  ]);
  assert.deepEqual(
    [above, level, below].map((leads) => leads.map(({ set }) => set.key).join('')),
    ['ce', 'ad', 'b'],
  );
  assert.equal(verdict, 'in part');
});

test('the sets that speak against a claim are named, with how far, and other copies of the data are marked', () => {
  const tally = tallyOf([
    lead('a', 0.1),
    lead('b', -0.074),
    { ...lead('c', 0), set: sampleSet('c', { isPapers: false }) },
  ]);
  assert.equal(tellTally(tally), 'above on 1 of 3\u00a0data sets (a), level on 1 (c †), below on 1 (b −7.4)');
});

test('a range of what is printed alike is one value', () => {
  const print = (value: number) => value.toFixed(1);
  assert.equal(rangeOf([6.61, 6.64], print), '6.6');
  assert.equal(rangeOf([1, 3, 2], print), '1.0 to 3.0');
});
