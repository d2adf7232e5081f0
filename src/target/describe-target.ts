/** What is to be told, in figures for reports and files. */
import type { Target, ValueTarget } from '../types.js';
import { describeClasses } from './class-target.js';
import { taskOf } from './task.js';

/** What is of no concern to a task is absent. */
export interface TargetSummary {
  readonly task: 'classes' | 'regression' | 'survival';
  readonly classNames?: readonly string[];
  /** Rows of every class, in the order of the names. */
  readonly classCounts?: readonly number[];
  /** Of every number to be told. */
  readonly targetRanges?: readonly TargetRange[];
  /** Rows with the event, and the middle one of the times. */
  readonly eventCount?: number;
  readonly medianTime?: number;
}

export interface TargetRange {
  readonly least: number;
  readonly mean: number;
  readonly deviation: number;
  readonly most: number;
}

export function describeTarget(target: Target): TargetSummary {
  const task = taskOf(target);
  if (target.kind === 'classes') return { task, ...describeClasses(target) };
  if (target.kind === 'values') return { task, targetRanges: rangesOf(target) };
  const eventCount = target.events.reduce((sum, event) => sum + event, 0);
  const sorted = target.times.slice().sort();
  const middle = sorted.length >> 1;
  const medianTime = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { task, eventCount, medianTime };
}

function rangesOf({ values, outputCount }: ValueTarget): readonly TargetRange[] {
  const rowCount = values.length / outputCount;
  return Array.from({ length: outputCount }, (_, output) => {
    const own = Float64Array.from({ length: rowCount }, (__, row) => values[row * outputCount + output]);
    const mean = own.reduce((sum, value) => sum + value, 0) / rowCount;
    const square = own.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    const deviation = Math.sqrt(square / Math.max(1, rowCount - 1));
    const least = own.reduce((low, value) => Math.min(low, value), own[0]);
    const most = own.reduce((high, value) => Math.max(high, value), own[0]);
    return { least, mean, deviation, most };
  });
}
