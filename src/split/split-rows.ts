/**
 * Stratified hold-out: every class gives the same share of its rows to the test side (for another target, every part of
 * `strataOf`).
 *
 * The test side has ceil(testFraction * rows) rows, as in scikit-learn. Each class gives the whole part of its share,
 * the rows still wanted go to the classes with the largest remainders (the lower class first where equal), and no
 * class gives its last row. Rows are ascending on both sides.
 */
import { UserError } from '../errors.js';
import { type Random, shuffle } from '../maths/random.js';
import { strataOf } from '../target/strata.js';
import type { Dataset, Split } from '../types.js';

export interface SplitOptions {
  readonly testFraction?: number;
}

export const splitDefaults = { testFraction: 0.2 } as const;

export function splitRows(dataset: Pick<Dataset, 'target'>, options: SplitOptions, random: Random): Split {
  const { testFraction } = { ...splitDefaults, ...options };
  if (!(testFraction > 0 && testFraction < 1)) {
    throw new UserError('usage', `testFraction must be above 0 and below 1. Got ${testFraction} instead`);
  }
  const { labels, names } = strataOf(dataset.target);
  const rowsOfClass = groupRows(labels, names.length);
  const quotas = testQuotas(
    rowsOfClass.map((rows) => rows.length),
    testFraction,
  );
  const isTest = new Uint8Array(labels.length);
  rowsOfClass.forEach((rows, label) => {
    shuffle(rows, random);
    for (let i = 0; i < quotas[label]; i++) isTest[rows[i]] = 1;
  });
  const split = splitByMark(isTest);
  if (split.test.length === 0 || split.train.length === 0) {
    throw new UserError(
      'data',
      `${labels.length} rows are too few to split: ${split.train.length} for training, ${split.test.length} for testing`,
    );
  }
  return split;
}

/** The rows of every class, ascending. */
export function groupRows(labels: Int32Array, classCount: number): Int32Array[] {
  const counts = new Int32Array(classCount);
  for (const label of labels) counts[label]++;
  const rows = Array.from(counts, (count) => new Int32Array(count));
  counts.fill(0);
  for (let row = 0; row < labels.length; row++) rows[labels[row]][counts[labels[row]]++] = row;
  return rows;
}

/** Rows marked 1 are the test side. */
export function splitByMark(isTest: Uint8Array): Split {
  const testCount = isTest.reduce((sum, mark) => sum + mark, 0);
  const train = new Int32Array(isTest.length - testCount);
  const test = new Int32Array(testCount);
  let trainAt = 0;
  let testAt = 0;
  for (let row = 0; row < isTest.length; row++) {
    if (isTest[row] === 1) test[testAt++] = row;
    else train[trainAt++] = row;
  }
  return { train, test };
}

/** How many rows each class gives to the test side. */
function testQuotas(counts: readonly number[], testFraction: number): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const wanted = Math.ceil(total * testFraction);
  const quotas = counts.map((count) => Math.max(0, Math.min(count - 1, Math.floor((count * wanted) / total))));
  const remainders = counts.map((count, label) => (count * wanted) / total - quotas[label]);
  const order = counts.map((_, label) => label).sort((a, b) => remainders[b] - remainders[a] || a - b);
  let left = wanted - quotas.reduce((sum, quota) => sum + quota, 0);
  for (const label of order) {
    if (left === 0) break;
    if (quotas[label] < counts[label] - 1) {
      quotas[label]++;
      left--;
    }
  }
  return quotas;
}
