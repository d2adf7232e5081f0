/** `balanced`, or weights by class: `a=2,b=1`. */

import { UserError } from '../../src/errors.js';
import type { ClassWeights } from '../../src/target/class-weights.js';

export function classWeights(text: string): ClassWeights {
  if (text === 'balanced') return text;
  const pairs = text.split(',').map((pair): [string, number] => {
    const at = pair.lastIndexOf('=');
    const weight = Number(pair.slice(at + 1));
    if (at > 0 && pair.slice(at + 1).trim() !== '' && Number.isFinite(weight) && weight >= 0) {
      return [pair.slice(0, at).trim(), weight];
    }
    throw new UserError(
      'usage',
      `--class-weights must be balanced, or a weight of at least 0 for classes, as in ill=5,well=1. Got "${pair}"`,
    );
  });
  return Object.fromEntries(pairs);
}
