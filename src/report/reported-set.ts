/** What a judge makes of a set of features, by the measure that decides. */
import type { Estimate } from '../evaluate/measures/difference.js';
import type { MeasuredValue } from '../evaluate/measures/measure-predictions.js';
import { findMeasure } from '../evaluate/measures/registry.js';
import type { ReportedSet, SelectionReportInput } from './selection-report-input.js';

type Input = Pick<SelectionReportInput, 'deciding'>;

/** The measure that decides, by name. */
export function measureOf({ deciding }: Input): string {
  return deciding?.measure ?? 'accuracy';
}

export function decidingValue(input: Input, row: ReportedSet | undefined): MeasuredValue | undefined {
  return row?.measures.find(({ measure }) => measure === measureOf(input));
}

/** The value with its interval, from the number of test rows where none was kept and there is a formula. */
export function estimateOf(input: Input, row: ReportedSet): Estimate | undefined {
  const found = decidingValue(input, row);
  if (found === undefined) return undefined;
  const interval = found.interval ?? findMeasure(found.measure).intervalOf?.(found.value, row.testRowCount);
  return interval && { value: found.value, interval };
}
