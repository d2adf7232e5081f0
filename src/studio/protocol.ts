/**
 * What the page and its worker say to each other. The page calls (`StudioCalls`), the worker answers each call once and
 * tells of events in between. A failure is an answer too.
 */
import type { MeasuredSet } from '../evaluate/measure-feature-sets.js';
import type { PrefixPoint } from '../evaluate/measure-prefixes.js';
import type { Deciding } from '../evaluate/measures/registry.js';
import type { GuessedColumns } from '../examine/guess-columns.js';
import type { ColumnSummaries } from '../examine/summarise-table.js';
import type { SelectionStage } from '../pipeline.js';
import type { RankedFeature } from '../rank/rank-features.js';
import type { Finding } from '../report/finding.js';
import type { SelectionReportInput } from '../report/selection-report-input.js';
import type { MethodDescription } from '../select/describe-methods.js';
import type { SelectionFile } from '../selection-files.js';
import type { Answered, Told } from '../session/messages.js';
import type { Split, TextLayout } from '../types.js';
import type { UnivariateFigures } from '../univariate/look-at-features.js';
import type { FoldValue } from './cross-validate.js';
import type { DataSource } from './data-keeper.js';
import type { DatasetSummary } from './describe-dataset.js';
import type { EpochFrame } from './epoch-frame.js';
import type { DataFinding } from './examine-data.js';
import type { FirstRows } from './first-rows.js';
import type { FeatureView } from './inspect-feature.js';
import type { Mend } from './mends.js';
import type { NamedBlob } from './open-files.js';
import type { DataSettings, RunSettings } from './select-command.js';
import type { KeptStrengths } from './strength-history.js';

export interface TableSummary {
  readonly fileName: string;
  readonly format: string;
  readonly bytes: number;
  readonly rowCount: number;
  readonly columns: ColumnSummaries;
  readonly missingCount: number;
  /** How a text was taken apart, and what else could be read of the file. */
  readonly layout?: TextLayout;
  readonly matrices?: readonly string[];
  readonly firstRows: FirstRows;
  /** The column to predict and, for survival times, that of their events. */
  readonly guessed: GuessedColumns;
  /** Names to ask for that are no columns of the matrix. */
  readonly otherTargets: readonly string[];
  readonly seconds: number;
}

/** All that a run depends on. It owns these: whatever the form says later, the run is still of this. */
export interface RunTask {
  readonly id: string;
  readonly source: DataSource;
  readonly data: DataSettings;
  readonly settings: RunSettings;
  readonly threads: number;
}

/** A finding with what would mend it in the next run. */
export interface RunFinding extends Finding {
  readonly mends?: readonly Mend[];
}

/** Everything the page shows and saves of a selection, finished or stopped. */
export interface RunResult {
  /** What was selected from: features or groups by their number, best first, with their scores. */
  readonly order: Int32Array;
  readonly scores: Float64Array;
  /** Why some features were not selected from, by their number. */
  readonly fates: ReadonlyMap<number, Pick<RankedFeature, 'sameAs' | 'isConstant'>>;
  /** What each feature shows of the target alone, by its number. */
  readonly alone?: UnivariateFigures;
  readonly findings: readonly RunFinding[];
  readonly split: Split;
  /** The command line that gives the same bits, or why there is none. */
  readonly command: string | undefined;
  readonly whyNoCommand: string | undefined;
  /** All that the reports tell. */
  readonly described: SelectionReportInput;
  /** What judges make of the selection, as the page compares it. */
  readonly measured: readonly MeasuredSet[];
  readonly deciding: Deciding;
  readonly strengths: KeptStrengths;
  /** Where it was stopped before its end: the ranking is then the one so far. */
  readonly stoppedIn?: 'select' | 'evaluate';
}

/** What the files of a selection are made of. */
export type RankingToSave = Pick<RunResult, 'order' | 'scores' | 'fates' | 'alone' | 'described' | 'split'>;

/** The K features one seed selects, best first, by their numbers. */
export interface SeedSelection {
  readonly seed: number;
  readonly order: Int32Array;
}

export type SavedFileName = SelectionFile['name'];

export interface StudioCalls {
  methods(): readonly MethodDescription[];
  /** How many times as long as on the machine that methods were timed on things take here. */
  measureMachine(): Promise<number>;
  open(source: DataSource): Promise<TableSummary>;
  /** The generated table of a story, by the name of its file. */
  story(fileName: string): readonly NamedBlob[];
  prepare(source: DataSource, settings: DataSettings): Promise<DatasetSummary>;
  /** What is worth knowing before a run; given up when other work comes. */
  examine(source: DataSource, settings: DataSettings): Promise<readonly DataFinding[]>;
  run(task: RunTask): Promise<RunResult>;
  pause(): void;
  resume(): void;
  stop(): void;
  curve(task: RunTask, result: Pick<RunResult, 'order' | 'split'>): Promise<readonly PrefixPoint[]>;
  /** What a judge makes of the method by number of features in every fold, and that of plainer ones; told fold by fold. */
  validate(task: RunTask): Promise<void>;
  /** The selections of the seeds that follow; the run's own is not among them. */
  stability(task: RunTask, seeds: readonly number[]): Promise<readonly SeedSelection[]>;
  /** The order that another method, by its defaults, gives the features on the training rows of the run. */
  rankBy(task: RunTask, method: string): Promise<Int32Array>;
  /** One feature, or group of features, on the training rows of the run. */
  inspect(task: RunTask, split: Split, feature: number): Promise<FeatureView>;
  file(task: RunTask, result: RankingToSave, name: SavedFileName): Promise<Blob>;
}

export interface StudioEvents {
  /** Share of the file read, where it is known. */
  reading(rows: number, share: number | undefined): void;
  begin(id: string, begin: RunBegin): void;
  stage(stage: SelectionStage): void;
  progress(share: number): void;
  epoch(id: string, frame: EpochFrame): void;
  point(id: string, point: PrefixPoint): void;
  fold(id: string, measured: FoldValue): void;
  seed(id: string, selection: SeedSelection): void;
}

export interface RunBegin {
  /** What the run selects from: the names are the run's own. */
  readonly dataset: DatasetSummary;
  readonly method: string;
  readonly threadCount: number;
  readonly schedule: readonly { readonly epoch: number; readonly activeCount: number }[] | undefined;
}

export type Question = { readonly [Name in keyof StudioCalls]: QuestionOf<Name> }[keyof StudioCalls];
interface QuestionOf<Name extends keyof StudioCalls> {
  readonly id: number;
  readonly call: Name;
  readonly words: Parameters<StudioCalls[Name]>;
}

export type Answer = Answered | Told<keyof StudioEvents>;
