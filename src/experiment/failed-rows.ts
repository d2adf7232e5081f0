/** What is kept of a job that failed: a row for each that it would have given, with the error. */
import { UserError } from '../errors.js';
import { type Hash, type Job, rowKey, rowPlaces } from './job.js';
import type { ResultRow, RowError } from './result-row.js';

export function failedRows(job: Job, error: RowError, seconds: number, hash: Hash): ResultRow[] {
  return rowPlaces(job).map((place) => ({
    key: rowKey(job, place, hash),
    method: job.method,
    ...place,
    accuracies: {},
    features: [],
    selectSeconds: seconds,
    evaluateSeconds: 0,
    error,
  }));
}

/** `limitSeconds` is the time limit of a job, where that is what ended it. */
export function describeError(error: unknown, limitSeconds?: number): RowError {
  if (limitSeconds !== undefined) {
    return { code: 'limit', message: `stopped at the time limit of ${limitSeconds} seconds for one run`, limitSeconds };
  }
  if (error instanceof UserError) return { code: error.code, message: error.message };
  return { code: 'bug', message: error instanceof Error ? error.message : String(error) };
}
