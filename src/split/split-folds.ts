/**
 * Stratified k-fold: every row is in the test side of exactly one of k splits. The shuffled rows of one class (or, for
 * another target, of one part of `strataOf`) after the other are dealt to the folds in turn, so fold sizes differ by at most one row, and so do a class's rows in each fold.
 */
import { UserError } from '../errors.js';
import { type Random, shuffle } from '../maths/random.js';
import { strataOf } from '../target/strata.js';
import type { Dataset, Split } from '../types.js';
import { groupRows, splitByMark } from './split-rows.js';

export interface FoldOptions {
  readonly folds?: number;
}

export const foldDefaults = { folds: 5 } as const;

export function splitFolds(dataset: Pick<Dataset, 'target'>, options: FoldOptions, random: Random): Split[] {
  const { folds } = { ...foldDefaults, ...options };
  const { labels, names } = strataOf(dataset.target);
  checkFolds(folds, labels.length, 'rows');
  const foldOf = new Int32Array(labels.length);
  let dealt = 0;
  for (const rows of groupRows(labels, names.length)) {
    for (const row of shuffle(rows, random)) foldOf[row] = dealt++ % folds;
  }
  return splitsOfFolds(foldOf, folds);
}

export function checkFolds(folds: number, count: number, what: string): void {
  if (!Number.isInteger(folds) || folds < 2 || folds > count) {
    throw new UserError(
      'usage',
      `must be a whole number from 2 to ${count}, the number of ${what}. Got ${folds} instead`,
      { subject: { option: 'folds' } },
    );
  }
}

export function splitsOfFolds(foldOf: Int32Array, folds: number): Split[] {
  return Array.from({ length: folds }, (_, fold) =>
    splitByMark(Uint8Array.from(foldOf, (own) => (own === fold ? 1 : 0))),
  );
}
