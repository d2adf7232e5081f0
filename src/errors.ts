/** Errors a user can act on. Anything else that is thrown is a bug in neurofs. */
import { type Advice, inWords, libraryWording, type OptionName, type Remark } from './wording.js';

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

/**
 * An error that says what, where, what was got and what to do. Its message is in the words of the library; the command
 * line and the page make their own from the statement, its subject and the advice.
 */
export class UserError extends Error implements Remark {
  override readonly name: string = 'UserError';
  readonly statement: string;
  readonly subject: OptionName | undefined;
  readonly advice: readonly Advice[];

  /** A subject that is no option, such as a variable of the environment, has the same name for everyone. */
  constructor(
    readonly code: UserErrorCode,
    statement: string,
    {
      subject,
      advice = [],
    }: { readonly subject?: OptionName | string | undefined; readonly advice?: readonly Advice[] | undefined } = {},
  ) {
    const remark: Remark =
      typeof subject === 'string' ? { statement: `${subject} ${statement}`, advice } : { statement, subject, advice };
    super(inWords(remark, libraryWording));
    this.statement = remark.statement;
    this.subject = remark.subject;
    this.advice = advice;
  }
}

/** What a signal that has fired ends in: by its name as everywhere, by its code as every other error here. */
export class AbortError extends UserError {
  override readonly name = 'AbortError';

  constructor(statement = 'interrupted before the work was done') {
    super('interrupted', statement);
  }
}

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AbortError();
}

/** Rejects when the signal fires; for work that cannot look at it while it waits. */
export function whenAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(new AbortError());
    signal?.addEventListener('abort', () => reject(new AbortError()), { once: true });
  });
}
