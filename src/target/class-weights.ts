/** Weights of classes, as a user gives them. */
import { UserError } from '../errors.js';
import type { ClassTarget } from '../types.js';

/** `balanced`, or the weight of every class by its name; classes that are not named weigh 1. */
export type ClassWeights = 'balanced' | Readonly<Record<string, number>>;

/** `balanced`, or weights by class: `a=2,b=1`. */
export function readClassWeights(text: string): ClassWeights {
  if (text.trim() === 'balanced') return 'balanced';
  const pairs = text.split(',').map((pair): [string, number] => {
    const at = pair.lastIndexOf('=');
    const weight = Number(pair.slice(at + 1));
    if (at > 0 && pair.slice(at + 1).trim() !== '' && Number.isFinite(weight) && weight >= 0) {
      return [pair.slice(0, at).trim(), weight];
    }
    throw new UserError(
      'usage',
      `must be balanced, or a weight of at least 0 for classes, as in ill=5,well=1. Got "${pair}"`,
      { subject: { option: 'classWeights' } },
    );
  });
  return Object.fromEntries(pairs);
}

/** As `readClassWeights` reads them. */
export function classWeightsText(weights: ClassWeights): string {
  if (weights === 'balanced') return weights;
  return Object.entries(weights)
    .map(([name, weight]) => `${name}=${weight}`)
    .join(',');
}

/** The weight of every class. */
export function weightsOfClasses(
  { classNames }: ClassTarget,
  given: Readonly<Record<string, number>>,
): readonly number[] {
  const subject = { option: 'classWeights' };
  for (const [name, weight] of Object.entries(given)) {
    if (!classNames.includes(name)) {
      throw new UserError('usage', `names the class "${name}"; the classes are ${listed(classNames)}`, { subject });
    }
    if (!(Number.isFinite(weight) && weight >= 0)) {
      throw new UserError('usage', `must be numbers of at least 0. Got ${weight} for "${name}"`, { subject });
    }
  }
  const weights = classNames.map((name) => (Object.hasOwn(given, name) ? given[name] : 1));
  if (weights.filter((weight) => weight > 0).length >= 2) return weights;
  throw new UserError('usage', 'must leave at least two classes that count', { subject });
}

/** Most names listed in one message. */
const mostListed = 8;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostListed).map((name) => `"${name}"`);
  return names.length > mostListed ? `${shown.join(', ')} and ${names.length - mostListed} more` : shown.join(', ');
}
