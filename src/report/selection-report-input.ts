/** Everything the report of one selection shows, as plain values. What was not measured is left out. */
import type { Correlations } from '../choose/correlate-features.js';
import type { SizeReport } from '../choose/size.js';
import type { StabilityReport } from '../choose/stability.js';
import type { SubstitutesReport } from '../choose/substitutes.js';
import type { TriedMethods } from '../choose/tried-methods.js';
import type { JudgedDetail } from '../evaluate/detail.js';
import type { Difference } from '../evaluate/measures/difference.js';
import type { MeasuredValue } from '../evaluate/measures/measure-predictions.js';
import type { Deciding } from '../evaluate/measures/registry.js';
import type { Verdict } from '../evaluate/verdict.js';
import type { NamedRedundant } from '../rank/named-redundant.js';
import type { RankedFeature } from '../rank/rank-features.js';
import type { TargetSummary } from '../target/describe-target.js';
import type { EncodedColumn, EpochHistory, StrengthSnapshot } from '../types.js';
import type { UnivariateReport } from '../univariate/look-at-features.js';

export interface SelectionReportInput {
  /** Heads the page; made from the data and K where it is left out. */
  readonly title?: string;
  readonly dataset: ReportedDataset;
  readonly method: string;
  /** One line saying what the method does. */
  readonly methodSummary?: string;
  /** How the methods did among which it was chosen, where none was named. */
  readonly tried?: TriedMethods;
  readonly k: number;
  /** How that number was found, where it was not given. */
  readonly size?: SizeReport;
  readonly stability?: StabilityReport;
  readonly substitutes?: SubstitutesReport;
  readonly verdict?: Verdict;
  /** What each selected feature shows of the target alone. */
  readonly univariate?: ReportedUnivariate;
  /** How the selected features go with each other. */
  readonly correlations?: Correlations;
  readonly seed: number;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The chosen features, best first. */
  readonly features: readonly RankedFeature[];
  /** How the columns of the chosen features were encoded, in the order of the file, so that new rows can be. */
  readonly columns?: readonly EncodedColumn[];
  /** The features that were not selected from, by name. */
  readonly redundant?: NamedRedundant;
  readonly history: readonly EpochHistory[];
  /** Number of active input neurons the schedule asks for, per epoch. */
  readonly schedule?: readonly { readonly epoch: number; readonly activeCount: number }[];
  readonly snapshots: readonly StrengthSnapshot[];
  /** What judges make of the selected features, all and random ones. */
  readonly measured?: readonly ReportedSet[];
  /** The measure that says which is better; accuracy where it is left out. */
  readonly deciding?: Deciding;
  /** Seconds of each stage, in the order they ran. */
  readonly timings: Readonly<Record<string, number>>;
  readonly warnings: readonly string[];
  /** What makes the selection look better than it is; each is worded among the warnings, too. */
  readonly leaks?: readonly ReportedLeak[];
  /** What was done to the columns while reading, one sentence each. */
  readonly preparation?: readonly string[];
  /** The command line that gives this selection again. */
  readonly command?: string;
  /** Program and version, such as `neurofs: 0.1.0`. */
  readonly versions?: Readonly<Record<string, string>>;
  /** When the report was made, as it should be shown. */
  readonly createdAt?: string;
}

export interface ReportedLeak {
  readonly kind: string;
  /** How its warning begins. */
  readonly statement: string;
  readonly columns?: readonly string[];
}

/** What the selected features show alone, without the figures of all others. */
export interface ReportedUnivariate extends Omit<UnivariateReport, 'all'> {
  readonly classNames?: readonly string[];
}

export interface ReportedDataset extends TargetSummary {
  readonly name: string;
  readonly rowCount: number;
  readonly trainRowCount?: number;
  readonly testRowCount?: number;
  readonly featureCount: number;
  readonly targetName?: string;
  /** The column that names the rows. */
  readonly identifierName?: string;
  /** SHA-256 of the file, in hexadecimal. */
  readonly checksum?: string;
  /** Height and width where every row is an image. */
  readonly imageShape?: readonly [number, number];
}

export type FeatureSet = 'selected' | 'all' | 'random';

export interface ReportedSet {
  readonly judge: string;
  readonly features: FeatureSet;
  readonly measures: readonly MeasuredValue[];
  /** Rows the judge was fitted to. */
  readonly trainRowCount?: number;
  readonly testRowCount: number;
  /** By how much the selected features are better than these, on the same test rows. */
  readonly gain?: Difference;
  /** What was said of the test rows, where it is to be shown. */
  readonly detail?: JudgedDetail;
}
