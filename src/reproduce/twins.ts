/** Methods that select the same features everywhere are one method under two names, and count once in ranks. */
import type { Gathered } from './gather.js';
import type { ReproductionSet } from './plan.js';
import type { Variant } from './variants.js';

export interface Distinct {
  readonly kept: readonly Variant[];
  /** Those left out, each with the one it equals. */
  readonly twins: readonly { readonly name: string; readonly of: string }[];
}

/** Of several that select the same on all of the sets, the first is kept. */
export function withoutTwins(
  gathered: Gathered,
  variants: readonly Variant[],
  sets: readonly ReproductionSet[],
): Distinct {
  const first = new Map<string, Variant>();
  const twins: { name: string; of: string }[] = [];
  for (const variant of variants) {
    const selected = sets.flatMap(({ key }) => gathered.scale.ks.map((k) => selectionsOf(gathered, variant, key, k)));
    const isEmpty = selected.every((each) => each.length === 0);
    const signature = isEmpty ? variant.name : JSON.stringify(selected);
    const known = first.get(signature);
    if (known === undefined) first.set(signature, variant);
    else twins.push({ name: variant.name, of: known.name });
  }
  return { kept: [...first.values()], twins };
}

/** The features of every seed, in no order: judges do not see one. */
function selectionsOf(gathered: Gathered, { name }: Variant, set: string, k: number): number[][] {
  const rows = [...gathered.rows(name, set, k)].sort((a, b) => a.seed - b.seed);
  return rows.map(({ features }) => [...features].sort((a, b) => a - b));
}
