/**
 * Errors on their way from one thread to another. Those of JavaScript are cloned as they are; of an error for users the
 * clone would be nothing but its message, so its parts are sent.
 */
import { UserError, type UserErrorCode } from '../../src/errors.js';
import type { Remark } from '../../src/wording.js';

export type SentError = { readonly user: Remark & { readonly code: UserErrorCode } } | { readonly other: unknown };

export function packError(error: unknown): SentError {
  if (!(error instanceof UserError)) return { other: error };
  const { code, statement, subject, advice } = error;
  return { user: { code, statement, subject, advice } };
}

export function unpackError(sent: SentError): unknown {
  if ('other' in sent) return sent.other;
  const { code, statement, subject, advice } = sent.user;
  return new UserError(code, statement, { subject, advice });
}
