/** What a user must know beside the figures of a selection, in sentences. */
import { leftOutByName } from './encode/plan-columns.js';
import type { MeasuredSet } from './evaluate/measure-feature-sets.js';
import { type Deciding, findMeasure } from './evaluate/measures/registry.js';
import type { Dataset } from './types.js';
import { inWords, libraryWording, type Wording } from './wording.js';

/** With a 95 % interval wider than this two feature sets must differ by ten points to be told apart. */
const widestInterval = 0.14;
const usualRepeats = 4;

/** Few test rows cannot tell much; the rows there are can, one part after the other. */
export function fewRowsWarnings(rows: readonly MeasuredSet[], { measure }: Deciding, wording: Wording): string[] {
  const [own] = rows.filter(({ features }) => features === 'selected');
  const interval = own?.measures.find((each) => each.measure === measure)?.interval;
  const { best, form } = findMeasure(measure);
  if (interval === undefined || best !== 'highest' || form === 'units') return [];
  if (interval[1] - interval[0] <= widestInterval) return [];
  const advice = [{ option: 'repeats', values: [usualRepeats], purpose: 'for a verdict by repeated cross-validation' }];
  return [`${inWords({ statement: 'Every row can be tested on in turn', advice }, wording)}.`];
}

interface AskedOfFeatures {
  readonly stability?: number | undefined;
  readonly repeats?: number | undefined;
}

/** What was asked for and needs features, where none were selected. */
export function emptyWarnings(k: number, { stability, repeats }: AskedOfFeatures): string[] {
  if (k > 0) return [];
  return [
    ...(stability === undefined ? [] : ['No feature was selected, so stability was not measured.']),
    ...(repeats === undefined ? [] : ['No feature was selected, so there is no verdict by repeated cross-validation.']),
  ];
}

/** What was guessed and can be said otherwise. */
export function remarksOf({ remarks = [] }: Pick<Dataset, 'remarks'>, wording: Wording = libraryWording): string[] {
  return remarks.map((remark) => `${inWords(remark, wording)}.`);
}

/** Columns that were not used without the user having asked for it. */
export function leftOutWarnings({ columns = [] }: Pick<Dataset, 'columns'>, wording: Wording): string[] {
  const leftOut = columns.filter(({ use, note }) => use === 'left out' && note !== undefined && note !== leftOutByName);
  if (leftOut.length === 0) return [];
  const named = leftOut.slice(0, 5).map(({ name, note }) => `"${name}" (${note})`);
  const more = leftOut.length > named.length ? ` and ${leftOut.length - named.length} more` : '';
  const advice = [{ option: 'keep', purpose: 'to select from them too' }];
  return [`${inWords({ statement: `Left out: ${named.join(', ')}${more}`, advice }, wording)}.`];
}

export function scalingWarnings(isCentred: boolean | undefined, scaleOn: 'train' | 'all'): string[] {
  const warnings: string[] = [];
  if (isCentred === false) warnings.push('The data is sparse and stays so: it was scaled without being centred.');
  if (scaleOn === 'all') warnings.push('The scaling was fitted on test rows too, as the paper did.');
  return warnings;
}
