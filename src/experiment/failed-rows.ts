/** What is kept of a job that failed: a row for each that it would have given, with the error. */
import { exitCodes, UserError, type UserErrorCode } from '../errors.js';
import { inWords, libraryWording } from '../wording.js';
import { type Hash, type Job, rowKey, rowPlaces } from './job.js';
import type { ResultRow, RowError } from './result-row.js';

export function failedRows(job: Job, error: RowError, seconds: number, hash: Hash): ResultRow[] {
  return rowPlaces(job).map((place) => ({
    key: rowKey(job, place, hash),
    method: job.method,
    ...place,
    measures: [],
    features: [],
    selectSeconds: seconds,
    evaluateSeconds: 0,
    error,
  }));
}

/** The error of a row as one to throw: `where` says what failed. */
export function thrownError({ code, message, remark }: RowError, where: string): UserError {
  const known = code in exitCodes ? (code as UserErrorCode) : 'failure';
  if (remark === undefined) return new UserError(known, `${where}: ${message}`);
  const { subject, advice } = remark;
  // The subject begins its sentence, which stands after others here.
  const statement = inWords({ statement: remark.statement, subject }, libraryWording);
  return new UserError(known, `${where}: ${statement}`, { advice });
}

/** `limitSeconds` is the time limit of a job, where that is what ended it. */
export function describeError(error: unknown, limitSeconds?: number): RowError {
  if (limitSeconds !== undefined) {
    return { code: 'limit', message: `stopped at the time limit of ${limitSeconds} seconds for one run`, limitSeconds };
  }
  if (error instanceof UserError) {
    const { code, message, statement, subject, advice } = error;
    const namesOptions = subject !== undefined || advice.length > 0;
    return { code, message, ...(namesOptions && { remark: { statement, ...(subject && { subject }), advice } }) };
  }
  return { code: 'bug', message: error instanceof Error ? error.message : String(error) };
}
