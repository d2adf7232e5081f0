/**
 * What repeated cross-validation says of a selection, with the selection made anew in every fold: how good it is, and
 * whether it is better than as many random features, and than all of them.
 */
import type { Interval } from './measures/contract.js';
import { findMeasure } from './measures/registry.js';
import { type ResampledMean, resampledMean } from './measures/resampled.js';

export type JudgedSet = 'selected' | 'all' | 'random';

export interface Verdict {
  readonly judge: string;
  readonly measure: string;
  readonly folds: number;
  readonly repeats: number;
  readonly rowCount: number;
  /** The fewest and the most features that a fold selected. */
  readonly counts: readonly [number, number];
  /** Mean over all folds with its corrected 95 % interval. */
  readonly sets: readonly (ResampledMean & { readonly features: JudgedSet })[];
  /** By how much the selection is better: above 0 where it is, whatever the direction of the measure. */
  readonly gains: readonly Gain[];
}

export interface Gain {
  readonly over: 'all' | 'random';
  readonly mean: number;
  readonly interval: Interval;
  readonly is: 'better' | 'worse' | 'as good' | 'cannot tell';
}

/** Within this much of each other two sets are as good, where the measure has a scale from 0 to 1. */
const evenMargin = 0.05;

/** `values[set]` are of all folds of all repeats, in the same order; `all` may have none. */
export function weighVerdict(
  values: Readonly<Record<JudgedSet, readonly number[]>>,
  told: Pick<Verdict, 'judge' | 'measure' | 'folds' | 'repeats' | 'rowCount' | 'counts'>,
): Verdict {
  const testShare = 1 / (told.folds - 1);
  const { best, form } = findMeasure(told.measure);
  const sign = best === 'highest' ? 1 : -1;
  const isScaled = form !== 'units' && best === 'highest';
  const names = (['selected', 'all', 'random'] as const).filter((name) => values[name].length > 0);
  return {
    ...told,
    sets: names.map((features) => {
      const { mean, interval } = resampledMean(values[features], testShare);
      return { features, mean, interval: isScaled ? within(interval, form === 'percent' ? 0 : undefined) : interval };
    }),
    gains: names
      .filter((name): name is 'all' | 'random' => name !== 'selected')
      .map((over) => {
        const gains = values.selected.map((value, fold) => sign * (value - values[over][fold]));
        const { mean, interval } = resampledMean(gains, testShare);
        return { over, mean, interval, is: weigh(interval, isScaled) };
      }),
  };
}

/** No share is above 1, whatever the interval says. */
function within([low, high]: Interval, least = low): Interval {
  return [Math.max(least, low), Math.min(1, high)];
}

function weigh([low, high]: Interval, isScaled: boolean): Gain['is'] {
  if (isScaled && low >= -evenMargin && high <= evenMargin) return 'as good';
  if (low > 0) return 'better';
  return high < 0 ? 'worse' : 'cannot tell';
}
