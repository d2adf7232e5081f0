/** One result of a comparison: what a method chose for one K and seed, and how good that is. */

import type { UserErrorCode } from '../errors.js';
import type { ClassifierName } from '../types.js';

/** The baseline's name in the place of a method: every feature, nothing selected. */
export const allFeatures = 'all-features';

export interface ResultRow {
  /** Hash of everything that the result depends on: rows of equal key are the same result. */
  readonly key: string;
  readonly method: string;
  readonly seed: number;
  readonly k: number;
  /** Share of the test rows told right, by classifier; empty where the run failed. */
  readonly accuracies: Readonly<Partial<Record<ClassifierName, number>>>;
  /** Numbers of the selected features (or groups of features), best first; empty for the baseline and failures. */
  readonly features: readonly number[];
  /** Seconds of the run that gave this selection; a run that serves several K is told at each of them. */
  readonly selectSeconds: number;
  readonly evaluateSeconds: number;
  /** Most kernel memory in use at once during the selection, in bytes. */
  readonly peakBytes?: number;
  readonly error?: RowError;
}

export interface RowError {
  /** `limit` is the time limit, `bug` anything that is not the user's to mend. */
  readonly code: UserErrorCode | 'limit' | 'bug';
  readonly message: string;
  /** The time limit that was reached, in seconds. */
  readonly limitSeconds?: number;
}

/** What would come out the same if it were run again: results, and failures that lie in the data or the settings. */
export function isFinal({ error }: ResultRow, limitSeconds: number | undefined): boolean {
  if (error === undefined) return true;
  if (error.code === 'limit') return limitSeconds !== undefined && limitSeconds <= (error.limitSeconds ?? 0);
  return error.code === 'diverged' || error.code === 'data' || error.code === 'usage';
}
