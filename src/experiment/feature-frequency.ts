/**
 * How often features are chosen over the runs of a comparison, and which of them most runs agree on. A method counts once,
 * however many runs it has: the frequency of a feature is the mean over the methods of the share of its runs that chose it.
 * Runs with random features are not counted.
 */
import { allFeatures, type ResultRow } from './result-row.js';

export interface FrequencyAtK {
  readonly k: number;
  /** The methods that vote. */
  readonly methods: readonly string[];
  /** Most frequent first. */
  readonly features: readonly FeatureFrequency[];
  /** The features that at least half of the votes are for, most frequent first. */
  readonly consensus: readonly number[];
}

export interface FeatureFrequency {
  readonly feature: number;
  /** 0 to 1. */
  readonly frequency: number;
  /** Share of the runs of every method, in their order. */
  readonly byMethod: readonly number[];
}

/** From here on most runs agree. */
const most = 0.5;

export function featureFrequencies(rows: readonly ResultRow[]): FrequencyAtK[] {
  const votes = rows.filter(({ method, error }) => method !== allFeatures && method !== 'random' && !error);
  const ks = [...new Set(votes.map(({ k }) => k))].sort((a, b) => a - b);
  return ks.map((k) => {
    const atK = votes.filter((row) => row.k === k);
    const methods = [...new Set(atK.map(({ method }) => method))];
    const shares = methods.map((method) => shareOfRuns(atK.filter((row) => row.method === method)));
    const features = [...new Set(atK.flatMap((row) => row.features))]
      .map((feature) => {
        const byMethod = shares.map((share) => share.get(feature) ?? 0);
        return { feature, frequency: byMethod.reduce((sum, each) => sum + each, 0) / methods.length, byMethod };
      })
      .sort((a, b) => b.frequency - a.frequency || a.feature - b.feature);
    const consensus = features.filter(({ frequency }) => frequency >= most).map(({ feature }) => feature);
    return { k, methods, features, consensus };
  });
}

function shareOfRuns(rows: readonly ResultRow[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const row of rows) for (const feature of row.features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return new Map(Array.from(counts, ([feature, count]) => [feature, count / rows.length]));
}
