/**
 * A training set whose numbers to be told have mean 0 and deviation 1, so that their unit does not matter, and whose
 * weights have mean 1, so that weighted losses are means over the rows. Both over the rows as they count.
 */
import type { AnyMatrix, Target, TrainingSet, ValueTarget } from '../types.js';

export function standardise<M extends AnyMatrix, T extends Target>(training: TrainingSet<M, T>): TrainingSet<M, T>;
export function standardise(training: TrainingSet<AnyMatrix, Target>): TrainingSet<AnyMatrix, Target> {
  const { target, weights: given, matrix } = training;
  if (target.kind !== 'values' && given === undefined) return training;
  const weights = given && meanOne(given);
  return {
    ...training,
    target: target.kind === 'values' ? standardiseValues(target, weights, matrix.rowCount) : target,
    ...(weights && { weights }),
  };
}

function meanOne(weights: Float64Array): Float64Array {
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
  return weights.map((weight) => weight / mean);
}

function standardiseValues(target: ValueTarget, weights: Float64Array | undefined, rowCount: number): ValueTarget {
  const { outputCount } = target;
  const values = new Float64Array(target.values.length);
  for (let output = 0; output < outputCount; output++) {
    const valueAt = (row: number): number => target.values[row * outputCount + output];
    const weightOf = (row: number): number => (weights ? weights[row] : 1) / rowCount;
    let mean = 0;
    for (let row = 0; row < rowCount; row++) mean += weightOf(row) * valueAt(row);
    let square = 0;
    for (let row = 0; row < rowCount; row++) square += weightOf(row) * (valueAt(row) - mean) ** 2;
    const factor = square > 0 ? 1 / Math.sqrt(square) : 0;
    for (let row = 0; row < rowCount; row++) values[row * outputCount + output] = (valueAt(row) - mean) * factor;
  }
  return { ...target, values };
}
