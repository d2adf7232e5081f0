/** The values that flow between the stages: read -> encode -> split -> prepare -> select -> choose -> rank -> evaluate -> report. */
import type { Remark } from './wording.js';

/** Stored cell types. Integer data stays in its own type until it enters a batch. */
export type NumericArray =
  | Float32Array
  | Float64Array
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | Int8Array
  | Int16Array
  | Int32Array;

/** Dense values, row-major: `values[row * columnCount + column]`. */
export interface DenseMatrix {
  readonly kind: 'dense';
  readonly rowCount: number;
  readonly columnCount: number;
  readonly values: NumericArray;
}

/** Compressed sparse rows: the entries of `row` stand at `rowStart[row] .. rowStart[row + 1]`, columns ascending. */
export interface SparseMatrix {
  readonly kind: 'sparse';
  readonly rowCount: number;
  readonly columnCount: number;
  readonly rowStart: Float64Array;
  readonly column: Int32Array;
  readonly value: NumericArray;
}

export type Matrix = DenseMatrix | SparseMatrix;

/** The constructor of a cell type. */
export type NumericArrayType = new (length: number) => NumericArray;

/** Rows of numbers as they come in; what they become in the end may be in memory or outside it. */
export interface NumericRows {
  /** Appends a row (NaN marks a missing cell). `fraction`, the share of the source already read, tells the final size. */
  appendRow(row: Float64Array, fraction?: number): void;
  toMatrix(rowCount: number): AnyMatrix;
}

/** A place outside memory that rows can be read from, such as a file. */
export interface RowStore {
  readonly rowCount: number;
  readonly columnCount: number;
  readonly cellType: NumericArrayType;
  /** Copies rows `from .. to` to the start of `cells`, an array of the cell type. */
  read(from: number, to: number, cells: NumericArray): void;
  /** Collects rows of another width in the same place. */
  collect(columnCount: number): NumericRows;
}

/** Dense rows outside memory: all rows and columns of the store, or those listed in `rows` and `columns`. */
export interface StoredMatrix {
  readonly kind: 'stored';
  readonly rowCount: number;
  readonly columnCount: number;
  readonly store: RowStore;
  /** The store's row of every row of the matrix; absent where they are the same. */
  readonly rows?: Int32Array;
  /** The store's column of every column of the matrix; absent where they are the same. */
  readonly columns?: Int32Array;
  /** What stands for a missing cell of every column, once that is known. */
  readonly fills?: Float64Array;
}

/** What the stages that read row by row take; the others say `Matrix` and need all of it in memory. */
export type AnyMatrix = Matrix | StoredMatrix;

/** A column that is not a number everywhere: text, dates, categories. `undefined` marks a missing cell. */
export interface TextColumn {
  readonly name: string;
  readonly values: readonly (string | undefined)[];
}

/** A file as read: a block of numeric columns (NaN marks a missing cell) and the columns that are text. */
export interface Table<M extends AnyMatrix = Matrix> {
  readonly rowCount: number;
  readonly numericNames: readonly string[];
  readonly numeric: M;
  readonly text: readonly TextColumn[];
  /** All column names in the file's order; the numeric and text names together. */
  readonly columnOrder: readonly string[];
  /** Height and width where every row is an image. */
  readonly imageShape?: readonly [number, number];
  /** What the reader had to guess, in sentences for the user. */
  readonly notes?: readonly string[];
  /** How text was taken apart, where the file is text. */
  readonly layout?: TextLayout;
  /** The sheets or variables that could be read as the table, where there are several; the one that was read first. */
  readonly matrices?: readonly string[];
  /** What else of the file could be read as the target, by the names to ask for: the obs columns of AnnData. */
  readonly otherTargets?: readonly string[];
}

/** How the cells of a text stand, and how its numbers are written. */
export interface TextLayout {
  readonly delimiter: DelimiterName;
  readonly decimal: DecimalMark;
  /** Whether the first line holds the names of the columns. */
  readonly header: boolean;
}

export const delimiterNames = ['comma', 'semicolon', 'tab', 'pipe', 'blanks'] as const;
export type DelimiterName = (typeof delimiterNames)[number];
export const decimalMarks = ['point', 'comma'] as const;
export type DecimalMark = (typeof decimalMarks)[number];

/** A table made ready for learning: a matrix of features, and what is to be told of every row. */
export interface Dataset<M extends AnyMatrix = Matrix, T extends Target = Target> {
  /** Finite everywhere, unless `missing` says that cells are still to be filled from training rows. */
  readonly matrix: M;
  readonly featureNames: readonly string[];
  /** The column of the file behind every feature; absent where each is named as its column, or its group is. */
  readonly columnNames?: readonly string[];
  readonly target: T;
  readonly targetName: string;
  /** How much every row counts; all alike where it is absent. */
  readonly weights?: Float64Array;
  /** True where every class is to count alike, once the training rows are known. */
  readonly balanceClasses?: true;
  readonly imageShape?: readonly [number, number];
  /** The columns that became several features; absent where every feature is a column of its own. */
  readonly groups?: FeatureGroups;
  /** What was done to the columns that are not simply numbers used as they are, in the file's order. */
  readonly columns?: readonly ColumnRecord[];
  /** The row of the file (0-based) that every row was, where rows were dropped. */
  readonly rowNumbers?: Int32Array;
  /** What the rows are called, and the column that says so. */
  readonly identifiers?: { readonly name: string; readonly values: readonly string[] };
  /** The group every row belongs to, where rows are to be split by group. */
  readonly groupOfRow?: Int32Array;
  /** How the NaN cells of the matrix are to be filled once the training rows are known. */
  readonly missing?: 'mean' | 'median';
  /** What the reader had to guess, in sentences for the user. */
  readonly notes?: readonly string[];
  /** What else was guessed, with the options that say otherwise. */
  readonly remarks?: readonly Remark[];
}

/** Features that are ranked as one, by the best of them: `groupOf[feature]` is a place in `names`. */
export interface FeatureGroups {
  readonly groupOf: Int32Array;
  readonly names: readonly string[];
}

/** What was done to one column of the file, for the report. */
export interface ColumnRecord {
  readonly name: string;
  readonly use: 'target' | 'event' | 'weights' | 'groups' | 'identifier' | 'number' | 'one-hot' | 'date' | 'left out';
  /** How many features it became. */
  readonly featureCount: number;
  /** Why it was left out, or what is to be known of it. */
  readonly note?: string;
  /** The categories of a column of text, in the order of its features. */
  readonly categories?: readonly string[];
  /** True where a column of categories has a feature for missing cells. */
  readonly hasMissing?: true;
}

/** How a column became features, so that the same can be done to other rows. */
export interface EncodedColumn extends Pick<ColumnRecord, 'name' | 'categories' | 'hasMissing'> {
  readonly use: 'number' | 'date' | 'one-hot';
  /** A second feature marks its missing cells. */
  readonly hasIndicator?: boolean;
  /** What stands for a missing number: the mean, or the median, of the rows that were trained on. */
  readonly fill?: number;
}

/** Row numbers (0-based) on each side of a split. */
export interface Split {
  readonly train: Int32Array;
  readonly test: Int32Array;
}

/** `scaled = (value - offset[feature]) * factor[feature]`, fitted on training rows. */
export interface Scaling {
  readonly method: ScalingMethod;
  readonly offset: Float64Array;
  readonly factor: Float64Array;
  /** False where offsets other than 0 were left out, so that a sparse matrix stays sparse. */
  readonly isCentred?: boolean;
}

export const scalingMethods = ['minmax', 'standard', 'robust', 'none'] as const;
export type ScalingMethod = (typeof scalingMethods)[number];

/** The features that say nothing of their own on the training rows. */
export interface Redundant {
  /** Features with one value alone, ascending. */
  readonly constant: readonly number[];
  /** Feature -> the earlier feature it repeats cell for cell. Constant features are not listed here. */
  readonly repeats: ReadonlyMap<number, number>;
}

/** Everything that is fitted on the training rows of one split, and those rows as a method may see them. */
export interface PreparedRows<M extends AnyMatrix = Matrix, T extends Target = Target> {
  readonly split: Split;
  /** With its missing cells filled. */
  readonly dataset: Dataset<M, T>;
  /** Of every feature of the dataset. */
  readonly scaling: Scaling;
  readonly redundant: Redundant;
  /** The features that the method selects from, ascending: all that are not redundant. */
  readonly kept: Int32Array;
  /** All that a method may see: the training rows of the kept features. */
  readonly training: TrainingSet<M, T>;
}

/** The class of every row, as its place in `classNames`. */
export interface ClassTarget {
  readonly kind: 'classes';
  readonly labels: Int32Array;
  readonly classNames: readonly string[];
}

/** One number of every row, or several: `values[row * outputCount + output]`. */
export interface ValueTarget {
  readonly kind: 'values';
  readonly values: Float64Array;
  readonly outputCount: number;
}

/** How long every row was watched, and whether the event came at the end of that time (1) or not (0). */
export interface SurvivalTarget {
  readonly kind: 'survival';
  readonly times: Float64Array;
  readonly events: Uint8Array;
}

/** What is to be told of a row. */
export type Target = ClassTarget | ValueTarget | SurvivalTarget;
export type TargetKind = Target['kind'];

/** What a selection method may see: training rows alone, and how their values are scaled as they are used. */
export interface TrainingSet<M extends AnyMatrix = Matrix, T extends Target = ClassTarget> {
  readonly matrix: M;
  readonly target: T;
  /** How much every row counts; all alike where it is absent. */
  readonly weights?: Float64Array;
  /** The group of every feature, where columns of the file became several features that are taken together. */
  readonly groups?: Int32Array;
  readonly scaling: Scaling;
}

/** What a method found: a score for every feature (higher is better) and the order, best first, every feature once. */
export interface Scores {
  readonly scores: Float64Array;
  readonly ranking: Int32Array;
  /** How many features the method would select, where that may be fewer than K; the others are ranked behind them. */
  readonly foundCount?: number;
}

/** One epoch of a network method, as given to callbacks. Arrays are valid only during the call: copy to keep them. */
/** What is kept of every epoch. */
export interface EpochHistory {
  /** Counts from 1; 0 is the state before training. */
  readonly epoch: number;
  /** Mean training loss over the epoch; undefined before training. */
  readonly loss: number | undefined;
  readonly activeCount: number;
  readonly removedCount: number;
  readonly wokenCount: number;
}

export interface EpochReport extends EpochHistory {
  readonly epochCount: number;
  /** Strength of every input neuron, 0 where it is inactive. */
  readonly strengths: Float32Array;
  /** The input neurons that are active, ascending, from methods that drop and wake them. */
  readonly activeFeatures?: Int32Array;
  /** The connections of one input neuron, from methods whose input layer is sparse. */
  readonly connectionsOf?: (feature: number) => NeuronConnections;
}

/** Where the connections of an input neuron lead, and their weights; `hiddenCount` neurons stand on the other side. */
export interface NeuronConnections {
  readonly hidden: Int32Array;
  readonly weights: Float32Array;
  readonly hiddenCount: number;
}

/** A picture of the strengths at one epoch, kept for the report. */
export interface StrengthSnapshot {
  readonly epoch: number;
  readonly strengths: Float32Array;
}
