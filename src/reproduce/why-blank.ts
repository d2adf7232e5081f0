/** Says why a section, or a part of one, has nothing to show: failed, not run, or not asked for. */
import { countOf, formatCount, listOf } from '../report/format.js';
import type { PlannedResult } from './gather.js';

export function whyBlank(results: readonly PlannedResult[]): string {
  const failed = results.filter(({ row }) => row?.error !== undefined).length;
  if (results.length === 0) return 'Nothing to show: none of the data sets in this run is used for it.';
  if (failed === 0) return 'Not run yet.';
  if (failed === results.length) return `Nothing to show: every run for it failed; ${seeBelow}.`;
  return `Nothing to show: ${countOf(failed, 'run')} for it failed (${seeBelow}), the others have not been run yet.`;
}

/** The same of single places in a figure that has others; nothing where none is blank. */
export function whyBlanks(results: readonly PlannedResult[]): string | undefined {
  const failed = results.filter(({ row }) => row?.error !== undefined).length;
  const waiting = results.filter(({ row }) => row === undefined).length;
  const reasons = [
    ...(waiting > 0 ? [`${formatCount(waiting)} not run yet`] : []),
    ...(failed > 0 ? [`${formatCount(failed)} failed (${seeBelow})`] : []),
  ];
  return reasons.length === 0 ? undefined : `Blank, of ${countOf(results.length, 'cell')}: ${listOf(reasons)}.`;
}

export const seeBelow = '"What failed" below says why';
