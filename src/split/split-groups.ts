/**
 * Splits that keep all rows of a group (a patient, a batch, a speaker) on one side.
 *
 * Groups are taken in random order, larger ones first, and each goes to the fold whose class counts it brings closest
 * to even: the greedy rule of scikit-learn's StratifiedGroupKFold. A hold-out is one side of such a deal with two
 * unequal folds.
 */
import { UserError } from '../errors.js';
import { type Random, shuffle } from '../maths/random.js';
import { strataOf } from '../target/strata.js';
import type { Dataset, Split } from '../types.js';
import { checkFolds, type FoldOptions, foldDefaults, splitsOfFolds } from './split-folds.js';
import { groupRows, type SplitOptions, splitByMark, splitDefaults } from './split-rows.js';

type Grouped = Pick<Dataset, 'target'> & { readonly groupOfRow: Int32Array };

/** Hold-out by group: about `testFraction` of the rows, in whole groups. */
export function splitGroups(dataset: Grouped, options: SplitOptions, random: Random): Split {
  const { testFraction } = { ...splitDefaults, ...options };
  if (!(testFraction > 0 && testFraction < 1)) {
    throw new UserError('usage', `testFraction must be above 0 and below 1. Got ${testFraction} instead`);
  }
  const split = splitByMark(Uint8Array.from(dealGroups(dataset, [1 - testFraction, testFraction], random)));
  checkSides(dataset, split);
  return split;
}

/** k-fold by group: every group is in the test side of exactly one split. */
export function splitGroupFolds(dataset: Grouped, options: FoldOptions, random: Random): Split[] {
  const { folds } = { ...foldDefaults, ...options };
  checkFolds(folds, groupCountOf(dataset), 'groups');
  const shares = Array<number>(folds).fill(1 / folds);
  const splits = splitsOfFolds(dealGroups(dataset, shares, random), folds);
  for (const split of splits) checkSides(dataset, split);
  return splits;
}

/** The fold of every row, folds filled in proportion to `shares`. */
function dealGroups(dataset: Grouped, shares: readonly number[], random: Random): Int32Array {
  const { groupOfRow } = dataset;
  const { labels, names } = strataOf(dataset.target);
  const classCount = names.length;
  const rowsOfGroup = groupRows(groupOfRow, groupCountOf(dataset));
  const totals = countClasses(labels, labels.keys(), classCount);
  const order = shuffle(Int32Array.from(rowsOfGroup.keys()), random).sort(
    (a, b) => rowsOfGroup[b].length - rowsOfGroup[a].length,
  );
  const held = shares.map(() => new Int32Array(classCount));
  const foldOf = new Int32Array(labels.length);
  for (const group of order) {
    const counts = countClasses(labels, rowsOfGroup[group], classCount);
    const costs = shares.map((share, fold) => addedCost(held[fold], counts, totals, share));
    const fold = costs.indexOf(Math.min(...costs));
    for (const row of rowsOfGroup[group]) foldOf[row] = fold;
    counts.forEach((count, label) => {
      held[fold][label] += count;
    });
  }
  return foldOf;
}

/** How much the fold's squared distance from its share of every class grows by taking the group. */
function addedCost(held: Int32Array, added: Int32Array, totals: Int32Array, share: number): number {
  let cost = 0;
  for (let label = 0; label < totals.length; label++) {
    const wanted = share * totals[label];
    const before = (held[label] - wanted) / totals[label];
    const after = (held[label] + added[label] - wanted) / totals[label];
    cost += after * after - before * before;
  }
  return cost;
}

function countClasses(labels: Int32Array, rows: Iterable<number>, classCount: number): Int32Array {
  const counts = new Int32Array(classCount);
  for (const row of rows) counts[labels[row]]++;
  return counts;
}

function groupCountOf(dataset: Grouped): number {
  return dataset.groupOfRow.reduce((most, group) => Math.max(most, group), -1) + 1;
}

function tooFewGroups(count: number): string {
  return count === 1 ? '1 group is too few' : `${count} groups are too few`;
}

function checkSides(dataset: Grouped, split: Split): void {
  if (split.train.length === 0 || split.test.length === 0) {
    throw new UserError('data', `${tooFewGroups(groupCountOf(dataset))} to split: one side has no row`);
  }
  const { labels, names } = strataOf(dataset.target);
  const counts = countClasses(labels, split.train, names.length);
  const absent = counts.indexOf(0);
  if (absent >= 0) {
    throw new UserError(
      'data',
      `splitting by group leaves no training row ${names[absent]}; it needs rows in at least two groups on the training side`,
    );
  }
}
