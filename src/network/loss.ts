/**
 * What a network is trained to make small, by the kind of target: cross-entropy of the softmax for classes, half the
 * squared distance for values. Kernels take both with a target and a weight for every row (kernels/loss.ts).
 */
import { kernelNumbers } from '../compute/kernels-interface.js';
import { UserError } from '../errors.js';
import type { Target } from '../types.js';

export type LossKind = 'softmax' | 'squared';

/** The loss for a target, and how many outputs the network has. */
export interface Loss {
  readonly kind: LossKind;
  readonly outputCount: number;
}

export function lossOf(target: Target): Loss {
  if (target.kind === 'classes') return { kind: 'softmax', outputCount: target.classCount };
  if (target.kind === 'values') return { kind: 'squared', outputCount: target.outputCount };
  throw new UserError('usage', 'this network cannot be trained on survival times');
}

/** How the kernels tell the losses apart. */
export function lossCode(kind: LossKind): number {
  return kind === 'squared' ? kernelNumbers.squaredLoss : kernelNumbers.softmaxLoss;
}

/** How many numbers a row is measured against: its class, or a value for every output. */
export function targetsOfRow(kind: LossKind, outputCount: number): number {
  return kind === 'squared' ? outputCount : 1;
}

/** Writes the target of a training row to column `column` of `targets`, [value][column] with `stride` floats a value. */
export function writeTarget(target: Target, row: number, targets: Float32Array, stride: number, column: number): void {
  if (target.kind === 'classes') targets[column] = target.labels[row];
  if (target.kind !== 'values') return;
  const { values, outputCount } = target;
  for (let o = 0; o < outputCount; o++) targets[o * stride + column] = values[row * outputCount + o];
}
