/**
 * The runs that a comparison takes: one method, one seed, and every K that its one ranking serves.
 *
 * Seeds go round on the outside: when a comparison is stopped early, every method has been run about as often.
 */

import { UserError } from '../errors.js';
import { selectableCount } from '../rank/rank-features.js';
import { type AnyMethod, findMethod, isBuiltIn, type MethodChoice } from '../select/registry.js';
import { resolveOptions } from '../select/resolve-options.js';
import type { Dataset } from '../types.js';
import { allFeatures } from './result-row.js';

export interface Run {
  readonly method: string;
  /** Every option of the method. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly seed: number;
  /** Ascending. */
  readonly ks: readonly number[];
}

export interface RunPlan {
  /** Names, and methods of your own. */
  readonly methods: readonly MethodChoice[];
  /** Options by method; what is not given has its default. */
  readonly methodOptions?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly ks: readonly number[];
  readonly seeds: readonly number[];
}

/** The baseline first, then `random`, which is always compared, then the methods in their order. */
export function planRuns(plan: RunPlan, dataset: Pick<Dataset, 'featureNames' | 'groups'>): Run[] {
  const methods = comparedMethods(plan);
  const ks = [...new Set(plan.ks)].sort((a, b) => a - b);
  const runs: Run[] = [{ method: allFeatures, options: {}, seed: plan.seeds[0], ks: [selectableCount(dataset)] }];
  plan.seeds.forEach((seed, turn) => {
    for (const method of methods) {
      if (turn > 0 && method.isDeterministic) continue;
      const options = resolveOptions(method, plan.methodOptions?.[method.name]) as Record<string, unknown>;
      const parts = partsOfKs(method, ks, dataset);
      for (const part of parts) runs.push({ method: method.name, options, seed, ks: part });
    }
  });
  return runs;
}

/** `random` first, each method once, those that take longer later. */
function comparedMethods({ methods }: Pick<RunPlan, 'methods'>): AnyMethod[] {
  const found = [...new Set(['random', ...methods].map((choice) => findMethod(choice)))];
  const names = found.map(({ name }) => name);
  const taken = names.find((name, place) => name === allFeatures || names.indexOf(name) !== place);
  if (taken !== undefined)
    throw new UserError('usage', `a comparison tells methods apart by name: "${taken}" is taken`);
  return found.sort((a, b) => costOf(a) - costOf(b));
}

/** What draws nothing and serves several K takes less than what is trained, and that less than what says that it is slow. */
function costOf(method: AnyMethod): number {
  if (method.isSlow) return 2;
  return method.name === 'random' || (method.isDeterministic && servesSeveralK(method)) ? 0 : 1;
}

/** The methods of a comparison that only this process knows. */
export function ownMethods({ methods }: Pick<RunPlan, 'methods'>): AnyMethod[] {
  return comparedMethods({ methods }).filter(({ name }) => !isBuiltIn(name));
}

/** Whether one ranking can serve several K. */
export function servesSeveralK({ kChanges }: AnyMethod): boolean {
  return kChanges === 'nothing' || kChanges === 'length';
}

/**
 * The K that one ranking serves, taken together. A greedy order is cut shorter for a smaller K only where it is taken
 * as it is: features that are summed in groups change places, and how depends on K.
 */
export function partsOfKs(
  { kChanges }: AnyMethod,
  ks: readonly number[],
  { groups }: Pick<Dataset, 'groups'>,
): readonly (readonly number[])[] {
  const isServed = kChanges === 'nothing' || (kChanges === 'length' && groups === undefined);
  return isServed ? [ks] : ks.map((k) => [k]);
}
