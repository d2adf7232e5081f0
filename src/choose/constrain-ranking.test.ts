/** What is chosen from a ranking by rules, worked out by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pacer } from '../compute/pacer.js';
import { UserError } from '../errors.js';
import { numberedClasses } from '../target/class-target.js';
import { classesTold } from './class-told.js';
import { type Candidate, type ChoiceTools, constrainRanking } from './constrain-ranking.js';
import { type Constrained, resolveConstraints } from './constraints.js';

const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const target = numberedClasses(Int32Array.from([0, 1, 0, 1]), 2);
/** Ranked a to f, with scores 6 to 1. */
const ranked: readonly Candidate[] = names.map((_, index) => ({ index, score: 6 - index, isRedundant: false }));
const tools: ChoiceTools = {
  classOf: (index) => (index < 4 ? 0 : 1),
  classNames: ['x', 'y'],
  isAlike: () => false,
  stepsToTell: 1,
  pacer: new Pacer({}),
};

async function choose(asked: Partial<Constrained>, most: number, other: Partial<ChoiceTools> = {}): Promise<string> {
  const rules = resolveConstraints({ names, target, ...asked });
  const chosen = await constrainRanking(ranked, most, rules, { ...tools, ...other });
  return chosen.map((index) => names[index]).join('');
}

test('what is always in comes first and counts', async () => {
  assert.equal(await choose({ include: ['e', 'c'] }, 4), 'ecab');
  const columnNames = ['A', 'b', 'c', 'd', 'E', 'f'];
  assert.equal(await choose({ include: ['E', 'c'], columnNames }, 4), 'ecab');
});

test('one of every block is taken, the best of it', async () => {
  const isAlike = (one: number, other: number) => Math.floor(one / 2) === Math.floor(other / 2);
  assert.equal(await choose({ groups: 'auto' }, 3, { isAlike }), 'ace');
  assert.equal(await choose({ groups: 'auto' }, 5, { isAlike }), 'ace');
  assert.equal(await choose({ groups: 'auto', include: ['d'] }, 3, { isAlike }), 'dae');
});

test('with costs the ranking goes by score over cost, and what does not fit is passed over', async () => {
  // Worth: a 6, b 5, c 4 / 8 = 0.5, d 3, e 2 / 0.5 = 4, f 1.
  const costs = { c: 8, e: 0.5 };
  assert.equal(await choose({ costs, budget: 3 }, 6), 'abe');
  assert.equal(await choose({ costs, budget: 4.5 }, 6), 'abedf');
  assert.equal(await choose({ costs, budget: 100 }, 6), 'abedfc');
  assert.equal(await choose({ budget: 2 }, 6), 'ab');
});

test('scores of 0 and below stay behind in their order, whatever they cost', async () => {
  const low = ranked.map(({ index, ...rest }) => ({ ...rest, index, score: index < 2 ? 1 : -index }));
  const rules = resolveConstraints({ names, target, costs: { f: 0.1, a: 5 }, budget: 50 });
  assert.deepEqual(await constrainRanking(low, 6, rules, tools), [1, 0, 2, 3, 4, 5]);
});

test('every class has its share, before the rest of the ranking', async () => {
  assert.equal(await choose({ minPerClass: 1 }, 3), 'aeb');
  assert.equal(await choose({ minPerClass: 2 }, 4), 'abef');
  assert.equal(await choose({ minPerClass: 1, include: ['f'] }, 3), 'fab');
});

test('a feature is counted for the class that it tells best', async () => {
  const matrix = {
    kind: 'dense',
    rowCount: 6,
    columnCount: 3,
    // Columns: high in class 0, low in class 2, constant.
    values: Float32Array.from([9, 5, 1, 8, 5, 1, 1, 5, 1, 0, 6, 1, 1, 0, 1, 0, 1, 1]),
  } as const;
  const told = classesTold(matrix, numberedClasses(Int32Array.from([0, 0, 1, 1, 2, 2]), 3));
  assert.deepEqual(
    told.map(({ label }) => label),
    [0, 2, 0],
  );
  // |8.5 - 19/6| sqrt(2 * 6 / 4) / deviation, by the definition.
  const column = [9, 8, 1, 0, 1, 0];
  const mean = 19 / 6;
  const deviation = Math.sqrt(column.reduce((sum, cell) => sum + (cell - mean) ** 2, 0) / 6);
  assert.ok(Math.abs(told[0].size - ((8.5 - mean) * Math.sqrt(3)) / deviation) < 1e-12);
});

test('what cannot be kept is refused, and the error says what to do', async () => {
  const refused: readonly [Partial<Constrained>, RegExp][] = [
    [{ include: ['g'] }, /include names "g", which is no feature/],
    [{ include: ['a', 'b'], k: 1 }, /k must be at least 2, the features that are always in. Got 1/],
    [{ costs: { a: 2 } }, /costs cannot be kept to without a budget; use budget/],
    [{ costs: { a: 0 }, budget: 3 }, /costs must be above 0. Got 0 for "a"/],
    [{ costs: { z: 1 }, budget: 3 }, /costs names "z"/],
    [{ budget: 0 }, /budget must be a number above 0/],
    [{ budget: 0.5 }, /budget of 0.5 is not enough for a single feature; raise budget/],
    [{ budget: 3, k: 'auto' }, /budget decides how many/],
    [{ include: ['a'], costs: { a: 9 }, budget: 3 }, /always in: they cost 9; raise budget/],
    [{ minPerClass: 2, k: 3 }, /k must be at least 4/],
    [{ minPerClass: 1.5 }, /minPerClass must be a whole number/],
    [{ include: ['a'], falseDiscovery: 0.1 }, /include cannot be kept together with a promise/],
    [{ groups: 'block' as 'auto' }, /groups must be auto/],
  ];
  for (const [asked, message] of refused) {
    assert.throws(
      () => resolveConstraints({ names, target, ...asked }),
      (error: Error) => error instanceof UserError && message.test(error.message),
      JSON.stringify(asked),
    );
  }
  const values = { kind: 'values', values: new Float64Array(4), outputCount: 1 } as const;
  assert.throws(() => resolveConstraints({ names, target: values, minPerClass: 1 }), /needs a target of classes/);
  await assert.rejects(choose({ minPerClass: 3 }, 6), /only 2 that may be selected tells class "y" better/);
});

test('a stop is heard while blocks are told apart', async () => {
  const stop = new AbortController();
  const pacer = new Pacer({ signal: stop.signal });
  stop.abort();
  const work = choose({ groups: 'auto' }, 6, { pacer, stepsToTell: 1e9 });
  await assert.rejects(work, (error: Error) => error instanceof UserError && error.code === 'interrupted');
});
