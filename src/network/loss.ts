/**
 * What a network is trained to make small, by the kind of target: cross-entropy of the softmax for classes, half the
 * squared distance for values. Kernels take both with a target and a weight for every row (kernels/loss.ts).
 */
import { kernelNumbers } from '../compute/kernels-interface.js';
import type { Target } from '../types.js';

export type LossKind = 'softmax' | 'squared';

/** The loss for a target, and how many outputs the network has. */
export interface Loss {
  readonly kind: LossKind;
  readonly outputCount: number;
}

export function lossOf(target: Target): Loss {
  if (target.kind === 'classes') return { kind: 'softmax', outputCount: target.classNames.length };
  if (target.kind === 'values') return { kind: 'squared', outputCount: target.outputCount };
  throw new Error('survival times become a working response before a network learns them');
}

/** How the kernels tell the losses apart. */
export function lossCode(kind: LossKind): number {
  return kind === 'squared' ? kernelNumbers.squaredLoss : kernelNumbers.softmaxLoss;
}

/** How many numbers a row is measured against: its class, or a value for every output. */
export function targetsOfRow(kind: LossKind, outputCount: number): number {
  return kind === 'squared' ? outputCount : 1;
}

/** Where a batch has what the loss needs of its rows: targets as [value][column] with `stride` floats a value. */
export interface LossRows {
  readonly targets: Float32Array;
  readonly weights: Float32Array;
  readonly stride: number;
}

/**
 * Brings in the targets and weights of rows order[from .. from + count], from `column` on. Weights are of mean 1 over all
 * rows, and the loss of a batch is a mean over its rows, whatever these count: so no batch of light rows takes a large step.
 */
export function loadLossRows(
  { target, weights }: { readonly target: Target; readonly weights?: Float64Array | undefined },
  order: Int32Array,
  from: number,
  count: number,
  into: LossRows,
  column: number,
): void {
  for (let b = 0; b < count; b++) writeTarget(target, order[from + b], into, column + b);
  if (weights === undefined) return;
  for (let b = 0; b < count; b++) into.weights[column + b] = weights[order[from + b]];
}

function writeTarget(target: Target, row: number, { targets, stride }: LossRows, column: number): void {
  if (target.kind === 'classes') targets[column] = target.labels[row];
  if (target.kind !== 'values') return;
  const { values, outputCount } = target;
  for (let o = 0; o < outputCount; o++) targets[o * stride + column] = values[row * outputCount + o];
}
