/**
 * What the L1 solver asks of a model's outputs over the training rows: residuals and curvature of the loss, and how the
 * loss changes along a step of one output. Losses are means over the rows as they count.
 */
export interface LinearOutputs {
  readonly rowCount: number;
  /** How many outputs a row has. */
  readonly count: number;
  /** Computes anew what steps have left inexact. */
  refresh(): void;
  /** The negative slope of every row's loss in the output, times its weight. */
  residuals(output: number, into: Float64Array): void;
  /** The curvature of every row's loss in the output, times its weight. */
  curvature(output: number, into: Float64Array): void;
  /** By how much the mean loss changes where `share` of the step is added to one output. */
  lossChange(output: number, step: Float64Array, share: number): number;
  /** Adds `share` of the step to one output. */
  move(output: number, step: Float64Array, share: number): void;
  /** The mean loss. */
  loss(): number;
}
