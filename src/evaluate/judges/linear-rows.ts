/** Products of rows with the weights of linear models: what logistic regression, ridge regression and Cox's model share. */
import type { JudgedRows } from '../contract.js';

/** out[row * outputs + output] = intercept + sum over the features of value * weight; weights are [output][feature]. */
export function linearValues(
  { rowCount, featureCount, values }: JudgedRows,
  weights: Float64Array,
  intercepts: ArrayLike<number>,
): Float64Array {
  const outputCount = intercepts.length;
  const out = new Float64Array(rowCount * outputCount);
  for (let row = 0; row < rowCount; row++) {
    const start = row * featureCount;
    for (let output = 0; output < outputCount; output++) {
      const own = output * featureCount;
      let sum = intercepts[output];
      for (let f = 0; f < featureCount; f++) sum += values[start + f] * weights[own + f];
      out[row * outputCount + output] = sum;
    }
  }
  return out;
}

/** gradient[output][feature] += sum over the rows of slope[row][output] * value. */
export function addGradient(
  { rowCount, featureCount, values }: JudgedRows,
  slopes: Float64Array,
  outputCount: number,
  gradient: Float64Array,
): void {
  for (let row = 0; row < rowCount; row++) {
    const start = row * featureCount;
    for (let output = 0; output < outputCount; output++) {
      const slope = slopes[row * outputCount + output];
      if (slope === 0) continue;
      const own = output * featureCount;
      for (let f = 0; f < featureCount; f++) gradient[own + f] += slope * values[start + f];
    }
  }
}
