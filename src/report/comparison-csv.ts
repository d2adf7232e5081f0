/** Every result of a comparison as one line of CSV: one for each method, K, seed and classifier. */
import type { ComparisonReportInput } from './comparison-report-input.js';
import { csvLine } from './csv-line.js';

const head = [
  'method',
  'k',
  'seed',
  'classifier',
  'accuracy',
  'select_seconds',
  'evaluate_seconds',
  'peak_bytes',
  'error',
];

export function* comparisonCsv({ rows, summary }: ComparisonReportInput): Generator<string> {
  yield csvLine(head);
  for (const { method, k, seed, accuracies, selectSeconds, evaluateSeconds, peakBytes, error } of rows) {
    for (const classifier of summary.classifiers) {
      const cost = [selectSeconds, evaluateSeconds, peakBytes];
      yield csvLine([method, k, seed, classifier, accuracies[classifier], ...cost, error?.message]);
    }
  }
}
