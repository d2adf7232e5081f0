/** Errors as the page shows them: in words for someone who looks at a page, not at a command line. */
import { UserError } from '../errors.js';
import type { Failure } from '../session/messages.js';
import { inWords } from '../wording.js';
import { type Mend, mendsOf } from './mends.js';
import { pageWording } from './page-wording.js';

/** A failure of the page, with what would mend it at the press of a button. */
export interface PageFailure extends Failure {
  readonly mends?: readonly Mend[];
}

export function failureOf(error: unknown): PageFailure {
  if (error instanceof UserError) {
    return { code: error.code, message: sentence(inWords(error, pageWording)), mends: mendsOf(error) };
  }
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  if (name === 'RangeError' && /memory|allocation|length|buffer/i.test(message)) {
    return {
      code: 'failure',
      message: `There is not enough memory for this (${message}). Close other tabs, use fewer rows or columns, or use the command line, which has more.`,
    };
  }
  return { code: 'bug', message: `${message} (this is a bug in neurofs; please report it)` };
}

/** With a capital and a full stop. A message may begin with the name of a file, which stays as it is. */
export function sentence(said: string): string {
  const begun = /^[a-z]+,? /.test(said) ? said[0].toUpperCase() + said.slice(1) : said;
  return /[.?!]$/.test(begun) ? begun : `${begun}.`;
}
