/** The race by which a method is taken, on means that are worked out by hand. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { foldCount, leftAfter, rounds, takenOf } from './trial-rounds.js';

/** Candidates with what they came to; the first is the one to be ahead of. */
const means: Readonly<Record<string, number>> = { first: 0.8, ahead: 0.86, level: 0.8, close: 0.76, behind: 0.74 };
const meanOf = (name: string): number => means[name];
const all = Object.keys(means);

describe('rounds of trials', () => {
  test('go through every fold of two deals once', () => {
    const places = rounds.flatMap(({ deal, folds }) => folds.map((fold) => `${deal} ${fold}`));
    assert.equal(new Set(places).size, places.length);
    assert.equal(places.length, 2 * foldCount);
  });

  test('drop what is 5 points or more behind the first after two folds', () => {
    assert.deepEqual(leftAfter(rounds[0], all, meanOf), ['first', 'ahead', 'level', 'close']);
    const atBorder = (name: string): number => ({ first: 0.8, close: 0.7501, border: 0.75 })[name]!;
    assert.deepEqual(leftAfter(rounds[0], ['first', 'close', 'border'], atBorder), ['first', 'close']);
  });

  test('drop what is more than 10 points behind the best after two folds, but never the first', () => {
    const far = (name: string): number => ({ first: 0.6, near: 0.69, best: 0.75, low: 0.64 })[name]!;
    assert.deepEqual(leftAfter(rounds[0], ['first', 'near', 'best', 'low'], far), ['first', 'near', 'best']);
  });

  test('drop what is not ahead of the first after four folds, whatever the order in which means were added', () => {
    assert.deepEqual(leftAfter(rounds[1], all, meanOf), ['first', 'ahead']);
    const rounded = (name: string): number => (name === 'first' ? 0.7604166666666666 : 0.7604166666666667);
    assert.deepEqual(leftAfter(rounds[1], all, rounded), ['first']);
  });

  test('drop nobody after the last', () => {
    assert.deepEqual(leftAfter(rounds[2], all, meanOf), all);
  });

  test('end where the first leaves no room for a lead', () => {
    const near = (name: string): number => (name === 'first' ? 0.985 : 1);
    assert.deepEqual(leftAfter(rounds[0], all, near), ['first']);
  });
});

describe('the method that is taken', () => {
  test('is the best, where it is ahead of the first by more than the lead', () => {
    assert.equal(takenOf(all, meanOf), 'ahead');
  });

  test('is the first, where no other is', () => {
    assert.equal(takenOf(all, meanOf, 0.07), 'first');
    assert.equal(takenOf(['first', 'level'], meanOf, 0), 'first');
    // Two points ahead are not more than two, though 0.1 + 0.02 is a little less than 0.12.
    const twoAhead = (name: string): number => (name === 'first' ? 0.1 : 0.12 + 1e-16);
    assert.equal(takenOf(['first', 'other'], twoAhead), 'first');
  });

  test('is the one that stands before the others, where several are equally far ahead', () => {
    const equal = (name: string): number => (name === 'first' ? 0.8 : 0.9);
    assert.equal(takenOf(['first', 'one', 'other'], equal), 'one');
  });
});
