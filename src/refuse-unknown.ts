/** Refuses an option that nobody knows: it would be ignored, and whoever wrote it would not learn that. */

import { UserError } from './errors.js';
import { showValue } from './show-value.js';
import { didYouMeanHint } from './suggest.js';

export function refuseUnknown(given: object, known: readonly string[], remark = ''): void {
  if (typeof given !== 'object' || given === null) {
    throw new UserError('usage', `expected an object with ${known.join(', ')}, got ${showValue(given)}`);
  }
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const hint = didYouMeanHint(unknown, known) || ';';
  throw new UserError(
    'usage',
    `unknown option "${unknown}"${hint} the options are ${[...new Set(known)].join(', ')}${remark}`,
  );
}
