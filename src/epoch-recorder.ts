import type { EpochHistory, EpochReport, StrengthSnapshot } from './types.js';

/** Keeps every epoch's figures, and the strengths of a few epochs for the heat-maps. */
export function createRecorder(epochCount: number) {
  const history: EpochHistory[] = [];
  const snapshots: StrengthSnapshot[] = [];
  const kept = new Set([0, 0.01, 0.1, 0.25, 0.45, 0.65, 1].map((share) => Math.ceil(share * epochCount)));
  return {
    history,
    snapshots,
    record({ strengths, epoch, loss, activeCount, removedCount, wokenCount }: EpochReport): void {
      history.push({ epoch, loss, activeCount, removedCount, wokenCount });
      if (kept.has(epoch)) snapshots.push({ epoch, strengths: strengths.slice() });
    },
  };
}
