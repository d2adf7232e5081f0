/** Weights of classes, as a user gives them. */
import { UserError } from '../errors.js';
import type { ClassTarget } from '../types.js';

/** `balanced`, or the weight of every class by its name; classes that are not named weigh 1. */
export type ClassWeights = 'balanced' | Readonly<Record<string, number>>;

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
