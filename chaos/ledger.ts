/**
 * What has been tried so far, in a file of JSON: how often, how it ended, and the seeds with which something did not hold.
 * A run goes on with the seeds after those, and first tries those again that failed.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

export interface TrialRecord {
  /** The first seed that was not used yet. */
  nextSeed: number;
  /** How many ended in which way. */
  outcomes: Record<string, number>;
  /** What did not hold, by seed. */
  faults: Record<string, string>;
  /** Processor or clock time of the longest, as the trial measures it. */
  longestSeconds: number;
}

export interface Ledger {
  recordOf(group: string, trial: string): TrialRecord;
  groups(): Readonly<Record<string, Readonly<Record<string, TrialRecord>>>>;
  save(): void;
}

/** How many times something went wrong on purpose: what ended in some way, and what did not hold. */
export function timesTried({ outcomes, faults }: TrialRecord): number {
  return Object.values(outcomes).reduce((sum, count) => sum + count, 0) + Object.keys(faults).length;
}

/** Without a path everything is forgotten at the end: the short form. */
export function openLedger(path: string | undefined): Ledger {
  const kept: Record<string, Record<string, TrialRecord>> = path !== undefined && existsSync(path)
    ? JSON.parse(readFileSync(path, 'utf8'))
    : {};
  return {
    recordOf(group, trial) {
      kept[group] ??= {};
      kept[group][trial] ??= { nextSeed: 0, outcomes: {}, faults: {}, longestSeconds: 0 };
      return kept[group][trial];
    },
    groups: () => kept,
    save() {
      if (path === undefined) return;
      writeFileSync(`${path}.new`, `${JSON.stringify(kept, null, 1)}\n`);
      renameSync(`${path}.new`, path);
    },
  };
}
