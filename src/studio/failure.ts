/** Errors as the page shows them: in words for someone who looks at a page, not at a command line. */
import { UserError } from '../errors.js';
import type { Failure } from './protocol.js';

export function failureOf(error: unknown): Failure {
  if (error instanceof UserError) return { code: error.code, message: forPage(error.message) };
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  if (name === 'RangeError' && /memory|allocation|length|buffer/i.test(message)) {
    return {
      code: 'failure',
      message: `There is not enough memory for this (${message}). Close other tabs, use fewer rows or columns, or use the command line, which has more.`,
    };
  }
  return { code: 'bug', message: `${message} (this is a bug in neurofs; please report it)` };
}

/** The messages of the library name options of the command line; the page has fields for them. */
export function forPage(message: string): string {
  const said = message
    .replace(
      /; use --missing drop-rows, drop-columns, mean, median or indicator, or clean the file/,
      '; choose under “Missing cells” what to do with them, or clean the file',
    )
    .replace(/use --missing ([\w-]+)( or (\w+))?/g, (_, first, __, second) =>
      second === undefined || second === 'fill'
        ? `choose “${first}” under “Missing cells”${second ? ' or fill' : ''}`
        : `choose “${first}” or “${second}” under “Missing cells”`,
    )
    .replace(/; use --keep to select from them too\.?/, '; tick them in the list of columns to select from them too.')
    .replace(/; name those to use with keep/, '; tick those to use in the list of columns')
    .replace(/, with --threads 1 if it happens again/, ', on one thread if it happens again')
    .replace(/ or flatten it with --sql/, ' or flatten it')
    .replace(/--([a-z]+(?:-[a-z]+)*)/g, (_, flag: string) => `“${flag.replaceAll('-', ' ')}”`);
  // A message may begin with the name of a file, which stays as it is.
  const sentence = /^[a-z]+,? /.test(said) ? said[0].toUpperCase() + said.slice(1) : said;
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`;
}
