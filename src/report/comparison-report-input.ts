/** Everything the report of a comparison shows, as plain values. */
import type { FrequencyAtK } from '../experiment/feature-frequency.js';
import type { ResultRow } from '../experiment/result-row.js';
import type { ComparisonSummary } from '../experiment/summarise.js';
import type { ReportedDataset } from './selection-report-input.js';

export interface ComparisonReportInput {
  readonly dataset: ReportedDataset;
  readonly summary: ComparisonSummary;
  readonly rows: readonly ResultRow[];
  readonly seeds: readonly number[];
  /** Splits that every method was run on; one where it is absent. */
  readonly splitCount?: number;
  /** How often features are chosen, by K. */
  readonly frequencies?: readonly FrequencyAtK[];
  /** Scaling, test fraction and the like. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Every option of every method that was compared. */
  readonly methodOptions: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** One line on each method. */
  readonly methodSummaries: Readonly<Record<string, string>>;
  /** Names of the features (or groups of features) that occur in the rows, by their number. */
  readonly featureNames: Readonly<Record<number, string>>;
  readonly warnings: readonly string[];
  /** What was done to the columns while reading, one sentence each. */
  readonly preparation?: readonly string[];
  /** The command line that gives this comparison again. */
  readonly command?: string;
  readonly versions?: Readonly<Record<string, string>>;
}
