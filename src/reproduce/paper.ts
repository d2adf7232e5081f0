/** Looks up what the paper measured. Shares, not percent; undefined where the paper has no figure. */
import { accuracyTables, paperSets } from './paper-figures.js';

export interface PaperAccuracy {
  readonly mean: number;
  readonly deviation?: number;
  /** Measured on another copy of the data than ours: not to be compared. */
  readonly isOfOtherCopy?: boolean;
}

/** `k` may be `mean`: the mean over all K. No method is one that the paper did not run. */
export function paperAccuracy(
  judge: string,
  k: number | 'mean',
  method: string | undefined,
  set: string,
): PaperAccuracy | undefined {
  const row = method === undefined ? undefined : accuracyTables[`${judge} ${k}`]?.[method];
  const column = paperSets.indexOf(set as (typeof paperSets)[number]);
  const cell = column < 0 ? undefined : row?.split(' ')[column];
  if (cell === undefined || cell === '-') return undefined;
  const [mean, deviation] = cell.split('±').map((percent) => Number(percent) / 100);
  return deviation === undefined ? { mean } : { mean, deviation };
}

/** The methods of a table, in the paper's order. */
export function paperMethods(judge: string, k: number | 'mean'): readonly string[] {
  return Object.keys(accuracyTables[`${judge} ${k}`] ?? {});
}
