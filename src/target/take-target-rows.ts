/** The target of some of the rows, in the order given. */
import type { Target } from '../types.js';

export function takeTargetRows<T extends Target>(target: T, rows: Int32Array): T;
export function takeTargetRows(target: Target, rows: Int32Array): Target {
  if (target.kind === 'classes') return { ...target, labels: rows.map((row) => target.labels[row]) };
  if (target.kind === 'survival') {
    return {
      ...target,
      times: Float64Array.from(rows, (row) => target.times[row]),
      events: Uint8Array.from(rows, (row) => target.events[row]),
    };
  }
  const { values, outputCount } = target;
  const taken = new Float64Array(rows.length * outputCount);
  rows.forEach((row, at) => {
    taken.set(values.subarray(row * outputCount, (row + 1) * outputCount), at * outputCount);
  });
  return { ...target, values: taken };
}
