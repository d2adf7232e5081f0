/** What is to be told, in a few words. */
import type { TargetSummary } from '../target/describe-target.js';
import { countOf } from './format.js';

/** `3 classes`, `a number from 0.9 to 49.1`, `2 numbers`, `time to an event, which came in 51 rows`. */
export function targetText({ task, classNames, targetRanges = [], eventCount = 0 }: TargetSummary): string {
  if (task === 'survival') return `time to an event, which came in ${countOf(eventCount, 'row')}`;
  if (task === 'classes') return countOf(classNames?.length ?? 0, 'class', 'classes');
  if (targetRanges.length !== 1) return `${targetRanges.length} numbers`;
  const [{ least, most }] = targetRanges;
  return `a number from ${shortNumber(least)} to ${shortNumber(most)}`;
}

/** As a fact at the head of a report: `tumour, 2 classes`. */
export function targetFact(target: TargetSummary & { readonly targetName?: string }): [string, string] {
  const text = targetText(target);
  return ['Target', target.targetName === undefined ? text : `${target.targetName}, ${text}`];
}

/** Four digits are enough to know a column by. */
export function shortNumber(value: number): string {
  return String(Number(value.toPrecision(4)));
}
