/**
 * What the page and its worker say to each other. The page calls (`StudioCalls`), the worker answers each call once and
 * tells of events in between. A failure is an answer too.
 */
import type { AccuracyRow } from '../evaluate/measure-feature-sets.js';
import type { PrefixPoint } from '../evaluate/measure-prefixes.js';
import type { Finding } from '../report/judge-selection.js';
import type { DatasetSummary } from './describe-dataset.js';
import type { MethodDescription } from './describe-methods.js';
import type { EpochFrame } from './epoch-frame.js';
import type { NamedBlob } from './open-files.js';
import type { DataSettings, RunSettings } from './select-command.js';
import type { ColumnSummaries } from './summarise-table.js';

export interface TableSummary {
  readonly fileName: string;
  readonly format: string;
  readonly bytes: number;
  readonly rowCount: number;
  readonly columns: ColumnSummaries;
  readonly missingCount: number;
  readonly guessedTarget: string | undefined;
  /** Names to ask for that are no columns of the matrix. */
  readonly otherTargets: readonly string[];
  readonly seconds: number;
}

/** Everything the page shows of a finished selection. */
export interface RunResult {
  readonly id: number;
  readonly settings: RunSettings;
  /** What was selected from: features or groups by their number, best first, with their scores. */
  readonly order: Int32Array;
  readonly scores: Float64Array;
  readonly accuracies: readonly AccuracyRow[];
  readonly findings: readonly Finding[];
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly trainRowCount: number;
  readonly testRowCount: number;
  readonly timings: Readonly<Record<string, number>>;
  /** The command line that gives the same bits, or why there is none. */
  readonly command: string | undefined;
  readonly whyNoCommand: string | undefined;
}

/** The K features one seed selects, best first, by their numbers. */
export interface SeedSelection {
  readonly seed: number;
  readonly order: Int32Array;
}

export interface Series {
  readonly epochs: Int32Array;
  /** `[feature][epoch]` */
  readonly values: Float32Array;
}

export type SavedFileName = 'selection.json' | 'ranking.csv' | 'selected.csv' | 'report.html';

export interface StudioCalls {
  methods(): readonly MethodDescription[];
  open(files: readonly NamedBlob[]): Promise<TableSummary>;
  openExample(): Promise<TableSummary>;
  prepare(settings: DataSettings): Promise<DatasetSummary>;
  run(settings: RunSettings, threads: number): Promise<RunResult>;
  pause(): void;
  resume(): void;
  stop(): void;
  curve(id: number): Promise<readonly PrefixPoint[]>;
  stability(id: number, seedCount: number): Promise<readonly SeedSelection[]>;
  /** The files that were opened, to be saved where they came from no disk. */
  sources(): readonly NamedBlob[];
  series(id: number, features: Int32Array): Series;
  file(id: number, name: SavedFileName): Promise<Blob>;
}

export interface StudioEvents {
  /** Share of the file read, where it is known. */
  reading(rows: number, share: number | undefined): void;
  begin(begin: RunBegin): void;
  stage(stage: 'select' | 'evaluate'): void;
  progress(share: number): void;
  epoch(frame: EpochFrame): void;
  point(id: number, point: PrefixPoint): void;
  seed(id: number, selection: SeedSelection): void;
}

export interface RunBegin {
  readonly method: string;
  readonly threadCount: number;
  readonly schedule: readonly { readonly epoch: number; readonly activeCount: number }[] | undefined;
}

/** A failure as it crosses to the page; `bug` is anything that no user could have caused. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

export type Question = { readonly [Name in keyof StudioCalls]: QuestionOf<Name> }[keyof StudioCalls];
interface QuestionOf<Name extends keyof StudioCalls> {
  readonly id: number;
  readonly call: Name;
  readonly words: Parameters<StudioCalls[Name]>;
}

export type Answer =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: Failure }
  | { readonly kind: 'event'; readonly event: keyof StudioEvents; readonly words: readonly unknown[] };
