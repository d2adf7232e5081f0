/** What is told without looking at the features at all, by measure: what anything worth its features must exceed. */
import type { TargetSummary } from '../target/describe-target.js';

export interface Guess {
  readonly value: number;
  /** As in "no better than ...". */
  readonly how: string;
}

export function guessOf(
  measure: string,
  { classNames = [], classCounts = [] }: Pick<TargetSummary, 'classNames' | 'classCounts'>,
): Guess | undefined {
  const rowCount = classCounts.reduce((sum, count) => sum + count, 0);
  switch (measure) {
    case 'accuracy':
      return rowCount === 0
        ? undefined
        : { value: Math.max(...classCounts) / rowCount, how: 'always guessing the most frequent class' };
    case 'balanced-accuracy':
      return classNames.length === 0 ? undefined : { value: 1 / classNames.length, how: 'guessing a class' };
    case 'roc-auc':
      return { value: 0.5, how: 'scores drawn at random' };
    case 'concordance':
      return { value: 0.5, how: 'risks drawn at random' };
    case 'r2':
      return { value: 0, how: 'always telling the mean' };
    default:
      return undefined;
  }
}
