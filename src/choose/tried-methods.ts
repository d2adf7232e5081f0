/** What became of the methods that were tried on folds of few training rows, and which was taken. */
export interface TriedMethods {
  readonly judge: string;
  readonly measure: string;
  /** Training rows that the folds were cut of. */
  readonly rowCount: number;
  /** How many features each method selected in a fold. */
  readonly k: number;
  /** With how many of its first features each was judged there. */
  readonly sizes: readonly number[];
  /** The first is the one that is taken unless another is clearly ahead. */
  readonly methods: readonly TriedMethod[];
  readonly taken: string;
}

export interface TriedMethod {
  readonly method: string;
  /** Of the measure, over its folds and the sizes. */
  readonly mean: number;
  /** Fewer than others have where it was too far behind to be tried on. */
  readonly folds: number;
  /** The mean of the first method over the same folds: means over different folds do not compare. */
  readonly firstMean: number;
}
