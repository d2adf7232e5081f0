/** What a data set is called in the tables. */
import type { ReproductionSet } from '../plan.js';

export const otherCopyMark = '†';

export function columnName({ data, isPapers }: ReproductionSet): string {
  return isPapers === false ? `${data.name} ${otherCopyMark}` : data.name;
}
