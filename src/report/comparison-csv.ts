/** Every result of a comparison as CSV, a line for each method, K, seed, judge and measure; one without them for a failure. */

import { csvLine } from '../write/csv-line.js';
import type { ComparisonReportInput } from './comparison-report-input.js';

const head = [
  'method',
  'k',
  'seed',
  'judge',
  'measure',
  'value',
  'low',
  'high',
  'select_seconds',
  'evaluate_seconds',
  'peak_bytes',
  'error',
];

export function* comparisonCsv({ rows }: ComparisonReportInput): Generator<string> {
  yield csvLine(head);
  for (const { method, k, seed, measures, selectSeconds, evaluateSeconds, peakBytes, error } of rows) {
    const cost = [selectSeconds, evaluateSeconds, peakBytes, error?.message];
    if (measures.length === 0) yield csvLine([method, k, seed, '', '', '', '', '', ...cost]);
    for (const { judge, measure, value, interval = [] } of measures) {
      yield csvLine([method, k, seed, judge, measure, value, interval[0], interval[1], ...cost]);
    }
  }
}
