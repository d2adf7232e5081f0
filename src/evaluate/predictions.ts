/** What a judge says of rows, by the kind of target. */

export interface ClassPredictions {
  readonly kind: 'classes';
  /** Class index of every row. */
  readonly labels: Int32Array;
  /** [row][class], each row adding up to 1; absent where the judge has no probabilities. */
  readonly probabilities?: Float64Array;
  /** [row][class], the higher the likelier, in any unit; absent where the probabilities serve as such, or there are none. */
  readonly scores?: Float64Array;
}

export interface ValuePredictions {
  readonly kind: 'values';
  /** [row][output] */
  readonly values: Float64Array;
}

export interface RiskPredictions {
  readonly kind: 'survival';
  /** Of every row; the higher, the earlier the event is expected. */
  readonly risks: Float64Array;
}

export type Predictions = ClassPredictions | ValuePredictions | RiskPredictions;
