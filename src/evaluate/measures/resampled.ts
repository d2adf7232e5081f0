/**
 * The mean over the folds of a repeated cross-validation with a 95 % interval. Folds share training rows, so their values
 * vary together and the usual interval is too narrow. The corrected one takes the variance of the mean as
 *
 *   (1 / values + test rows / training rows) * variance of the values
 *
 * with Student's t of (values - 1) degrees of freedom. Source: Nadeau and Bengio, Inference for the generalization error
 * (Machine Learning 52, 2003); for repeated cross-validation Bouckaert and Frank (PAKDD 2004).
 */
import { studentQuantile } from '../../maths/student-quantile.js';
import type { Interval } from './contract.js';

export interface ResampledMean {
  readonly mean: number;
  readonly interval: Interval;
}

/** `testShare` is test rows / training rows: 1 / 4 with five folds. */
export function resampledMean(values: readonly number[], testShare: number): ResampledMean {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1);
  const margin = studentQuantile(0.975, count - 1) * Math.sqrt((1 / count + testShare) * variance);
  return { mean, interval: [mean - margin, mean + margin] };
}
