/** A claim of the paper, the verdict on it, and the rules by which verdicts are given. */
import { countOf, listOf } from '../../report/format.js';
import type { ReproductionSet } from '../plan.js';
import { columnName } from '../sections/column-name.js';

export type Verdict = 'holds' | 'does not hold' | 'in part' | 'too few rows';

export interface Claim {
  readonly claim: string;
  readonly where: string;
  readonly verdict: Verdict;
  readonly evidence: string;
}

/** How far something is ahead on a data set. */
export interface Lead {
  readonly set: ReproductionSet;
  readonly ahead: number;
}

/** Accuracies closer than half of the last digit that is printed are level however many rows they are of. */
const leastLevel = 5e-4;

/** The rules, for the reader. */
export const ruleText =
  'Two methods are level on a data set where they are less than one test row apart, or less than 0.05 points. A claim about most cases holds where two thirds of the cases agree and holds in part where more than a third do, a level one counting half; with fewer than three cases there are too few to say.';

/** The verdict on a claim about most cases. */
export function majority(agreeing: number, compared: number): Verdict {
  if (compared < 3) return 'too few rows';
  return 3 * agreeing >= 2 * compared ? 'holds' : 3 * agreeing > compared ? 'in part' : 'does not hold';
}

export interface Tally {
  readonly above: readonly Lead[];
  readonly level: readonly Lead[];
  readonly below: readonly Lead[];
  readonly verdict: Verdict;
}

export function tallyOf(leads: readonly Lead[]): Tally {
  const above = leads.filter((lead) => lead.ahead > 0 && !isLevel(lead));
  const below = leads.filter((lead) => lead.ahead < 0 && !isLevel(lead));
  const level = leads.filter(isLevel);
  return { above, level, below, verdict: majority(above.length + level.length / 2, leads.length) };
}

/** One test row apart is apart: means are sums of such rows, rounded. */
function isLevel({ set: { testRowCount }, ahead }: Lead): boolean {
  const row = testRowCount === undefined ? 0 : (1 - 1e-9) / testRowCount;
  return Math.abs(ahead) < Math.max(leastLevel, row);
}

/** "above on 2 of 4 data sets (A, B), level on 1 (C), below on 1 (D −7.4)". */
export function tellTally({ above, level, below }: Tally, what = ''): string {
  const count = above.length + level.length + below.length;
  return `above on ${above.length} of ${countOf(count, 'data set')}${what}${inBrackets(above.map(nameOf))}, level on ${level.length}${inBrackets(level.map(nameOf))}, below on ${below.length}${inBrackets(below.map((lead) => `${nameOf(lead)} ${points(lead.ahead)}`))}`;
}

export function nameOf({ set }: Pick<Lead, 'set'>): string {
  return columnName(set);
}

export function inBrackets(names: readonly string[]): string {
  return names.length === 0 ? '' : ` (${listOf(names)})`;
}

/** A difference of shares in points, with its sign. */
export function points(share: number): string {
  return `${share > 0 ? '+' : share < 0 ? '−' : ''}${Math.abs(share * 100).toFixed(1)}`;
}

export function known(values: readonly (number | undefined)[]): number[] {
  return values.filter((value) => value !== undefined);
}

export function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** "0.2 to 0.7", or one of two that are printed alike. */
export function rangeOf(values: readonly number[], print: (value: number) => string): string {
  const [low, high] = [print(Math.min(...values)), print(Math.max(...values))];
  return low === high ? low : `${low} to ${high}`;
}
