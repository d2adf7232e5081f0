/** Says why a section, or a part of one, has nothing to show: failed, not run, or not asked for. */
import { countOf } from '../report/format.js';
import type { PlannedResult } from './gather.js';

export function whyBlank(results: readonly PlannedResult[]): string {
  const failed = results.filter(({ row }) => row?.error !== undefined).length;
  if (results.length === 0) return 'Nothing to show: none of the data sets in this run is used for it.';
  if (failed === 0) return 'Not run yet.';
  if (failed === results.length) return `Nothing to show: every run for it failed; ${seeBelow}.`;
  return `Nothing to show: ${countOf(failed, 'run')} for it failed (${seeBelow}), the others have not been run yet.`;
}

export const seeBelow = '"What failed" below says why';
