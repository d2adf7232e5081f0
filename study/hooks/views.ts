/** Other values of the features for the network to see; what it selects is judged on the values that the data has. */
import { normalQuantile } from '../../src/maths/normal-quantile.js';
import { rankedBy } from '../../src/maths/ranks.js';
import { rowCells } from '../../src/matrix/nonzero-cells.js';
import type { TrainingSet } from '../../src/types.js';

/** The values of one scaled feature, over the rows to learn from, to other ones. */
export type View = (values: Float64Array) => Float64Array;

export function viewed(training: TrainingSet, view: View): TrainingSet {
  const { matrix, scaling } = training;
  const { rowCount, columnCount } = matrix;
  const columns = Array.from(scaling.offset, (offset, feature) =>
    new Float64Array(rowCount).fill((0 - offset) * scaling.factor[feature]),
  );
  const cellsOf = rowCells(matrix);
  for (let row = 0; row < rowCount; row++) {
    const { feature, cell, from, to } = cellsOf(row);
    for (let k = from; k < to; k++) {
      columns[feature[k]][row] = (cell[k] - scaling.offset[feature[k]]) * scaling.factor[feature[k]];
    }
  }
  const values = new Float32Array(rowCount * columnCount);
  columns.forEach((column, feature) => {
    view(column).forEach((value, row) => {
      values[row * columnCount + feature] = value;
    });
  });
  return {
    ...training,
    matrix: { kind: 'dense', rowCount, columnCount, values },
    scaling: { ...scaling, offset: new Float64Array(columnCount), factor: new Float64Array(columnCount).fill(1) },
  };
}

/** No value further from the mean than so many deviations. */
export const clipped =
  (most: number): View =>
  (values) => {
    const { mean, deviation } = momentsOf(values);
    return values.map((value) => Math.max(mean - most * deviation, Math.min(mean + most * deviation, value)));
  };

/** No value further than so many times the distance of the quartiles from the nearer one, where there is a distance. */
export const fenced =
  (most: number): View =>
  (values) => {
    const sorted = values.slice().sort();
    const quartile = (share: number): number => sorted[Math.round(share * (sorted.length - 1))];
    const [low, high] = [quartile(0.25), quartile(0.75)];
    const far = most * (high - low);
    return far > 0 ? values.map((value) => Math.max(low - far, Math.min(high + far, value))) : values;
  };

/** From 0 to 1. */
export const ranged =
  (view: View): View =>
  (values) => {
    const seen = view(values);
    const [low, high] = [seen.reduce((a, b) => Math.min(a, b)), seen.reduce((a, b) => Math.max(a, b))];
    return high > low ? seen.map((value) => (value - low) / (high - low)) : seen;
  };

/** Deviation 1. */
export const standard =
  (view: View): View =>
  (values) => {
    const seen = view(values);
    const { mean, deviation } = momentsOf(seen);
    return deviation > 0 ? seen.map((value) => (value - mean) / deviation) : seen;
  };

/** The normal quantile of the rank, which equal values share. */
export const normalScores: View = (values) =>
  rankedBy(values)().map((rank) => normalQuantile((rank - 0.5) / values.length));

function momentsOf(values: Float64Array): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean, deviation: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) };
}
