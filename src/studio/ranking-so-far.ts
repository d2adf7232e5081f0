/**
 * The ranking that a run would have if it ended now, from the strengths of its epochs: active features by their strength,
 * then those that were removed, the last removed first. What a run that is stopped leaves behind.
 */
import { rankScores } from '../select/rank-scores.js';
import type { EpochReport, Scores } from '../types.js';

export interface RankingSoFar {
  add(report: EpochReport): void;
  /** Undefined where no epoch has been seen. A removed feature scores below 0, the lower the earlier it went. */
  scores(): Scores | undefined;
}

export function createRankingSoFar(featureCount: number): RankingSoFar {
  const lastSeen = new Int32Array(featureCount).fill(-1);
  const strengths = new Float32Array(featureCount);
  let newest = -1;
  return {
    add({ epoch, strengths: now, activeFeatures }) {
      newest = epoch;
      strengths.set(now);
      if (activeFeatures === undefined) {
        now.forEach((strength, feature) => {
          if (strength > 0) lastSeen[feature] = epoch;
        });
      }
      for (const feature of activeFeatures ?? []) lastSeen[feature] = epoch;
    },
    scores() {
      if (newest < 0) return undefined;
      return rankScores(
        Float64Array.from(lastSeen, (seen, feature) => (seen === newest ? strengths[feature] : seen - newest)),
      );
    },
  };
}
