/** The redundant features by name, as results tell them. */
import type { Redundant } from '../types.js';

export interface NamedRedundant {
  readonly constant: readonly string[];
  readonly repeats: readonly { readonly name: string; readonly sameAs: string }[];
}

export function namedRedundant(names: readonly string[], { constant, repeats }: Redundant): NamedRedundant {
  return {
    constant: constant.map((feature) => names[feature]),
    repeats: Array.from(repeats, ([feature, earlier]) => ({ name: names[feature], sameAs: names[earlier] })),
  };
}
