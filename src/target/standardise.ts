/**
 * A training set whose numbers to be told have mean 0 and deviation 1, so that their unit does not matter, and whose
 * weights have mean 1, so that weighted losses are means over the rows. Both over the rows as they count.
 */
import type { AnyMatrix, Target, TrainingSet, ValueTarget } from '../types.js';

export function standardise<M extends AnyMatrix, T extends Target>(training: TrainingSet<M, T>): TrainingSet<M, T>;
export function standardise(training: TrainingSet<AnyMatrix, Target>): TrainingSet<AnyMatrix, Target> {
  const { target, weights: given } = training;
  if (target.kind !== 'values' && given === undefined) return training;
  const weights = given && meanOne(given);
  return {
    ...training,
    target: target.kind === 'values' ? standardiseValues(target, weights) : target,
    ...(weights && { weights }),
  };
}

export interface ValueMoments {
  readonly means: Float64Array;
  /** 0 where all rows have the same number. */
  readonly deviations: Float64Array;
}

/** Mean and deviation of every number over the rows as they count. */
export function valueMoments(target: ValueTarget, weights: Float64Array | undefined): ValueMoments {
  return moments(target, weights && meanOne(weights));
}

function meanOne(weights: Float64Array): Float64Array {
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
  return weights.map((weight) => weight / mean);
}

function moments({ values, outputCount }: ValueTarget, weights: Float64Array | undefined): ValueMoments {
  const rowCount = values.length / outputCount;
  const [means, deviations] = [new Float64Array(outputCount), new Float64Array(outputCount)];
  for (let output = 0; output < outputCount; output++) {
    const valueAt = (row: number): number => values[row * outputCount + output];
    const weightOf = (row: number): number => (weights ? weights[row] : 1) / rowCount;
    let mean = 0;
    for (let row = 0; row < rowCount; row++) mean += weightOf(row) * valueAt(row);
    let square = 0;
    for (let row = 0; row < rowCount; row++) square += weightOf(row) * (valueAt(row) - mean) ** 2;
    means[output] = mean;
    deviations[output] = Math.sqrt(square);
  }
  return { means, deviations };
}

function standardiseValues(target: ValueTarget, weights: Float64Array | undefined): ValueTarget {
  const { values, outputCount } = target;
  const { means, deviations } = moments(target, weights);
  const factors = deviations.map((deviation) => (deviation > 0 ? 1 / deviation : 0));
  const standard = values.map((value, at) => (value - means[at % outputCount]) * factors[at % outputCount]);
  return { ...target, values: standard };
}
