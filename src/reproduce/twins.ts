/** Methods that select the same features everywhere are one method under two names, and count once in ranks. */
import type { Gathered } from './gather.js';
import type { ReproductionSet } from './plan.js';
import type { Variant } from './variants.js';

export interface Distinct {
  readonly kept: readonly Variant[];
  /** Those left out, each with the one it equals. */
  readonly twins: readonly { readonly name: string; readonly of: string }[];
}

/** Left out is a method that selects what another does wherever it was run; of two that do, the second. */
export function withoutTwins(
  gathered: Gathered,
  variants: readonly Variant[],
  sets: readonly ReproductionSet[],
): Distinct {
  const selected = variants.map((variant) =>
    sets.flatMap(({ key }) => gathered.scale.ks.map((k) => JSON.stringify(selectionsOf(gathered, variant, key, k)))),
  );
  const covers = (a: number, b: number) =>
    selected[b].some((each) => each !== nothing) &&
    selected[b].every((each, place) => each === nothing || each === selected[a][place]);
  const twinOf = (b: number) => variants.findIndex((_, a) => a !== b && covers(a, b) && (a < b || !covers(b, a)));
  return {
    kept: variants.filter((_, place) => twinOf(place) < 0),
    twins: variants.flatMap(({ name }, place) => {
      const of = variants[twinOf(place)];
      return of === undefined ? [] : [{ name, of: of.name }];
    }),
  };
}

const nothing = JSON.stringify([]);

/** The features of every seed, in no order: judges do not see one. */
function selectionsOf(gathered: Gathered, { name }: Variant, set: string, k: number): number[][] {
  const rows = [...gathered.rows(name, set, k)].sort((a, b) => a.seed - b.seed);
  return rows.map(({ features }) => [...features].sort((a, b) => a - b));
}
