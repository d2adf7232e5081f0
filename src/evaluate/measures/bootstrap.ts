/**
 * Intervals of any measure by the bootstrap (Efron 1979): the test rows are drawn again with replacement, as many as
 * there are, and the middle 95 % of the values so found are the interval (the percentile method, quantiles between two
 * values taken linearly). Where rows come in groups, groups are drawn, because rows of one group are no news of each other.
 */
import { Pacer } from '../../compute/pacer.js';
import type { Random } from '../../maths/random.js';
import type { Interval, Reading } from './contract.js';

export interface DrawnRows {
  readonly rowCount: number;
  /** The group of every row. */
  readonly groups?: Int32Array | undefined;
  /** Steps that a measure takes for a row, about; the number of classes where that is more. */
  readonly stepsPerRow?: number | undefined;
  readonly random: Random;
  readonly signal?: AbortSignal | undefined;
}

const [fewestDraws, mostDraws] = [200, 1000];
/** Where a thousand draws take more steps than this, there are fewer: seconds for every measure of every judge. */
const mostSteps = 2e9;
const usualSteps = 20;

/** One for every reading, all from the same draws; none where half of the draws give no value or more. */
export async function bootstrapIntervals(
  readings: readonly Reading[],
  { rowCount, groups, random, signal, stepsPerRow = usualSteps }: DrawnRows,
): Promise<(Interval | undefined)[]> {
  if (readings.length === 0) return [];
  const pacer = new Pacer(signal === undefined ? {} : { signal });
  const groupOf = groups === undefined ? undefined : denseGroups(groups);
  const unitCount = groupOf === undefined ? rowCount : groupOf.reduce((most, group) => Math.max(most, group), -1) + 1;
  const units = new Float64Array(unitCount);
  const counts = groupOf === undefined ? units : new Float64Array(rowCount);
  const steps = rowCount * Math.max(usualSteps, stepsPerRow) * readings.length;
  const drawCount = Math.min(mostDraws, Math.max(fewestDraws, Math.floor(mostSteps / steps)));
  const found: number[][] = readings.map(() => []);
  for (let draw = 0; draw < drawCount; draw++) {
    units.fill(0);
    for (let i = 0; i < unitCount; i++) units[random.below(unitCount)]++;
    groupOf?.forEach((group, row) => {
      counts[row] = units[group];
    });
    readings.forEach((reading, place) => {
      const value = reading(counts);
      if (value !== undefined) found[place].push(value);
    });
    if (pacer.isDue(steps)) await pacer.rest(draw / drawCount);
  }
  return found.map((values) => (values.length > drawCount / 2 ? middleOf(values) : undefined));
}

/** Groups numbered from 0 without gaps. */
function denseGroups(groups: Int32Array): Int32Array {
  const numbers = new Map<number, number>();
  return groups.map((group) => {
    if (!numbers.has(group)) numbers.set(group, numbers.size);
    return numbers.get(group)!;
  });
}

function middleOf(values: number[]): Interval {
  const sorted = Float64Array.from(values).sort();
  const quantile = (share: number) => {
    const place = share * (sorted.length - 1);
    const below = Math.floor(place);
    const above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
  };
  return [quantile(0.025), quantile(0.975)];
}
