/** Means over rows that count several times, and over the outputs of a target that has several. */
import type { ValueTarget } from '../../types.js';

export function meanOf(values: Float64Array, counts?: Float64Array): number | undefined {
  let [sum, all] = [0, 0];
  for (let row = 0; row < values.length; row++) {
    const count = counts?.[row] ?? 1;
    sum += count * values[row];
    all += count;
  }
  return all > 0 ? sum / all : undefined;
}

/** One array of every output: its values of all rows. */
export function outputsOf(values: Float64Array, { outputCount }: Pick<ValueTarget, 'outputCount'>): Float64Array[] {
  const rowCount = values.length / outputCount;
  return Array.from({ length: outputCount }, (_, output) =>
    Float64Array.from({ length: rowCount }, (_, row) => values[row * outputCount + output]),
  );
}
