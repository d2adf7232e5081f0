/**
 * What a selection must keep to besides the ranking: features that are always in, one of every correlated block, what the
 * features cost together, and so many for every class. The method ranks as ever; these rules choose from its ranking, so
 * they are the same for every method and no method is asked for what it cannot do.
 */

import { UserError } from '../errors.js';
import { showValue } from '../show-value.js';
import { didYouMeanHint } from '../suggest.js';
import type { ClassTarget, Target } from '../types.js';
import { checkFalseDiscovery, type SizeRequest } from './size.js';

export interface Constraints {
  /** Names of features that are always selected, before all others; they count. */
  readonly include?: readonly string[] | undefined;
  /** `auto` selects one of every block of correlated features. */
  readonly groups?: 'auto' | undefined;
  /** What features cost, by name; 1 where nothing is said. */
  readonly costs?: Readonly<Record<string, number>> | undefined;
  /** Most that the selected features may cost together. */
  readonly budget?: number | undefined;
  /** At least so many features for every class, each counted for the class that it tells best from the others. */
  readonly minPerClass?: number | undefined;
}

export const constraintNames = ['include', 'groups', 'costs', 'budget', 'minPerClass'] as const;

export function isConstrained(constraints: Constraints): boolean {
  return constraintNames.some((name) => constraints[name] !== undefined);
}

/** The same by the numbers of the features. */
export interface Rules {
  readonly include: readonly number[];
  readonly isBlockwise: boolean;
  /** Of every feature; undefined where none was given. */
  readonly costs: Float64Array | undefined;
  readonly budget: number;
  readonly minPerClass: number;
  /** The fewest features that can keep to them, and the most. */
  readonly least: number;
  readonly most: number;
}

export interface Constrained extends SizeRequest, Constraints {
  /** What can be selected, by number. */
  readonly names: readonly string[];
  /** The columns of the file, where they are named otherwise: `sex` for `sex=m`. */
  readonly columnNames?: readonly string[] | undefined;
  readonly target: Target;
}

/** Throws where the rules contradict each other, or name what there is not. */
export function resolveConstraints(asked: Constrained): Rules {
  const { names, target, k, include = [], costs, budget = Number.POSITIVE_INFINITY, minPerClass = 0 } = asked;
  refusePromise(asked);
  if (asked.groups !== undefined && asked.groups !== 'auto') {
    throw new UserError('usage', `must be auto. Got ${showValue(asked.groups)}`, {
      subject: { option: 'groups' },
    });
  }
  const numbers = numbersByName(names, asked.columnNames);
  const numberOf = (name: string, option: string): number => {
    const found = numbers.get(name);
    if (found !== undefined) return found;
    const hint = didYouMeanHint(name, names);
    throw new UserError('usage', `names "${name}", which is no feature${hint}`, { subject: { option } });
  };
  const included = [...new Set(include.map((name) => numberOf(name, 'include')))];
  checkBudget(asked);
  const costOf = costs && new Float64Array(names.length).fill(1);
  for (const [name, cost] of Object.entries(costs ?? {})) {
    if (!(cost > 0 && cost < Number.POSITIVE_INFINITY)) {
      throw new UserError('usage', `must be above 0. Got ${cost} for "${name}"`, {
        subject: { option: 'costs' },
      });
    }
    costOf![numberOf(name, 'costs')] = cost;
  }
  const least = Math.max(1, included.length, checkClasses(minPerClass, target));
  if (typeof k === 'number' && k < least) {
    const why = included.length === least ? 'the features that are always in' : 'those that every class asks for';
    throw new UserError('usage', `must be at least ${least}, ${why}. Got ${k} instead`, { subject: { option: 'k' } });
  }
  const spent = included.reduce((sum, index) => sum + (costOf?.[index] ?? 1), 0);
  if (spent > budget) throw tooSmall(budget, `the features that are always in: they cost ${spent}`);
  const most = affordable(names.length, costOf, budget);
  if (most < least)
    throw tooSmall(
      budget,
      least === 1 ? 'a single feature' : `${least} features, the fewest that the other rules ask for`,
    );
  return { most, include: included, isBlockwise: asked.groups === 'auto', costs: costOf, budget, minPerClass, least };
}

/** A feature goes by its own name and by that of its column. */
export function numbersByName(
  names: readonly string[],
  columnNames: readonly string[] | undefined,
): ReadonlyMap<string, number> {
  return new Map([...(columnNames ?? []), ...names].map((name, place) => [name, place % names.length]));
}

/** How many of the cheapest features fit. */
function affordable(count: number, costs: Float64Array | undefined, budget: number): number {
  let left = budget;
  const cheapest = (costs ?? new Float64Array(count).fill(1)).slice().sort();
  const fits = cheapest.findIndex((cost) => {
    left -= cost;
    return left < 0;
  });
  return fits < 0 ? count : fits;
}

export function tooSmall(budget: number, what: string): UserError {
  return new UserError('usage', `of ${budget} is not enough for ${what}`, {
    subject: { option: 'budget' },
    advice: [{ option: 'budget', verb: 'raise' }],
  });
}

/** A promise names the features itself: what is taken besides, or left away, would not be covered by it. */
function refusePromise({ falseDiscovery, ...asked }: Constrained): void {
  if (falseDiscovery === undefined) return;
  checkFalseDiscovery(falseDiscovery);
  const other = constraintNames.find((name) => asked[name] !== undefined);
  if (other === undefined) return;
  throw new UserError(
    'usage',
    'cannot be kept together with a promise, which names the features itself: what is taken besides would not be covered',
    { subject: { option: other }, advice: [{ option: 'k', verb: 'ask for a number with' }] },
  );
}

function checkBudget({ budget, costs, k }: Constrained): void {
  const subject = { option: 'budget' };
  if (budget === undefined) {
    if (costs === undefined) return;
    throw new UserError('usage', 'cannot be kept to without a budget', {
      subject: { option: 'costs' },
      advice: [{ option: 'budget', purpose: 'to say what all features may cost together' }],
    });
  }
  if (!(budget > 0 && budget < Number.POSITIVE_INFINITY)) {
    throw new UserError('usage', `must be a number above 0. Got ${budget} instead`, { subject });
  }
  if (k === 'auto') {
    throw new UserError('usage', 'decides how many features there are, and so does the number of features', {
      subject,
      advice: ['give a whole number as the most features, or none'],
    });
  }
}

/** How many features all classes ask for together. */
function checkClasses(minPerClass: number, target: Target): number {
  const subject = { option: 'minPerClass' };
  if (!Number.isSafeInteger(minPerClass) || minPerClass < 0) {
    throw new UserError('usage', `must be a whole number of at least 1. Got ${minPerClass} instead`, { subject });
  }
  if (minPerClass === 0) return 0;
  if (target.kind !== 'classes') {
    throw new UserError('usage', 'needs a target of classes, and this one has none', { subject });
  }
  return minPerClass * (target as ClassTarget).classNames.length;
}
