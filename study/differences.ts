/** Paired differences between a candidate and another on the same folds, seeds and K, and intervals by bootstrap. */
import { createRandom } from '../src/maths/random.js';
import { mean } from './numbers.js';
import type { StudyRow } from './run-candidate.js';

const resamples = 2000;

export interface SetDifference {
  readonly set: string;
  /** Mean accuracy of the candidate, in percent. */
  readonly accuracy: number;
  /** Mean difference in points. */
  readonly difference: number;
  /** 95 %, drawing runs. */
  readonly interval: Interval;
  readonly runs: number;
  /** Median of the ratios of seconds; undefined where they were not taken. */
  readonly timeRatio: number | undefined;
}

export type Interval = readonly [low: number, high: number];

/** For every set on which both were run, candidate less reference. */
export function pairedDifferences(rows: readonly StudyRow[], candidate: string, reference: string): SetDifference[] {
  const others = new Map(rows.filter((row) => row.candidate === reference).map((row) => [placeOf(row), row]));
  const own = rows.filter((row) => row.candidate === candidate && others.has(placeOf(row)));
  return [...new Set(own.map(({ set }) => set))].map((set) => {
    const runs = own.filter((row) => row.set === set);
    const other = (row: StudyRow): StudyRow => others.get(placeOf(row)) as StudyRow;
    const differences = runs.map((row) => row.accuracy - other(row).accuracy);
    return {
      set,
      accuracy: mean(runs.map(({ accuracy }) => accuracy)),
      difference: mean(differences),
      interval: bootstrap(differences),
      runs: runs.length,
      timeRatio: median(runs.flatMap((row) => ratio(row.seconds, other(row).seconds))),
    };
  });
}

/** The middle 95 % of the means of as many values drawn with replacement. */
export function bootstrap(values: readonly number[]): Interval {
  const random = createRandom(1);
  const means = Array.from({ length: resamples }, () => mean(values.map(() => values[random.below(values.length)])));
  means.sort((a, b) => a - b);
  return [means[Math.floor(0.025 * resamples)], means[Math.ceil(0.975 * resamples) - 1]];
}

function ratio(seconds: number | undefined, others: number | undefined): number[] {
  return seconds === undefined || others === undefined ? [] : [seconds / others];
}

export function median(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function placeOf({ set, k, seed }: StudyRow): string {
  return JSON.stringify([set, k, seed]);
}
