/** Refuses a word that is none of those there are, with the one that was probably meant. */

import { UserError } from './errors.js';
import { showValue } from './show-value.js';
import { didYouMeanHint } from './suggest.js';
import type { OptionName } from './wording.js';

export function checkChoice<Choice extends string>(
  subject: OptionName | string,
  choices: readonly Choice[],
  given: unknown,
): Choice {
  const found = choices.find((choice) => choice === given);
  if (found !== undefined) return found;
  const hint = typeof given === 'string' ? didYouMeanHint(given, choices) : '';
  throw new UserError('usage', `must be one of ${choices.join(', ')}. Got ${showValue(given)}${hint}`, { subject });
}
