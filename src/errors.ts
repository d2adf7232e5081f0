/** Errors a user can act on. Anything else that is thrown is a bug in neurofs. */

/** What went wrong, in one word; the command line turns it into an exit code. */
export type UserErrorCode = 'usage' | 'data' | 'diverged' | 'queue' | 'busy' | 'interrupted' | 'failure';

/** The exit code of the command line for every kind of error. */
export const exitCodes: Readonly<Record<UserErrorCode, number>> = {
  failure: 1,
  usage: 2,
  data: 3,
  diverged: 4,
  queue: 5,
  busy: 6,
  interrupted: 130,
};

/** An error whose message says what, where, what was got and what to do. */
export class UserError extends Error {
  override readonly name = 'UserError';

  constructor(
    readonly code: UserErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** Throws the `interrupted` error where the signal has fired. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new UserError('interrupted', 'interrupted before the work was done');
}
